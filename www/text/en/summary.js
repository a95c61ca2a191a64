/** The summary of a dataset, part by part. */

import { items } from './items.js';
import { counted, grouped, shape } from './numbers.js';

/**
 * @import { Status } from '../../engine/protocol.js'
 * @import { ItemKind } from '../../state/views.js'
 */

export const summary = {
  inspecting: 'Inspecting files',
  /** @param {number} percent */
  read: (percent) => `${percent}% read`,
  searching: 'searching',
  /** How many parts have no room. @param {number} count */
  more: (count) => `+${grouped(count)}`,
  /** @param {number} percent */
  measured: (percent) => `${percent}% measured`,
  /** @param {ItemKind} kind @param {number} count */
  items: (kind, count) => items.counted(kind, count),
  /** @param {ItemKind} kind @param {number} count */
  itemsSoFar: (kind, count) => `${summary.items(kind, count)} so far`,
  /** @param {ItemKind} kind @param {number} count @param {number} promised */
  someItems: (kind, count, promised) => `${grouped(count)} of ${items.counted(kind, promised)}`,
  /** @param {ItemKind} kind @param {number} count @param {number} promised */
  stopped: (kind, count, promised) => `stopped at ${summary.someItems(kind, count, promised)}`,
  shape,
  /** @param {number} count */
  valuesEach: (count) => `${counted(count, 'value')} each`,
  /**
   * How the elements of an item become rows and columns; '' if that is the header's own way.
   * @param {Pick<Status, 'arrangement' | 'shape' | 'rows' | 'columns' | 'channels'>} images
   */
  arrangement({ arrangement, shape: sizes, rows, columns, channels }) {
    switch (arrangement) {
      case 'row':
        return `${counted(columns, 'value')} in a row`;
      case 'square':
        return `${counted(rows * columns, 'value')} as ${shape([rows, columns])}`;
      case 'colour-square':
        return `${counted(3 * rows * columns, 'value')} as ${shape([3, rows, columns])}`;
      case 'channels-last':
        return `${channels} channels last, as colour`;
      case 'channels-first':
        return `${channels} channels first, as colour`;
      case 'slices':
        return sizes.slice(1, -2).some((size) => size !== 1) ? 'slices one below the other' : '';
      case 'channels':
        return sizes.at(-1) === 1 ? '' : 'channels side by side';
      default:
        return '';
    }
  },
  /** @param {number} rows @param {number} columns  both counted from 1 */
  dimensions: (rows, columns) => `dimensions ${rows} and ${columns}`,
  /** @param {number} dimension  counted from 1 @param {number} place */
  dimensionAt: (dimension, place) => `dimension ${dimension} at ${grouped(place)}`,
  labelsFrom: 'labels from ',
  noLabels: 'no labels',
  onlyLabels: 'labels only',
  /** @param {number[]} sizes  of labels with several columns */
  columns: (sizes) => `${shape(sizes)} labels`,
  oneHot: 'one-hot',
  largestColumn: 'using the index of the largest value',
  /** @param {number} column @param {string} meaning  '' if it is unknown */
  column: (column, meaning) => `using column ${column}${meaning && `: ${meaning}`}`,
  /** @param {number} found @param {number} all */
  matches: (found, all) => `${grouped(found)} of ${grouped(all)}`,
  fromOne: 'numbered from 1',
  /** @param {number} page  counted from 1 @param {number} pages */
  page: (page, pages) => `page ${grouped(page)} of ${grouped(pages)}`,
};
