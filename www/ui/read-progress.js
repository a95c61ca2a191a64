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
    const size = all.reduce((sum, status) => sum + status.size, 0);
    const share = size ? read / size : 0;
    const { figure: whole, name } = inUnit(size, size);
    const bytes = `${inUnit(read, size).figure} of ${whole} ${name}`;
    const arrived = items.toLocaleString('en');
    this.style.setProperty('--share', String(share));
    this.#bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)));
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
