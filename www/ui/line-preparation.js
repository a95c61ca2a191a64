/** The preparation of a line, which is painted at times before all of it is prepared. */

/** Milliseconds between two pictures of a line that is being prepared. */
const PAUSE = 120;

export class LinePreparation {
  /** The timer of the preparation that goes on; 0 if none does. */
  #timer = 0;
  /** How often the line was painted while it was prepared. */
  pictures = 0;
  #paint;

  /** @param {(isOver: boolean) => void} paint  paints what is prepared */
  constructor(paint) {
    this.#paint = paint;
  }

  get isRunning() {
    return this.#timer !== 0;
  }

  /**
   * Runs a preparation in place of the last one.
   * @param {() => Promise<unknown>} prepare
   */
  async run(prepare) {
    clearInterval(this.#timer);
    const timer = setInterval(() => {
      this.pictures += 1;
      this.#paint(false);
    }, PAUSE);
    this.#timer = timer;
    await prepare().catch(() => {});
    clearInterval(timer);
    if (timer !== this.#timer) return;
    this.#timer = 0;
    this.#paint(true);
  }

  /** Stops painting. */
  stop() {
    clearInterval(this.#timer);
  }
}
