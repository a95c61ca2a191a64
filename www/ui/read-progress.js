/** <read-progress>: how much of the files has been read, or of the labels looked through, and a way to stop. */

import { grouped } from '../text/figures.js';
import { intend } from './intent.js';

/** @import { Dataset } from '../state/index.js' */

/** Milliseconds of reading after which the time left can be told, and of a whole pass that is worth telling. */
const LEARNT = 2000;
const LONG = 5000;

export class ReadProgress extends HTMLElement {
  #bar = /** @type {HTMLElement} */ (this.querySelector('[role=progressbar]'));
  #figures = /** @type {HTMLElement} */ (this.querySelector('.figures'));

  /** When reading was first seen, of which files, and how far it was. */
  #begun = { files: '', time: 0, share: 0 };

  connectedCallback() {
    this.querySelector('button')?.addEventListener('click', () => {
      intend(this, { type: 'cancel' });
      // The button goes away.
      intend(this, { type: 'leave' });
    });
  }

  /** @param {Dataset | null} dataset */
  render(dataset) {
    const all = [dataset?.statuses.images, dataset?.statuses.labels].filter((status) => !!status);
    const searching = dataset?.searching ?? null;
    const done = all.every(({ done }) => done);
    this.hidden = done && searching === null;
    if (done) this.#begun.files = '';
    if (done && searching !== null) {
      const percent = Math.floor(searching * 100);
      return this.#show(
        searching,
        `${percent}% of the labels looked through`,
        `Looking through the labels: ${percent}%`,
      );
    }
    if (done) return;
    const { items, promised, role } = all[0];
    const read = all.reduce((sum, status) => sum + status.read, 0);
    // NaN as long as the size of one is not known.
    const size = all.reduce((sum, status) => sum + (status.size ?? NaN), 0);
    const share = size ? read / size : items / Math.max(1, promised);
    const left = this.#timeLeft([dataset?.id, dataset?.images, dataset?.labels].join(), share);
    const { figure, name } = inUnit(read, size || read);
    const bytes = size ? `${figure} of ${inUnit(size, size).figure} ${name}` : `${figure} ${name}`;
    const arrived = grouped(items);
    // The summary beside it has the whole number.
    this.#show(
      share,
      `${bytes}, ${arrived} ${role} of ${grouped(promised)}${left}`,
      `${bytes}, ${arrived} ${role}${left}`,
    );
  }

  /**
   * @param {number} share
   * @param {string} said
   * @param {string} seen
   */
  #show(share, said, seen) {
    this.style.setProperty('--share', String(share));
    this.#bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)));
    this.#bar.setAttribute('aria-valuetext', said);
    this.#figures.textContent = seen;
  }

  /**
   * How long it will go on, if that can be told and is worth telling.
   * @param {string} files
   * @param {number} share
   */
  #timeLeft(files, share) {
    const now = performance.now();
    if (files !== this.#begun.files) this.#begun = { files, time: now, share };
    const { time, share: before } = this.#begun;
    const gone = now - time;
    const left = (gone * (1 - share)) / (share - before);
    if (gone < LEARNT || gone + left < LONG || !Number.isFinite(left)) return '';
    const seconds = left / 1000;
    if (seconds > 90) return `, about ${Math.round(seconds / 60)} min left`;
    return `, about ${seconds > 20 ? 5 * Math.round(seconds / 5) : Math.max(1, Math.round(seconds))} s left`;
  }
}

/**
 * A number of bytes, in the unit that suits the largest of them.
 * @param {number} count
 * @param {number} largest
 */
function inUnit(count, largest) {
  const [unit, name] = largest < 1e6 ? [1e3, 'KB'] : largest < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return { figure: (count / unit).toFixed(1), name };
}
