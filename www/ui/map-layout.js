/** How far the comparison and then the layout of the map are, and a button that ends them or lets the layout go on. */

import { markup } from '../platform/trusted.js';
import { check as checkWords } from '../text/check.js';
import { map as words } from '../text/map.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Check } from '../state/index.js'
 * @import { ItemKind } from '../state/views.js'
 */

const CONTENT = markup`
  <span role="progressbar" aria-label="${words.layingOut}" aria-valuemin="0" aria-valuemax="100"></span>
  <span aria-live="polite"></span>
  <button type="button"></button>`;

export class MapLayout extends ViewerElement {
  #bar = this.find('[role=progressbar]');
  #said = this.find('[aria-live]');
  #button = this.find('button');
  #isRunning = false;
  /** The worker that lays out the map; null until the images have been compared. @type {CheckClient | null} */
  #worker = null;
  /** Called when points have moved; ends when the page shows where they are. @type {() => Promise<void>} */
  onchange = async () => {};

  constructor() {
    super(CONTENT);
    this.#button.addEventListener('click', () => {
      if (!this.#worker) intend(this, { type: 'cancel-check' });
      else if (this.#isRunning) this.stop();
      else this.#run();
    });
  }

  /**
   * Shows the comparison that the layout waits for, and then starts the layout in the worker that has opened the map.
   * @param {Check} check
   * @param {CheckClient | null} worker
   * @param {ItemKind} kind
   */
  render({ isCompared, stage, progress }, worker, kind) {
    if (isCompared && worker !== this.#worker) {
      this.#worker = worker;
      this.#bar.ariaLabel = words.layingOut;
      this.#run();
    } else if (!isCompared) {
      this.#worker = null;
      this.#bar.ariaLabel = words.comparing;
      this.#show(true, stage ? checkWords.stages[stage](kind) : '', words.cancel);
      this.#report(progress);
    }
  }

  stop() {
    this.#worker?.call('stopMap').catch(() => {});
  }

  async #run() {
    const worker = this.#worker;
    if (!worker) return;
    worker.onlayout = (progress) => {
      this.#report(progress);
      this.onchange();
    };
    this.#show(true, '', words.stop);
    const isDone = await worker.call('layOutMap').catch(() => false);
    await this.onchange();
    if (worker !== this.#worker) return;
    this.#show(false, isDone ? words.finished : words.stopped, words.goOn);
    this.#button.hidden = isDone;
  }

  /** @param {number} progress  from 0 to 1 */
  #report(progress) {
    this.#bar.ariaValueNow = String(Math.floor(100 * progress));
    this.#bar.style.setProperty('--share', String(progress));
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
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }
}
