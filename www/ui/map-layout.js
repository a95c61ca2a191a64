/** How far the layout of the map is, and the button that stops it or lets it go on. */

import { markup } from '../platform/trusted.js';
import { map as words } from '../text/map.js';
import { ViewerElement } from './viewer-element.js';

/** @import { CheckClient } from '../engine/check-client.js' */

const CONTENT = markup`
  <span role="progressbar" aria-label="${words.layingOut}" aria-valuemin="0" aria-valuemax="100"></span>
  <span aria-live="polite"></span>
  <button type="button"></button>`;

export class MapLayout extends ViewerElement {
  #bar = this.find('[role=progressbar]');
  #said = this.find('[aria-live]');
  #button = this.find('button');
  #isRunning = false;
  /** @type {CheckClient | null} */
  #worker = null;
  /** Called when points have moved; ends when the page shows where they are. @type {() => Promise<void>} */
  onchange = async () => {};

  constructor() {
    super(CONTENT);
    this.#button.addEventListener('click', () => (this.#isRunning ? this.stop() : this.#run()));
  }

  /**
   * Lays out the map that a worker has opened.
   * @param {CheckClient} worker
   */
  start(worker) {
    this.#worker = worker;
    this.#run();
  }

  stop() {
    this.#worker?.call('stopMap').catch(() => {});
  }

  async #run() {
    const worker = this.#worker;
    if (!worker) return;
    worker.onlayout = (progress) => {
      this.#bar.ariaValueNow = String(Math.floor(100 * progress));
      this.#bar.style.setProperty('--share', String(progress));
      this.onchange();
    };
    this.#show(true, '', words.stop);
    const isDone = await worker.call('layOutMap').catch(() => false);
    await this.onchange();
    if (worker !== this.#worker) return;
    this.#show(false, isDone ? words.finished : words.stopped, words.goOn);
    this.#button.hidden = isDone;
  }

  /**
   * @param {boolean} isRunning
   * @param {string} said
   * @param {string} button
   */
  #show(isRunning, said, button) {
    this.#isRunning = isRunning;
    this.#bar.hidden = !isRunning;
    this.#button.hidden = false;
    this.#button.textContent = button;
    this.#said.textContent = said;
  }
}
