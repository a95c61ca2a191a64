/** <shortcut-help>: the keys, and a way to turn the single ones off. */

import { areSingle, setSingle } from './keys.js';

/** @type {{ keys: string[], does: string }[]} */
const SHORTCUTS = [
  { keys: ['←', '→', '↑', '↓'], does: 'from image to image; in the large image, from value to value' },
  { keys: ['Home', 'End'], does: 'first and last image of the row, with Ctrl of all' },
  { keys: ['PgUp', 'PgDn'], does: 'up and down the page, then the previous and next one' },
  { keys: ['[', ']'], does: 'previous and next page' },
  { keys: ['Enter', 'Space'], does: 'open the image, to read its values' },
  { keys: [',', '.'], does: 'previous and next item, from the large image too' },
  { keys: ['<', '>'], does: 'previous and next item with the same label' },
  { keys: ['Esc'], does: 'close it; then unmark all' },
  { keys: ['x'], does: 'mark the image, or not any more; with Shift and arrows, all on the way' },
  { keys: ['s'], does: 'bookmark the image, or not any more' },
  { keys: ['0', '…', '9'], does: 'only the items of that class; once more, all' },
  { keys: ['g'], does: 'go to an item by number' },
  { keys: ['r'], does: 'open an item at random' },
  { keys: ['+', '-'], does: 'larger and smaller cells' },
  { keys: ['z'], does: 'the whole of a line, after + and -, or Shift and arrows along it' },
  { keys: ['i'], does: 'invert: ink on paper, or paper on ink' },
  { keys: ['p'], does: 'other colours' },
  { keys: ['m'], does: 'range of the values: of the file, or of each item' },
  { keys: ['t', 'R', 'h', 'v'], does: 'transpose, turn right, flip left to right, flip upside down' },
  { keys: ['j', 'k'], does: 'previous and next slice, of images of more than two dimensions' },
  { keys: ['d'], does: 'reset the view' },
  { keys: ['b'], does: 'the bytes of the header and of the item' },
  { keys: ['c'], does: 'two datasets side by side, or one' },
  { keys: ['o'], does: 'open files' },
  { keys: ['?'], does: 'show this list' },
];

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
    this.#switch.checked = areSingle();
    this.#switch.addEventListener('change', () => setSingle(this.#switch.checked));
    this.querySelector('button')?.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}
