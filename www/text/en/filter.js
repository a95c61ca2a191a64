/** The filter and the order in words. */

import { grouped, valueRange } from './numbers.js';

export const filter = {
  /** @param {string} list  of labels @param {boolean} several */
  labels: (list, several) => `${several ? 'labels' : 'label'} ${list}`,
  /** @param {string} list  of labels @param {boolean} several */
  exceptLabels: (list, several) => `all but ${filter.labels(list, several)}`,
  /** @param {string} list  of item numbers @param {boolean} several */
  items: (list, several) => `${several ? 'items' : 'item'} ${list}`,
  /** @param {string} column @param {string} list  of its values */
  column: (column, list) => `${column} ${list}`,
  /** @param {number} number */
  columnNumber: (number) => `column ${grouped(number)}`,
  valueRange,
  /** @param {string} filter */
  clear: (filter) => `Clear the filter: ${filter}`,

  order: {
    /** @param {string} order */
    missing: (order) => `not sorted ${order}: not in these files`,
    /** @param {number} seed */
    random: (seed) => `shuffled, seed ${grouped(seed)}`,
    /** @param {boolean} descending */
    mean: (descending) => `by mean, ${descending ? 'highest' : 'lowest'} first`,
    /** @param {boolean} descending */
    label: (descending) => `by label${descending ? ', descending' : ''}`,
    /** @param {string} column @param {boolean} descending */
    column: (column, descending) => `by ${column}${descending ? ', descending' : ''}`,
    /** @param {boolean} descending */
    number: (descending) => (descending ? 'by number, descending' : ''),
  },
};
