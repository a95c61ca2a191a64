/** What the user decided about items. A set of decisions never changes: a change makes another set. */

import { ItemSet } from './item-set.js';

/**
 * @typedef {'corrected' | 'kept' | 'excluded' | 'unclear'} DecisionStatus
 *
 * @typedef {object} Decision
 * @property {DecisionStatus} status
 * @property {number} [label]  the new one of a corrected item
 * @property {string} [note]
 *
 * @typedef {object} Columns  a row for each item, in ascending order of the items
 * @property {Uint32Array} items
 * @property {Uint8Array} statuses  as places in STATUSES
 * @property {Float64Array} labels  NaN where there is none
 * @property {string[] | null} notes  null: there are none
 */

/** '' is no decision: a change with it removes one. @type {(DecisionStatus | '')[]} */
export const STATUSES = ['', 'corrected', 'kept', 'excluded', 'unclear'];

/**
 * The decisions stand in columns, in ascending order of their items: copying those of a million items takes some
 * milliseconds.
 */
export class Decisions {
  /** @readonly */
  columns;
  /** How many decisions have each status. @type {number[] | null} */
  #counts = null;

  /** @param {Columns} [columns] */
  constructor(columns = empty(0)) {
    this.columns = columns;
  }

  /**
   * The same decision about several items, or none.
   * @param {ItemSet} items
   * @param {Decision | null} decision
   */
  static about(items, decision) {
    const columns = empty(items.size);
    columns.items.set([...items]);
    columns.statuses.fill(STATUSES.indexOf(decision?.status ?? ''));
    columns.labels.fill(decision?.label ?? NaN);
    if (decision?.note) columns.notes = Array(items.size).fill(decision.note);
    return new Decisions(columns);
  }

  /**
   * The decisions in columns whose rows are in any order. Of several about an item the last one counts.
   * @param {Columns} rows
   */
  static of(rows) {
    const { items } = rows;
    if (items.every((item, at) => at === 0 || items[at - 1] < item)) return new Decisions(rows);
    const order = Uint32Array.from(items, (_, at) => at).sort((one, other) => items[one] - items[other] || one - other);
    const sorted = empty(items.length);
    let length = 0;
    for (let at = 0; at < order.length; at++)
      if (items[order[at]] !== items[order[at + 1]]) copy(rows, order[at], sorted, length++);
    return new Decisions(first(sorted, length));
  }

  get size() {
    return this.columns.items.length;
  }

  /**
   * Whether a change is about an item, too.
   * @param {number} item
   */
  has(item) {
    return this.columns.items[this.#placeOf(item)] === item;
  }

  /** @param {number} item @returns {Decision | null} */
  get(item) {
    const at = this.#placeOf(item);
    return this.columns.items[at] === item ? this.#at(at) : null;
  }

  /** Each item with its decision, for a few. @returns {Generator<[number, Decision | null]>} */
  *[Symbol.iterator]() {
    for (let at = 0; at < this.size; at++) yield [this.columns.items[at], this.#at(at)];
  }

  /**
   * How many decisions have a status.
   * @param {DecisionStatus} status
   */
  count(status) {
    if (!this.#counts) {
      this.#counts = STATUSES.map(() => 0);
      for (const code of this.columns.statuses) this.#counts[code]++;
    }
    return this.#counts[STATUSES.indexOf(status)];
  }

  /** The items with a decision. */
  get items() {
    return new ItemSet(this.columns.items);
  }

  /**
   * The decisions with a status.
   * @param {DecisionStatus} status
   */
  only(status) {
    const { items, statuses, labels, notes } = this.columns;
    const code = STATUSES.indexOf(status);
    const has = (/** @type {unknown} */ _, /** @type {number} */ at) => statuses[at] === code;
    return new Decisions({
      items: items.filter(has),
      statuses: statuses.filter(has),
      labels: labels.filter(has),
      notes: notes?.filter(has) ?? null,
    });
  }

  /**
   * What is decided here about the items of a change: the change that takes it back.
   * @param {Decisions} change
   */
  about(change) {
    const { items } = change.columns;
    const before = empty(items.length);
    before.items = items;
    for (let at = 0; at < items.length; at++) {
      const place = this.#placeOf(items[at]);
      if (this.columns.items[place] === items[at]) copy(this.columns, place, before, at);
    }
    return new Decisions(before);
  }

  /**
   * The decisions after a change.
   * @param {Decisions} change
   */
  with(change) {
    const one = this.columns;
    const other = change.columns;
    if (!change.size) return this;
    const next = empty(this.size + change.size);
    // Everything before and after the items of the change stays, and is copied at once.
    const from = this.#placeOf(other.items[0]);
    const to = this.#placeOf(other.items[change.size - 1] + 1);
    copyAll(one, 0, from, next, 0);
    let [at, length] = [from, from];
    for (let row = 0; row < change.size; row++) {
      const item = other.items[row];
      while (at < to && one.items[at] < item) copy(one, at++, next, length++);
      if (at < to && one.items[at] === item) at++;
      if (other.statuses[row]) copy(other, row, next, length++);
    }
    copyAll(one, to, this.size, next, length);
    return new Decisions(first(next, length + this.size - to));
  }

  /** @param {number} at @returns {Decision | null} */
  #at(at) {
    const { statuses, labels, notes } = this.columns;
    const status = STATUSES[statuses[at]];
    if (!status) return null;
    /** @type {Decision} */
    const decision = { status };
    if (!Number.isNaN(labels[at])) decision.label = labels[at];
    if (notes?.[at]) decision.note = notes[at];
    return decision;
  }

  /**
   * The place of an item, or the place where it would be.
   * @param {number} item
   */
  #placeOf(item) {
    const { items } = this.columns;
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle] < item) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param {number} length @returns {Columns} */
function empty(length) {
  return {
    items: new Uint32Array(length),
    statuses: new Uint8Array(length),
    labels: new Float64Array(length),
    notes: null,
  };
}

/**
 * Copies a row.
 * @param {Columns} from
 * @param {number} at
 * @param {Columns} to
 * @param {number} place
 */
function copy(from, at, to, place) {
  to.items[place] = from.items[at];
  to.statuses[place] = from.statuses[at];
  to.labels[place] = from.labels[at];
  if (from.notes?.[at]) (to.notes ??= Array(to.items.length).fill(''))[place] = from.notes[at];
}

/**
 * Copies the rows from one to before another.
 * @param {Columns} from
 * @param {number} start
 * @param {number} end
 * @param {Columns} to
 * @param {number} place
 */
function copyAll(from, start, end, to, place) {
  to.items.set(from.items.subarray(start, end), place);
  to.statuses.set(from.statuses.subarray(start, end), place);
  to.labels.set(from.labels.subarray(start, end), place);
  if (!from.notes) return;
  to.notes ??= Array(to.items.length).fill('');
  for (let at = start; at < end; at++) to.notes[place + at - start] = from.notes[at];
}

/**
 * The first rows.
 * @param {Columns} columns
 * @param {number} length
 * @returns {Columns}
 */
function first({ items, statuses, labels, notes }, length) {
  return {
    items: items.subarray(0, length),
    statuses: statuses.subarray(0, length),
    labels: labels.subarray(0, length),
    notes: notes?.slice(0, length) ?? null,
  };
}
