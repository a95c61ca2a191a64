/** <page-nav>: first, previous, next and last page, a page's number, an item's number. */

import { grouped } from '../text/figures.js';
import { firstNumber, itemOf, numberOf } from '../text/numbering.js';
import { intend } from './intent.js';

/** A whole number as people write it: #4821, 4,821 or 4 821. */
const WHOLE = /^#?\s*(\d+|\d{1,3}([\s,.\u0027\u2019]\d{3})+)$/;

export class PageNav extends HTMLElement {
  #first = this.#button('First page');
  #previous = this.#button('Previous page');
  #next = this.#button('Next page');
  #last = this.#button('Last page');
  #page = /** @type {HTMLInputElement} */ (this.querySelector('nav input'));
  #pages = /** @type {HTMLElement} */ (this.querySelector('.pages'));
  #item = /** @type {HTMLInputElement} */ (this.querySelector('.goto input'));
  #range = /** @type {HTMLElement} */ (this.querySelector('.goto small'));
  #complaint = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
  #props = {
    page: 0,
    pages: 1,
    total: 0,
    item: /** @type {number | null} */ (null),
    paged: true,
    lacks: (/** @type {number} */ _) => '',
  };

  connectedCallback() {
    this.#first.addEventListener('click', () => intend(this, { type: 'page', page: 1 }));
    this.#previous.addEventListener('click', () => intend(this, { type: 'turn', by: -1 }));
    this.#next.addEventListener('click', () => intend(this, { type: 'turn', by: 1 }));
    this.#last.addEventListener('click', () => intend(this, { type: 'page', page: this.#props.pages }));
    this.#take(
      this.#page,
      'page',
      () => [1, this.#props.pages],
      (page) => intend(this, { type: 'page', page }),
    );
    this.#take(
      this.#item,
      'item',
      () => [firstNumber(), numberOf(this.#props.total - 1)],
      (number) => intend(this, { type: 'enter', item: itemOf(number) }),
      (number) => this.#props.lacks(itemOf(number)),
    );
  }

  /**
   * @param {object} props
   * @param {number} props.page
   * @param {number} props.pages
   * @param {number} props.total  of all items, selected or not
   * @param {number | null} props.item
   * @param {boolean} props.paged
   * @param {(item: number) => string} props.lacks  why an item cannot be gone to, or ''
   */
  render(props) {
    const { page, pages, total, item, paged } = (this.#props = props);
    /** @type {HTMLElement} */ (this.querySelector('nav')).hidden = !paged;
    // What is being typed stays.
    if (!typing(this.#page)) this.#page.value = String(page + 1);
    if (!typing(this.#item)) this.#item.value = item === null ? '' : String(numberOf(item));
    this.#item.title = this.#range.textContent = total ? `${firstNumber()} to ${grouped(numberOf(total - 1))}` : '';
    this.#pages.textContent = `of ${grouped(pages)}`;
    for (const button of [this.#first, this.#previous]) button.setAttribute('aria-disabled', String(page === 0));
    for (const button of [this.#next, this.#last]) button.setAttribute('aria-disabled', String(page >= pages - 1));
  }

  /** Puts the cursor into the field for an item's number. */
  goto() {
    this.#item.focus();
    this.#item.select();
  }

  /**
   * Takes a number that is entered into a field, or says why it cannot.
   * @param {HTMLInputElement} input
   * @param {string} noun
   * @param {() => [number, number]} range
   * @param {(number: number) => void} act
   * @param {(number: number) => string} lacks  why a number in that range cannot be taken, or ''
   */
  #take(input, noun, range, act, lacks = () => '') {
    const accept = () => {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
      this.#complaint.hidden = true;
      delete input.dataset.typing;
    };
    const reset = () => {
      accept();
      this.render(this.#props);
    };
    /** @param {string} text */
    const enter = (text) => {
      const [least, most] = range();
      const number = parse(text);
      const within = number >= least && number <= most;
      const lack = within ? lacks(number) : '';
      if (within && !lack) {
        accept();
        input.select();
        return act(number);
      }
      input.select();
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', this.#complaint.id);
      const bounds = `${noun}s go from ${grouped(least)} to ${grouped(most)}.`;
      if (lack) this.#complaint.textContent = lack;
      else
        this.#complaint.textContent =
          most < least ? `There is no ${noun} to go to.` : `“${text}” is no ${noun}: ${bounds}`;
      this.#complaint.hidden = false;
    };
    input.addEventListener('keydown', (event) => {
      const text = input.value.trim();
      if (event.key === 'Enter' && text) enter(text);
      if (event.key !== 'Escape') return;
      event.preventDefault();
      reset();
      intend(this, { type: 'leave' });
    });
    input.addEventListener('input', () => {
      accept();
      input.dataset.typing = '';
    });
    input.addEventListener('blur', reset);
    // What is typed takes the place of what is there.
    input.addEventListener('click', () => input.dataset.typing === undefined && input.select());
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.querySelector(`[aria-label="${name}"]`));
  }
}

/**
 * The number that is written, or NaN.
 * @param {string} text
 */
function parse(text) {
  return WHOLE.test(text) ? Number(text.replace(/\D/g, '')) : NaN;
}

/** @param {HTMLInputElement} input */
function typing(input) {
  return 'typing' in input.dataset;
}
