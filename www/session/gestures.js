/** Which changes the user makes in one go: by a drag, by a turn of the wheel, by a key that is held down or pressed repeatedly. */

/** Milliseconds between two keys or turns of the wheel that are one gesture. */
const PAUSE = 1000;

export class Gestures {
  /** A number for each gesture. */
  current = 0;
  /** The last key, or the wheel. */
  #cause = '';
  #time = 0;

  /** @param {AbortSignal} signal  ends it */
  constructor(signal) {
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ take) =>
      addEventListener(type, take, { capture: true, passive: true, signal });
    listen('pointerdown', () => this.end());
    listen('click', () => this.end());
    // What was dragged, pasted or picked comes without a press in the page.
    for (const type of ['drop', 'paste']) listen(type, () => this.end());
    listen('change', ({ target }) => {
      if (target instanceof HTMLSelectElement || target.type === 'file') this.end();
    });
    listen('keydown', (/** @type {KeyboardEvent} */ { key }) => this.#go(key));
    listen('wheel', () => this.#go('wheel'));
  }

  /** The next change is another gesture's. */
  end() {
    this.current++;
    this.#cause = '';
  }

  /** @param {string} cause */
  #go(cause) {
    const now = performance.now();
    if (cause !== this.#cause || now - this.#time > PAUSE) this.end();
    this.#cause = cause;
    this.#time = now;
  }
}
