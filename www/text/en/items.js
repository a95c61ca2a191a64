/** Names for items, pages and labels. */

import { counted, grouped, range } from './numbers.js';

/**
 * @import { DecisionStatus } from '../../state/decisions.js'
 * @import { ItemKind } from '../../state/views.js'
 */

/** @type {Record<ItemKind, string>} */
const KINDS = { image: 'image', row: 'row', signal: 'signal', label: 'label', value: 'value' };

/** @type {Record<DecisionStatus, string>} */
const DECIDED = { corrected: 'corrected', kept: 'label kept', excluded: 'excluded', unclear: 'unclear' };

/** @param {ItemKind} kind */
function title(kind) {
  return KINDS[kind][0].toUpperCase() + KINDS[kind].slice(1);
}

export const items = {
  title,

  /** @param {ItemKind} kind */
  single: (kind) => KINDS[kind],

  /** @param {ItemKind} kind */
  several: (kind) => `${KINDS[kind]}s`,

  /**
   * @param {ItemKind} kind
   * @param {number} count
   */
  counted: (kind, count) => counted(count, KINDS[kind]),

  /**
   * An item, where one is shown alone.
   * @param {ItemKind} kind
   * @param {number} number
   * @param {string} label  '' if there is none
   */
  named: (kind, number, label) => `${title(kind)} ${grouped(number)}${label && `, label ${label}`}`,

  /**
   * The accessible name of an item's cell. Its number is not grouped: scripts and tests find cells by it.
   * @param {ItemKind} kind
   * @param {number} number
   * @param {string} label  '' if there is none
   */
  cell: (kind, number, label) => `${title(kind)} ${number}${label && `, label ${label}`}`,

  /**
   * The same of a cell whose item is a label.
   * @param {ItemKind} kind
   * @param {number} number
   * @param {string | null} label
   */
  namedLabel: (kind, number, label) => `${title(kind)} ${number}, ${label ?? items.notRead}`,

  /** A predicted class, beside the label. @param {string} predicted */
  beside: (predicted) => ` | ${predicted}`,
  unlabelled: '–',
  /** Follows an item's accessible name. @param {string} predicted */
  predicted: (predicted) => `, predicted ${predicted}`,

  notRead: 'not read yet',
  bookmarked: 'bookmarked',
  /** A corrected label in the grid. @param {string} old @param {string} label */
  correction: (old, label) => `${old}→${label}`,
  /** @param {DecisionStatus} status @param {string} label  the new one, or '' */
  decided: (status, label) => (label ? `corrected to ${label}` : DECIDED[status]),

  /**
   * The grid's accessible name.
   * @param {ItemKind} kind
   * @param {string} dataset
   */
  grid: (kind, dataset) => `${title(kind)}s of ${dataset}`,
  noMatch: 'No items match this filter.',
  /** @param {number} column @param {number} columns */
  noColumn: (column, columns) =>
    columns
      ? `No items match this filter: the labels have no column ${grouped(column)} (${range(0, columns - 1)}).`
      : `No items match this filter: there are no labels with a column ${grouped(column)}.`,
  none: 'This file has no items.',

  pages: {
    landmark: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    page: 'Page',
    before: 'page',
    /** @param {number} pages */
    of: (pages) => `of ${grouped(pages)}`,
    goTo: 'Go to item',
    placeholder: 'item',
    range,
    /**
     * @param {string} typed
     * @param {[number, number]} bounds
     */
    unreadable: (typed, [first, last]) => `Can’t read “${typed}”. Try ${range(first, last)}.`,
    /**
     * @param {number} page
     * @param {[number, number]} bounds
     */
    noPage: (page, [first, last]) => `There is no page ${grouped(page)} (${range(first, last)}).`,
    /**
     * @param {number} item
     * @param {[number, number]} bounds
     */
    noItem: (item, [first, last]) =>
      last < first ? 'There are no items.' : `There is no item ${grouped(item)} (${range(first, last)}).`,
    /** @param {number} item */
    filtered: (item) => `Item ${grouped(item)} does not match this filter. Clear the filter to see it.`,
  },
};
