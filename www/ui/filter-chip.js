/** <filter-chip>: says that a filter is on, and clears it. */

import { isFilter, toRanges } from '../state/index.js';
import { naming, show, titled } from '../text/naming.js';
import { numbersOf } from '../text/numbering.js';
import { intend } from './intent.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset, Query, Range } from '../state/index.js'
 */

/** Characters of a list of numbers that are shown. */
const SHOWN = 40;

export class FilterChip extends HTMLElement {
  #button = /** @type {HTMLButtonElement} */ (this.querySelector('button'));
  #text = /** @type {HTMLElement} */ (this.querySelector('bdi'));

  connectedCallback() {
    this.#button.addEventListener('click', () => intend(this, { type: 'clear' }));
  }

  /** @param {Dataset | null} dataset */
  render(dataset) {
    this.hidden = !dataset || !isFilter(dataset.query);
    if (!dataset || this.hidden) return;
    const text = describeFilter(dataset.query, naming(dataset));
    this.#text.textContent = text;
    this.#button.ariaLabel = this.#button.title = `Show all items again, not only ${text}`;
  }
}

/**
 * What a query leaves over, in words.
 * @param {Query} query
 * @param {Naming} naming
 */
export function describeFilter({ labels, except, columns, items }, naming) {
  const called =
    labels &&
    `${except ? 'all but ' : ''}${list('label', labels, ([least, greatest]) => (Object.is(least, greatest) ? titled(naming, least) : `${show(least, naming.type)} to ${show(greatest, naming.type)}`))}`;
  const numbers = columns.map(
    ({ column, ranges }) =>
      `${named(column, naming)} ${written(ranges, ([least, greatest]) => (Object.is(least, greatest) ? show(least, naming.type) : `${show(least, naming.type)} to ${show(greatest, naming.type)}`))}`,
  );
  return [
    called,
    ...numbers,
    items && list('item', items, (range) => toRanges(numbersOf([range])).replace('..', ' to ')),
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/**
 * @param {Query} query
 * @param {Naming} naming
 */
export function describeOrder({ order, column, descending, seed }, naming) {
  if (order === 'random') return `at random, seed ${seed}`;
  if (order === 'ink') return descending ? 'by ink, the most first' : 'by ink';
  if (order === 'label') return descending ? 'by label, the last first' : 'by label';
  if (order === 'column') return `by ${named(column, naming)}${descending ? ', the last first' : ''}`;
  return descending ? 'the last first' : '';
}

/**
 * What a column holds, or else its number.
 * @param {number} column
 * @param {Naming} naming
 */
export function named(column, { meanings }) {
  return meanings[column] ?? `column ${column}`;
}

/**
 * @param {string} noun
 * @param {Range[]} ranges
 * @param {(range: Range) => string} write
 */
function list(noun, ranges, write) {
  const several = ranges.length > 1 || ranges.some(([least, greatest]) => least < greatest);
  return `${noun}${several ? 's' : ''} ${written(ranges, write)}`;
}

/**
 * @param {Range[]} ranges
 * @param {(range: Range) => string} write
 */
function written(ranges, write) {
  const text = ranges.slice(0, SHOWN).map(write).join(', ');
  return ranges.length > SHOWN || text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
