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
  #pageCount = 1;
  #total = 0;

  connectedCallback() {
    this.#first.addEventListener('click', () => intend(this, { type: 'page', page: 1 }));
    this.#previous.addEventListener('click', () => intend(this, { type: 'turn', by: -1 }));
    this.#next.addEventListener('click', () => intend(this, { type: 'turn', by: 1 }));
    this.#last.addEventListener('click', () => intend(this, { type: 'page', page: this.#pageCount }));
    onNumber(this.#page, (page) => intend(this, { type: 'page', page: Math.max(1, Math.min(page, this.#pageCount)) }));
    onNumber(this.#item, (item) => intend(this, { type: 'open', item: Math.min(item, this.#total - 1) }));
  }

  /** @param {{ page: number, pages: number, total: number, item: number | null }} props */
  render({ page, pages, total, item }) {
    this.#pageCount = pages;
    this.#total = total;
    // What is being typed stays.
    if (!typing(this.#page)) this.#page.value = String(page + 1);
    if (!typing(this.#item)) this.#item.value = item === null ? '' : String(item);
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
    delete input.dataset.typing;
    input.select();
    if (/^\d+$/.test(digits)) act(Number(digits));
  });
  input.addEventListener('input', () => (input.dataset.typing = ''));
  input.addEventListener('blur', () => delete input.dataset.typing);
}

/** @param {HTMLInputElement} input */
function typing(input) {
  return 'typing' in input.dataset;
}
