/** <page-nav>: first, previous, next and last page, a page's number, an item's number. */

import { markup } from '../platform/trusted.js';
import { text } from '../text/index.js';
import { itemOf, numberOf } from '../text/numbering.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @typedef {object} Props
 * @property {number} page
 * @property {number} pages
 * @property {number} total  of all items, whether or not they match the filter
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {number | null} item
 * @property {boolean} paged
 * @property {(item: number) => boolean} has  whether an item matches the filter
 */

/** A whole number as people write it: #4821, 4,821 or 4 821. */
const WHOLE = /^#?\s*(\d+|\d{1,3}([\s,.\u0027\u2019]\d{3})+)$/;

const { pages: words } = text.items;
const CONTENT = markup`
  <nav aria-label="${words.landmark}">
    <button type="button" class="first" aria-label="${words.first}" title="${words.first}">⇤</button>
    <button type="button" class="previous" aria-label="${words.previous}" title="${words.previous}">←</button>
    <label><span>${words.before}</span> <input type="text" inputmode="numeric" autocomplete="off" aria-label="${words.page}" size="5"></label>
    <span class="pages"></span>
    <button type="button" class="next" aria-label="${words.next}" title="${words.next}">→</button>
    <button type="button" class="last" aria-label="${words.last}" title="${words.last}">⇥</button>
  </nav>
  <label class="goto"><span>${words.goTo}</span> <input type="text" inputmode="numeric" autocomplete="off" size="7" placeholder="${words.placeholder}"> <small></small></label>
  <p class="problem" aria-live="polite" hidden></p>`;

export class PageNav extends ViewerElement {
  #nav = this.find('nav');
  #first = this.find('.first');
  #previous = this.find('.previous');
  #next = this.find('.next');
  #last = this.find('.last');
  #page = this.find('nav input', HTMLInputElement);
  #pages = this.find('.pages');
  #item = this.find('.goto input', HTMLInputElement);
  #range = this.find('.goto small');
  #problem = this.find('.problem');
  /** Characters of the longest number of pages so far. */
  #length = 0;
  /** @type {Props} */
  #props = { page: 0, pages: 1, total: 0, firstNumber: 0, item: null, paged: true, has: () => true };

  constructor() {
    super(CONTENT);
    this.#first.addEventListener('click', () => intend(this, { type: 'page', page: 1 }));
    this.#previous.addEventListener('click', () => intend(this, { type: 'turn-page', by: -1 }));
    this.#next.addEventListener('click', () => intend(this, { type: 'turn-page', by: 1 }));
    this.#last.addEventListener('click', () => intend(this, { type: 'page', page: this.#props.pages }));
    this.#listen(this.#page, (typed) => this.#goToPage(typed));
    this.#listen(this.#item, (typed) => this.#goToItem(typed));
  }

  /** Tells this navigation from another one on the page. @param {string} name */
  set landmark(name) {
    this.#nav.ariaLabel = name;
  }

  /** @param {Props} props */
  render(props) {
    const { page, pages, total, firstNumber, item, paged } = (this.#props = props);
    this.#nav.hidden = !paged;
    // The text being typed stays.
    if (!isTyping(this.#page)) this.#page.value = String(page + 1);
    if (!isTyping(this.#item)) this.#item.value = item === null ? '' : String(numberOf(item, firstNumber));
    const range = total ? words.range(firstNumber, numberOf(total - 1, firstNumber)) : '';
    this.#item.title = this.#range.textContent = range;
    const of = (this.#pages.textContent = words.of(pages));
    // A filter leaves fewer pages; the buttons keep their places.
    this.#length = Math.max(this.#length, of.length);
    this.#pages.style.width = `${this.#length}ch`;
    for (const button of [this.#first, this.#previous]) button.setAttribute('aria-disabled', String(page === 0));
    for (const button of [this.#next, this.#last]) button.setAttribute('aria-disabled', String(page >= pages - 1));
  }

  /** Puts the cursor into the field for an item's number. */
  goto() {
    this.#item.focus();
    this.#item.select();
  }

  /**
   * Goes to a page, or returns why it cannot.
   * @param {string} typed
   */
  #goToPage(typed) {
    /** @type {[number, number]} */
    const bounds = [1, this.#props.pages];
    const page = parse(typed);
    if (Number.isNaN(page)) return words.unreadable(typed, bounds);
    if (page < bounds[0] || page > bounds[1]) return words.noPage(page, bounds);
    intend(this, { type: 'page', page });
    return '';
  }

  /**
   * Goes to an item, or returns why it cannot.
   * @param {string} typed
   */
  #goToItem(typed) {
    const { total, firstNumber, has } = this.#props;
    /** @type {[number, number]} */
    const bounds = [firstNumber, numberOf(total - 1, firstNumber)];
    const number = parse(typed);
    if (Number.isNaN(number)) return words.unreadable(typed, bounds);
    if (number < bounds[0] || number > bounds[1]) return words.noItem(number, bounds);
    const item = itemOf(number, firstNumber);
    if (!has(item)) return words.filtered(number);
    intend(this, { type: 'enter', item });
    return '';
  }

  /**
   * Takes a number that is entered into a field, or says why it cannot.
   * @param {HTMLInputElement} input
   * @param {(typed: string) => string} go  returns a problem, or ''
   */
  #listen(input, go) {
    /** @param {string} problem */
    const report = (problem) => {
      input.ariaInvalid = problem ? 'true' : null;
      input.ariaDescription = problem || null;
      this.#problem.textContent = problem;
      this.#problem.hidden = !problem;
    };
    const accept = () => {
      report('');
      delete input.dataset.typing;
    };
    const reset = () => {
      accept();
      this.render(this.#props);
    };
    input.addEventListener('keydown', (event) => {
      const typed = input.value.trim();
      if (event.key === 'Enter' && typed) {
        const before = input.dataset.typing;
        accept();
        input.select();
        const problem = go(typed);
        if (problem && before !== undefined) input.dataset.typing = before;
        report(problem);
      }
      if (event.key !== 'Escape') return;
      event.preventDefault();
      reset();
      intend(this, { type: 'focus-dataset' });
    });
    input.addEventListener('input', () => {
      accept();
      input.dataset.typing = '';
    });
    input.addEventListener('blur', reset);
    // The number typed replaces the one that is there.
    input.addEventListener('click', () => !isTyping(input) && input.select());
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
function isTyping(input) {
  return 'typing' in input.dataset;
}
