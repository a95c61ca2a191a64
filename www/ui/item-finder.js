/** <item-finder>: the order of the items, and filters that the user types. */

import { markup } from '../platform/trusted.js';
import { isPaged, NO_BOOKMARKS, NO_REVIEW, ranges, selectable, total } from '../state/index.js';
import { digits } from '../text/digits.js';
import { late } from '../text/late.js';
import { meaning, naming } from '../text/naming.js';
import { numberOf, numbersOf } from '../text/numbering.js';
import { savePage } from './contact-sheet.js';
import { intend } from './intent.js';
import { MAX_COLUMNS, randomSeed } from './sort-control.js';
import { ambiguous, parseItems, parseLabels, parseNumbers, written } from './typed-lists.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset, Decisions, Query } from '../state/index.js'
 * @import { Sheet } from './contact-sheet.js'
 *
 * @typedef {{ dataset: Dataset, selectsByClick: boolean, firstNumber: 0 | 1, page: () => Sheet | null }} Props
 */

const words = late.find;
const CONTENT = markup`
  <details>
    <summary>${words.title}</summary>
    <div class="line chance" hidden>
      <span aria-hidden="true">${words.seed}</span>
      <span><input type="text" inputmode="numeric" autocomplete="off" aria-label="${words.seed}"> <button type="button">${words.shuffle}</button></span>
    </div>
    <label class="line labels"><span>${words.label}</span> <input type="text" autocomplete="off" placeholder="${words.labelsExample}"></label>
    <div class="line where" hidden>
      <span aria-hidden="true">${words.where}</span>
      <span><select aria-label="${words.column}"></select> <input type="text" autocomplete="off" aria-label="${words.numbers}" placeholder="${words.numbersExample}"></span>
    </div>
    <label class="line items"><span>${words.items}</span> <input type="text" autocomplete="off"></label>
    <p class="note problem" aria-live="polite"></p>
    <label class="counting"><input type="checkbox"> ${words.countFromOne}</label>
    <p class="bookmarks" hidden>
      <span></span>
      <button type="button" class="quiet">${words.showOnly}</button>
      <button type="button" class="quiet remove">${words.removeAll}</button>
    </p>
    <p class="marks reviewed" hidden>
      <button type="button" class="quiet any"></button>
      <button type="button" class="quiet corrected"></button>
    </p>
    <p class="marks">
      <button type="button" class="by-click" aria-pressed="false" title="${words.selectHint}">${words.select}</button>
      <button type="button" class="all"></button>
      <button type="button" class="save">${words.save}</button>
    </p>
  </details>`;

export class ItemFinder extends ViewerElement {
  #chance = this.find('.chance');
  #seed = this.find('.chance input', HTMLInputElement);
  #labels = this.find('.labels input', HTMLInputElement);
  #where = this.find('.where');
  #column = this.find('.where select', HTMLSelectElement);
  #numbers = this.find('.where input', HTMLInputElement);
  #items = this.find('.items input', HTMLInputElement);
  #byClick = this.find('.by-click');
  #save = this.find('.save', HTMLButtonElement);
  /** What is wrong with a field, or what to do. */
  #problem = this.find('.problem');
  #fromOne = this.find('.counting input', HTMLInputElement);
  #bookmarks = this.find('.bookmarks');
  /** Items with a bookmark. */
  #kept = NO_BOOKMARKS;
  #reviewed = this.find('.reviewed');
  #decisions = NO_REVIEW.decisions;
  /** The number of the first item in the lists. */
  #first = 0;
  #total = 0;
  /** How a picture of the page is drawn. @type {() => Sheet | null} */
  #page = () => null;
  /** The dataset's name. */
  #name = '';
  /** @type {Props | null} */
  #props = null;
  /** @type {Query | null} */
  #query = null;
  /** The version of the query that the fields show. @type {number | null} */
  #queryId = null;
  /** @type {Naming | null} */
  #naming = null;
  /** The names of the offered columns. */
  #offered = '';

  constructor() {
    super(CONTENT);
    // In the drawer of a phone, a tap less.
    this.find('details', HTMLDetailsElement).open = matchMedia('(max-width: 47.5em)').matches;
    this.#byClick.addEventListener('click', () =>
      intend(this, { type: 'select-by-click', on: this.#byClick.ariaPressed !== 'true' }),
    );
    this.find('.all').addEventListener('click', () => intend(this, { type: 'select-all' }));
    this.#save.addEventListener('click', () => this.#savePage());
    this.#column.addEventListener('change', () => this.#writeNumbers());
    this.find('.chance button').addEventListener('click', () =>
      intend(this, { type: 'find', change: { seed: randomSeed() } }),
    );
    this.#takeFilters();
    this.#fromOne.addEventListener('change', () =>
      intend(this, { type: 'count-from', first: this.#fromOne.checked ? 1 : 0 }),
    );
    this.find('.bookmarks button').addEventListener('click', () =>
      intend(this, { type: 'find', change: { items: this.#kept.ranges() } }),
    );
    this.find('.any').addEventListener('click', () => this.#showDecided(this.#decisions));
    this.find('.corrected').addEventListener('click', () => this.#showDecided(this.#decisions.only('corrected')));
    this.find('.remove').addEventListener('click', () => intend(this, { type: 'bookmark', items: [...this.#kept] }));
  }

  #takeFilters() {
    this.#take(
      this.#seed,
      (typed) => {
        const seed = Number(typed || 0);
        return /^\d*$/.test(typed) && seed < 2 ** 32 ? { seed } : null;
      },
      () => words.badSeed,
    );
    this.#take(
      this.#labels,
      (typed) => {
        const labels = parseLabels(typed, /** @type {Naming} */ (this.#naming));
        return labels || !typed ? { labels, except: labels !== null && (this.#query?.except ?? false) } : null;
      },
      (typed) => words.unreadable(typed, words.labelsExample),
    );
    this.#take(
      this.#numbers,
      (typed) => {
        const column = Number(this.#column.value);
        const found = parseNumbers(typed, this.#naming?.type ?? 'f64');
        const others = this.#query?.columns.filter((filter) => filter.column !== column) ?? [];
        return found || !typed ? { columns: found ? [...others, { column, ranges: found }] : others } : null;
      },
      (typed) => words.unreadable(typed, words.numbersExample),
    );
    this.#take(
      this.#items,
      (typed) => {
        if (ambiguous(typed, this.#first, this.#total)) return null;
        const items = parseItems(typed, this.#first, this.#total);
        return items || !typed ? { items } : null;
      },
      (typed) => this.#explainItems(typed),
    );
  }

  /**
   * Why these are not items.
   * @param {string} typed
   */
  #explainItems(typed) {
    const number = ambiguous(typed, this.#first, this.#total);
    if (number) return words.ambiguous(number);
    const numbers = ranges(typed);
    if (!numbers?.flat().every(Number.isSafeInteger)) return words.unreadable(typed, words.itemsExample(this.#first));
    return words.noItem(numbers[0][0], [this.#first, numberOf(this.#total - 1, this.#first)]);
  }

  /** @param {Decisions} decisions */
  #showDecided(decisions) {
    intend(this, { type: 'find', change: { items: decisions.items.ranges() } });
  }

  async #savePage() {
    const sheet = this.#page();
    if (!sheet) return;
    try {
      await savePage(sheet, this.#name);
    } catch (error) {
      const fault = { name: 'NotSaved', message: /** @type {Error} */ (error).message };
      intend(this, { type: 'alert', alert: { key: 'save', file: this.#name, severe: true, faults: [fault] } });
    }
  }

  /** @param {Props} props */
  render(props) {
    const { dataset, selectsByClick, firstNumber, page } = props;
    this.#props = props;
    this.#page = page;
    this.#name = dataset.name;
    this.#byClick.ariaPressed = String(selectsByClick);
    const count = selectable(dataset);
    const all = this.find('.all', HTMLButtonElement);
    all.textContent = words.selectAll(count);
    all.disabled = !count;
    this.#save.disabled = !count;
    this.#save.hidden = !dataset.statuses.images || !isPaged(dataset);
    const { query, queryId } = dataset;
    const { labels } = dataset.statuses;
    const called = naming(dataset);
    this.#naming = called;
    this.#offer(labels?.labelling?.columns ?? 1, called);
    this.find('.labels').hidden = !labels;
    this.#chance.hidden = query.order !== 'random';
    this.#kept = dataset.bookmarks;
    this.#total = total(dataset);
    this.#bookmarks.hidden = this.#kept.size === 0;
    this.#decisions = dataset.review.decisions;
    this.#reviewed.hidden = this.#decisions.size === 0;
    this.find('.any').textContent = words.reviewed(this.#decisions.size);
    this.find('.corrected').textContent = words.corrected(this.#decisions.count('corrected'));
    this.find('.corrected').hidden = this.#decisions.count('corrected') === 0;
    this.find('.bookmarks span').textContent = words.bookmarks(this.#kept.size);
    if (queryId === this.#queryId && this.#first === firstNumber) return;
    this.#queryId = queryId;
    this.#query = query;
    this.#first = firstNumber;
    this.#fromOne.checked = this.#first === 1;
    this.#items.placeholder = words.itemsExample(this.#first);
    const [filter] = query.columns;
    if (filter && !query.columns.some(({ column }) => column === Number(this.#column.value)))
      this.#column.value = String(filter.column);
    this.#writeNumbers();
    this.#seed.value = String(query.seed);
    this.#labels.value = written(query.labels, (label) => digits(label, called.type));
    this.#items.value = written(query.items && numbersOf(query.items, this.#first), String);
  }

  /**
   * Offers the columns of the labels, where there are several.
   * @param {number} columns
   * @param {Naming} called
   */
  #offer(columns, called) {
    const offered = JSON.stringify([columns, called.meanings]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#queryId = null;
    this.#where.hidden = columns < 2;
    const all = Array.from({ length: columns < 2 ? 0 : Math.min(columns, MAX_COLUMNS) }, (_, column) => column);
    this.#column.replaceChildren(...all.map((column) => new Option(meaning(called, column), String(column))));
  }

  /** Writes the filter of the chosen column. */
  #writeNumbers() {
    const filter = this.#query?.columns.find(({ column }) => column === Number(this.#column.value));
    this.#numbers.value = written(filter?.ranges ?? null, (number) => digits(number, this.#naming?.type ?? 'f64'));
  }

  /**
   * @param {string} text
   * @param {boolean} isProblem
   */
  #say(text, isProblem) {
    this.#problem.textContent = text;
    this.#problem.classList.toggle('advice', !isProblem);
  }

  /**
   * Filters by the text of a field, or explains what is wrong with it.
   * @param {HTMLInputElement} input
   * @param {(typed: string) => Partial<Query> | null} parse
   * @param {(typed: string) => string} explain
   */
  #take(input, parse, explain) {
    input.addEventListener('input', () => {
      input.removeAttribute('aria-invalid');
      this.#say(words.enterApplies, false);
    });
    input.addEventListener('change', () => {
      const typed = input.value.trim();
      const change = parse(typed);
      this.#say(change ? '' : explain(typed), !change);
      if (change) input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      if (change) intend(this, { type: 'find', change });
    });
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter') input.dispatchEvent(new Event('change'));
      if (key !== 'Escape' || isComposing || !this.#props) return;
      // What was typed is taken back.
      this.#say('', false);
      input.removeAttribute('aria-invalid');
      this.#queryId = null;
      this.render(this.#props);
    });
  }
}
