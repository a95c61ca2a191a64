/** <item-finder>: the order of the items, and which of them are shown, typed in. */

import { naming, show } from '../naming.js';
import { areItems, ranges } from '../state.js';
import { intend } from './intent.js';

/**
 * @import { Naming } from '../naming.js'
 * @import { Dataset, Query, Range } from '../state.js'
 */

export class ItemFinder extends HTMLElement {
  #order = /** @type {HTMLSelectElement} */ (this.querySelector('select'));
  #chance = /** @type {HTMLElement} */ (this.querySelector('.chance'));
  #seed = this.#field('.chance');
  #labels = this.#field('.labels');
  #items = this.#field('.items');
  #measuring = /** @type {HTMLElement} */ (this.querySelector('.measuring'));
  #marks = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('.marks button')]);
  #complaint = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
  /** @type {Query | null} */
  #query = null;
  /** @type {Naming | null} */
  #naming = null;

  connectedCallback() {
    const [byClick, all, save] = this.#marks;
    byClick.addEventListener('click', () => intend(this, { type: 'mark-by-click', on: byClick.ariaPressed !== 'true' }));
    all.addEventListener('click', () => intend(this, { type: 'mark-all' }));
    save.addEventListener('click', () => intend(this, { type: 'save-page' }));
    this.#order.addEventListener('change', () => {
      const [, minus, order] = /** @type {RegExpExecArray} */ (/^(-?)(.*)$/.exec(this.#order.value));
      const seed = order === 'random' ? chance() : 0;
      intend(this, { type: 'find', change: { order: /** @type {Query['order']} */ (order), descending: minus !== '', seed } });
    });
    this.#chance.querySelector('button')?.addEventListener('click', () => intend(this, { type: 'find', change: { seed: chance() } }));
    this.#take(this.#seed, 'no seed: a whole number up to 4,294,967,295, please', (text) => {
      const seed = Number(text || 0);
      return /^\d*$/.test(text) && seed < 2 ** 32 ? { seed } : null;
    });
    this.#take(this.#labels, 'no list of labels, like 3, 5-7, or of their names', (text) => {
      const labels = this.#classes(text);
      return labels || !text ? { labels, except: labels !== null && (this.#query?.except ?? false) } : null;
    });
    this.#take(this.#items, 'no list of item numbers, like 4821, 0-99', (text) => {
      const items = ranges(text);
      return (items && areItems(items)) || !text ? { items } : null;
    });
  }

  /** @param {{ dataset: Dataset, marksByClick: boolean }} props */
  render({ dataset, marksByClick }) {
    const [byClick, , save] = this.#marks;
    byClick.setAttribute('aria-pressed', String(marksByClick));
    save.hidden = !dataset.statuses.images;
    const { query, statistics, statuses: { images, labels } } = dataset;
    const called = naming(dataset);
    this.#naming = called;
    for (const option of this.#order.options) option.hidden = option.disabled = (option.value.endsWith('label') && !labels?.kept) || (option.value.endsWith('ink') && !images);
    this.#labels.disabled = !labels?.kept;
    /** @type {HTMLElement} */ (this.#labels.parentElement).hidden = !labels;
    this.#chance.hidden = query.order !== 'random';
    const unmeasured = !statistics || statistics.items < statistics.total;
    this.#measuring.hidden = query.order !== 'ink' || !unmeasured;
    this.#measuring.textContent = `Measuring the images first: ${statistics ? Math.floor((100 * statistics.items) / Math.max(1, statistics.total)) : 0}%`;
    if (query === this.#query) return;
    this.#query = query;
    this.#order.value = (query.descending ? '-' : '') + query.order;
    this.#seed.value = String(query.seed);
    this.#labels.value = written(query.labels, (label) => show(label, called.type));
    this.#items.value = written(query.items, String);
  }

  /**
   * Takes what is entered into a field, or says what it is not.
   * @param {HTMLInputElement} input
   * @param {string} otherwise
   * @param {(text: string) => Partial<Query> | null} read
   */
  #take(input, otherwise, read) {
    input.addEventListener('change', () => {
      const text = input.value.trim();
      const change = read(text);
      this.#complaint.hidden = change !== null;
      this.#complaint.textContent = change ? '' : `“${text}” is ${otherwise}.`;
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
    const { names, type } = /** @type {Naming} */ (this.#naming);
    /** @param {string} part */
    const named = (part) => {
      const all = [...names];
      const exact = all.filter(([, name]) => name === part);
      const alike = all.filter(([, name]) => name.toLowerCase().includes(part.toLowerCase()));
      return (exact.length ? exact : alike).map(([label]) => /** @type {Range} */ ([label, label]));
    };
    const parts = text.split(',').map((part) => part.trim());
    const found = ranges(text) ?? (parts.every((part) => part && (ranges(part) ?? named(part)).length) ? parts.flatMap((part) => ranges(part) ?? named(part)) : null);
    // 0.1 means the label that is shown so.
    return type === 'f32' ? (found?.map(([least, greatest]) => [Math.fround(least), Math.fround(greatest)]) ?? null) : found;
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
  return list ? list.map(([least, greatest]) => (Object.is(least, greatest) ? write(least) : `${write(least)}..${write(greatest)}`)).join(', ') : '';
}
