/** <page-nav>: first, previous, next and last page, a page's number, an item's number. */

import { intend } from './intent.js';

export class PageNav extends HTMLElement {
  #first = this.#button('First page');
  #previous = this.#button('Previous page');
  #next = this.#button('Next page');
  #last = this.#button('Last page');
  #page = /** @type {HTMLInputElement} */ (this.querySelector('nav input'));
  #pages = /** @type {HTMLElement} */ (this.querySelector('.pages'));
  #item = /** @type {HTMLInputElement} */ (this.querySelector('.goto input'));
  #count = 1;

  connectedCallback() {
    this.#first.addEventListener('click', () => intend(this, { type: 'page', page: 1 }));
    this.#previous.addEventListener('click', () => intend(this, { type: 'turn', by: -1 }));
    this.#next.addEventListener('click', () => intend(this, { type: 'turn', by: 1 }));
    this.#last.addEventListener('click', () => intend(this, { type: 'page', page: this.#count }));
    onNumber(this.#page, (page) => intend(this, { type: 'page', page: Math.max(1, Math.min(page, this.#count)) }));
    onNumber(this.#item, (item) => intend(this, { type: 'open', item }));
  }

  /** @param {{ page: number, pages: number, total: number, item: number | null }} props */
  render({ page, pages, total, item }) {
    this.#count = pages;
    if (document.activeElement !== this.#page) this.#page.value = String(page + 1);
    if (document.activeElement !== this.#item) this.#item.value = item === null ? '' : String(item);
    this.#item.title = total ? `0 to ${(total - 1).toLocaleString('en')}` : '';
    this.#pages.textContent = `of ${pages.toLocaleString('en')}`;
    for (const button of [this.#first, this.#previous]) button.setAttribute('aria-disabled', String(page === 0));
    for (const button of [this.#next, this.#last]) button.setAttribute('aria-disabled', String(page >= pages - 1));
  }

  /** Puts the cursor into the field for an item's number. */
  goto() {
    this.#item.focus();
    this.#item.select();
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.querySelector(`[aria-label="${name}"]`));
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {(number: number) => void} act
 */
function onNumber(input, act) {
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const digits = input.value.replace(/[\s,.']/g, '');
    input.blur();
    if (/^\d+$/.test(digits)) act(Number(digits));
  });
}
