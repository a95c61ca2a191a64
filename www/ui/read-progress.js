/** <read-progress>: how much of the files has been read, and a way to stop. */

import { intend } from './intent.js';

/** @import { Statuses } from '../engine/protocol.js' */

export class ReadProgress extends HTMLElement {
  #bar = /** @type {HTMLElement} */ (this.querySelector('[role=progressbar]'));
  #figures = /** @type {HTMLElement} */ (this.querySelector('.figures'));

  connectedCallback() {
    this.querySelector('button')?.addEventListener('click', () => intend(this, { type: 'cancel' }));
  }

  /** @param {Statuses | null} statuses */
  render(statuses) {
    const all = [statuses?.images, statuses?.labels].filter((status) => !!status);
    this.hidden = all.every(({ done }) => done);
    if (this.hidden) return;
    const { items, promised, role } = all[0];
    const read = all.reduce((sum, status) => sum + status.read, 0);
    // NaN as long as the size of one is not known.
    const size = all.reduce((sum, status) => sum + (status.size ?? NaN), 0);
    const share = read / Math.max(1, size);
    const { figure, name } = inUnit(read, size || read);
    const bytes = size ? `${figure} of ${inUnit(size, size).figure} ${name}` : `${figure} ${name}`;
    const arrived = items.toLocaleString('en');
    this.style.setProperty('--share', String(share || 0));
    if (isNaN(share)) this.#bar.removeAttribute('aria-valuenow');
    else this.#bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)));
    this.#bar.setAttribute('aria-valuetext', `${bytes}, ${arrived} ${role} of ${promised.toLocaleString('en')}`);
    // The summary beside it has the whole number.
    this.#figures.textContent = `${bytes}, ${arrived} ${role}`;
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
