/** <item-finder>: the order of the items, and which of them are shown, typed in. */

import { markup } from '../platform/trusted.js';
import { areItems, isPaged, ranges, runs, total } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { columnName } from '../text/filter.js';
import { meaning, naming, show } from '../text/naming.js';
import { itemOf, itemsOf, numberOf, numbersOf } from '../text/numbering.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset, Query, Range } from '../state/index.js'
 */

/** More columns than this are no choice. */
const MOST = 256;
/** Numbers as they are written for people, in a list of which commas stand between numbers. */
const GROUPED = /\b\d{1,3}(,\d{3})+\b/g;

const CONTENT = markup`
  <details>
    <summary>Find and sort</summary>
    <label class="line"><span>Order</span>
      <select>
        <option value="number">number</option>
        <option value="-number">number, descending</option>
        <option value="label">label</option>
        <option value="-label">label, descending</option>
        <option value="mean">mean, lightest first</option>
        <option value="-mean">mean, darkest first</option>
        <option value="random">random</option>
      </select>
    </label>
    <div class="line chance" hidden>
      <span aria-hidden="true">Seed</span>
      <span><input type="text" inputmode="numeric" autocomplete="off" aria-label="Seed"> <button type="button">Shuffle</button></span>
    </div>
    <label class="line labels"><span>Label</span> <input type="text" autocomplete="off" placeholder="3, 5-7"></label>
    <div class="line where" hidden>
      <span aria-hidden="true">Where</span>
      <span><select aria-label="Column to filter by"></select> <input type="text" autocomplete="off" aria-label="Numbers in that column" placeholder="100-200"></span>
    </div>
    <label class="line items"><span>Items</span> <input type="text" autocomplete="off"></label>
    <p class="note complaint" aria-live="polite" hidden></p>
    <label class="counting"><input type="checkbox"> Count items from 1</label>
    <p class="bookmarks" hidden>
      <span></span>
      <button type="button" class="quiet">Show only these</button>
      <button type="button" class="quiet">Remove all</button>
    </p>
    <p class="marks">
      <button type="button" aria-pressed="false" title="Click selects instead of opening; with Ctrl or Shift it always does">Select items</button>
      <button type="button">Select all shown</button>
      <button type="button">Save page as PNG</button>
    </p>
    <p class="note measuring" aria-live="polite" hidden></p>
  </details>`;

export class ItemFinder extends Filled {
  #order = /** @type {HTMLSelectElement} */ (this.querySelector('select'));
  #chance = /** @type {HTMLElement} */ (this.querySelector('.chance'));
  #seed = this.#field('.chance');
  #labels = this.#field('.labels');
  #where = /** @type {HTMLElement} */ (this.querySelector('.where'));
  #column = /** @type {HTMLSelectElement} */ (this.#where.querySelector('select'));
  #numbers = this.#field('.where');
  #items = this.#field('.items');
  #measuring = /** @type {HTMLElement} */ (this.querySelector('.measuring'));
  #marks = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('.marks button')]);
  #complaint = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
  #fromOne = this.#field('.counting');
  #bookmarks = /** @type {HTMLElement} */ (this.querySelector('.bookmarks'));
  /** Items that are bookmarked. @type {ReadonlySet<number>} */
  #kept = new Set();
  /** The number of the first item, as the lists have it. */
  #first = 0;
  #total = 0;
  /** @type {Query | null} */
  #query = null;
  /** The version of the query that the fields show. @type {number | null} */
  #queryId = null;
  /** @type {Naming | null} */
  #naming = null;
  /** What the columns offered are called. */
  #offered = '';

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    const [byClick, all, save] = this.#marks;
    byClick.addEventListener('click', () =>
      intend(this, { type: 'select-by-click', on: byClick.ariaPressed !== 'true' }),
    );
    all.addEventListener('click', () => intend(this, { type: 'select-all' }));
    save.addEventListener('click', () => intend(this, { type: 'save-page' }));
    this.#order.addEventListener('change', () => {
      const [, minus, order, column] = /** @type {RegExpExecArray} */ (/^(-?)([a-z]*)(\d*)$/.exec(this.#order.value));
      const seed = order === 'random' ? chance() : 0;
      intend(this, {
        type: 'find',
        change: {
          order: /** @type {Query['order']} */ (order),
          column: Number(column),
          descending: minus !== '',
          seed,
        },
      });
    });
    this.#column.addEventListener('change', () => this.#tell());
    this.#chance
      .querySelector('button')
      ?.addEventListener('click', () => intend(this, { type: 'find', change: { seed: chance() } }));
    this.#take(
      this.#seed,
      () => 'no seed (0–4,294,967,295)',
      (text) => {
        const seed = Number(text || 0);
        return /^\d*$/.test(text) && seed < 2 ** 32 ? { seed } : null;
      },
    );
    this.#take(
      this.#labels,
      () => 'no list of labels, like 3, 5-7, or of their names',
      (text) => {
        const labels = this.#classes(text);
        return labels || !text ? { labels, except: labels !== null && (this.#query?.except ?? false) } : null;
      },
    );
    this.#take(
      this.#numbers,
      () => 'no list of numbers, like 3, 100-200',
      (text) => {
        const column = Number(this.#column.value);
        const found = this.#rounded(ranges(text));
        const others = this.#query?.columns.filter((filter) => filter.column !== column) ?? [];
        return found || !text ? { columns: found ? [...others, { column, ranges: found }] : others } : null;
      },
    );
    /** @param {string} text */
    const items = (text) => {
      const found = ranges(text);
      const items = found && itemsOf(found, this.#first);
      return items && areItems(items) ? items : null;
    };
    this.#take(
      this.#items,
      (text) => {
        const last = grouped(numberOf(this.#total - 1, this.#first));
        return items(text) ? `beyond the last item, ${last}` : `no list of item numbers from ${this.#first} to ${last}`;
      },
      (text) => {
        const found = items(text);
        return found?.some(([start]) => start < this.#total) || !text ? { items: found } : null;
      },
    );
    this.#fromOne.addEventListener('change', () =>
      intend(this, { type: 'count-from', first: this.#fromOne.checked ? 1 : 0 }),
    );
    const [only, none] = this.#bookmarks.querySelectorAll('button');
    only.addEventListener('click', () => intend(this, { type: 'find', change: { items: runs(this.#kept) } }));
    none.addEventListener('click', () => intend(this, { type: 'bookmark', items: [...this.#kept] }));
  }

  /** @param {{ dataset: Dataset, selectsByClick: boolean, firstNumber: 0 | 1 }} props */
  render({ dataset, selectsByClick, firstNumber }) {
    const [byClick, , save] = this.#marks;
    byClick.setAttribute('aria-pressed', String(selectsByClick));
    save.hidden = !dataset.statuses.images || !isPaged(dataset);
    const {
      query,
      queryId,
      jobs: {
        statistics: { report: statistics },
      },
      statuses: { images, labels },
    } = dataset;
    const called = naming(dataset);
    this.#naming = called;
    this.#offer(labels?.labelling?.columns ?? 1, called);
    for (const option of this.#order.options)
      option.hidden = option.disabled =
        (option.value.endsWith('label') && !labels) || (option.value.endsWith('mean') && !images);
    /** @type {HTMLElement} */ (this.#labels.parentElement).hidden = !labels;
    this.#chance.hidden = query.order !== 'random';
    const unmeasured = !statistics || statistics.items < statistics.total;
    this.#measuring.hidden = query.order !== 'mean' || !unmeasured;
    this.#measuring.textContent = `Measuring the images first: ${statistics ? Math.floor((100 * statistics.items) / Math.max(1, statistics.total)) : 0}%`;
    this.#kept = dataset.bookmarks;
    this.#total = total(dataset);
    this.#bookmarks.hidden = this.#kept.size === 0;
    const count = `${grouped(this.#kept.size)} bookmark${this.#kept.size === 1 ? '' : 's'}`;
    /** @type {HTMLElement} */ (this.#bookmarks.firstElementChild).textContent = count;
    if (queryId === this.#queryId && this.#first === firstNumber) return;
    this.#queryId = queryId;
    this.#query = query;
    this.#first = firstNumber;
    this.#fromOne.checked = this.#first === 1;
    this.#items.placeholder = `17, ${this.#first}-${this.#first + 99}`;
    this.#order.value = (query.descending ? '-' : '') + query.order + (query.order === 'column' ? query.column : '');
    const [filter] = query.columns;
    if (filter && !query.columns.some(({ column }) => column === Number(this.#column.value)))
      this.#column.value = String(filter.column);
    this.#tell();
    this.#seed.value = String(query.seed);
    this.#labels.value = written(query.labels, (label) => show(label, called.type));
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
    const all = Array.from({ length: columns < 2 ? 0 : Math.min(columns, MOST) }, (_, column) => column);
    this.#column.replaceChildren(...all.map((column) => new Option(meaning(called, column), String(column))));
    this.#order.querySelectorAll('[value*=column]').forEach((option) => option.remove());
    const last = this.#order.querySelector('[value=mean]');
    for (const column of all) {
      const name = columnName(column, called);
      last?.before(new Option(name, `column${column}`), new Option(`${name}, descending`, `-column${column}`));
    }
  }

  /** Writes what the column chosen is filtered by. */
  #tell() {
    const filter = this.#query?.columns.find(({ column }) => column === Number(this.#column.value));
    this.#numbers.value = written(filter?.ranges ?? null, (number) => show(number, this.#naming?.type ?? 'f64'));
  }

  /**
   * Takes what is entered into a field, or says what it is not.
   * @param {HTMLInputElement} input
   * @param {(text: string) => string} otherwise
   * @param {(text: string) => Partial<Query> | null} read
   */
  #take(input, otherwise, read) {
    input.addEventListener('change', () => {
      const text = input.value.trim();
      const numbers = input === this.#items ? text.match(GROUPED) : null;
      // Beyond the last item it can only be several.
      const one = numbers?.find((one) => itemOf(Number(one.replaceAll(',', '')), this.#first) < this.#total);
      const change = one ? null : read(text);
      this.#complaint.hidden = change !== null;
      this.#complaint.textContent = change
        ? ''
        : one
          ? `“${one}” can be one number or several: write ${one.replaceAll(',', '')} or ${one.replaceAll(',', ', ')}.`
          : `“${text}” is ${otherwise(text)}.`;
      if (change) input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      if (change) intend(this, { type: 'find', change });
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') input.dispatchEvent(new Event('change'));
    });
  }

  /**
   * The labels in a list: numbers, ranges, and names of classes, or a part of each.
   * @param {string} text
   * @returns {Range[] | null}
   */
  #classes(text) {
    const { names } = /** @type {Naming} */ (this.#naming);
    /** @param {string} part */
    const named = (part) => {
      const all = [...names];
      const exact = all.filter(([, name]) => name === part);
      const alike = all.filter(([, name]) => name.toLowerCase().includes(part.toLowerCase()));
      return (exact.length ? exact : alike).map(([label]) => /** @type {Range} */ ([label, label]));
    };
    const parts = text.split(',').map((part) => part.trim());
    const found =
      ranges(text) ??
      (parts.every((part) => part && (ranges(part) ?? named(part)).length)
        ? parts.flatMap((part) => ranges(part) ?? named(part))
        : null);
    return this.#rounded(found);
  }

  /**
   * Of floats, 0.1 means the number that is shown so.
   * @param {Range[] | null} found
   * @returns {Range[] | null}
   */
  #rounded(found) {
    return this.#naming?.type === 'f32'
      ? (found?.map(([least, greatest]) => [Math.fround(least), Math.fround(greatest)]) ?? null)
      : found;
  }

  /** @param {string} of */
  #field(of) {
    return /** @type {HTMLInputElement} */ (this.querySelector(`${of} input`));
  }
}

function chance() {
  return Math.floor(Math.random() * 1e4);
}

/**
 * @param {Range[] | null} list
 * @param {(number: number) => string} write
 */
function written(list, write) {
  return list
    ? list
        .map(([least, greatest]) => (Object.is(least, greatest) ? write(least) : `${write(least)}..${write(greatest)}`))
        .join(', ')
    : '';
}
