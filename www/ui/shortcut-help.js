/** <shortcut-help>: the keyboard shortcuts, and a way to turn the single keys off. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { areSingle, SHORTCUTS, setSingle } from './keys.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Shortcut } from './keys.js' */

const words = late.shortcuts;

const CONTENT = markup`
  <dialog aria-label="${words.title}">
    <h2 tabindex="-1" autofocus>${words.title}</h2>
    <dl></dl>
    <label><input type="checkbox" checked> ${words.single} <kbd>g</kbd> ${words.or} <kbd>+</kbd></label>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class ShortcutHelp extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #single = this.find('input', HTMLInputElement);

  constructor() {
    super(CONTENT);
    this.find('dl').append(...SHORTCUTS.flatMap(describe));
    this.#single.addEventListener('change', () => setSingle(this.#single.checked));
    this.find('button').addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open() {
    this.#single.checked = areSingle();
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}

/** @param {Shortcut} shortcut */
function describe({ keys, help }) {
  const term = document.createElement('dt');
  keys.forEach((key, index) => {
    const name = document.createElement('kbd');
    name.textContent = key;
    term.append(...(index ? [' ', name] : [name]));
  });
  const description = document.createElement('dd');
  description.textContent = words[help];
  return [term, description];
}
