/** <filter-chip>: says that a filter is on, and clears it. */

import { isFilter, toRanges } from '../state.js';
import { titled } from './cells.js';
import { intend } from './intent.js';

/**
 * @import { Counts } from '../engine/protocol.js'
 * @import { Dataset, Query, Range } from '../state.js'
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
    const text = describeFilter(dataset.query, dataset.counts);
    this.#text.textContent = text;
    this.#button.ariaLabel = this.#button.title = `Show all items again, not only ${text}`;
  }
}

/**
 * What a query leaves over, in words.
 * @param {Query} query
 * @param {Counts | null} counts  for the names of classes
 */
export function describeFilter({ labels, except, items }, counts) {
  const called = labels && `${except ? 'all but ' : ''}${list('label', labels, counts)}`;
  return [called, items && list('item', items)].filter((part) => part !== null).join(', ');
}

/**
 * @param {Query} query
 */
export function describeOrder({ order, descending, seed }) {
  if (order === 'random') return `at random, seed ${seed}`;
  if (order === 'label') return descending ? 'by label, the last first' : 'by label';
  return descending ? 'the last first' : '';
}

/**
 * @param {string} noun
 * @param {Range[]} ranges
 * @param {Counts | null} [counts]
 */
function list(noun, ranges, counts) {
  /** @param {string} label */
  const name = (label) => titled(label, counts?.classes.find((known) => known.label === label)?.name ?? null);
  const text = ranges.slice(0, SHOWN).map((range) => name(toRanges([range])).replace('..', ' to ')).join(', ');
  const cut = ranges.length > SHOWN || text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const several = ranges.length > 1 || ranges.some(([least, greatest]) => least < greatest);
  return `${noun}${several ? 's' : ''} ${cut}`;
}
