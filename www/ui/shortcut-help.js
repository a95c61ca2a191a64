/** <shortcut-help>: the keys, and a way to turn the single ones off. */

import { SHORTCUTS } from './keys.js';

const KEPT = 'idxlens.single-keys';

export class ShortcutHelp extends HTMLElement {
  #dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'));
  #switch = /** @type {HTMLInputElement} */ (this.querySelector('input'));

  connectedCallback() {
    const list = this.querySelector('dl');
    for (const { keys, does } of SHORTCUTS) {
      const term = document.createElement('dt');
      keys.forEach((key, index) => {
        const name = document.createElement('kbd');
        name.textContent = key;
        term.append(...(index ? [' ', name] : [name]));
      });
      const description = document.createElement('dd');
      description.textContent = does;
      list?.append(term, description);
    }
    this.#switch.checked = remembered();
    this.#switch.addEventListener('change', () => remember(this.#switch.checked));
    this.querySelector('button')?.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  /** Whether single keys do something. */
  get single() {
    return this.#switch.checked;
  }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}

// Storage can be forbidden; the choice then lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

/** @param {boolean} on */
function remember(on) {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  } catch {
    // See above.
  }
}
