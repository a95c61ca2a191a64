/** One item in the panel. */

import { items } from './items.js';
import { grouped, shape, valueRange } from './numbers.js';

/** @import { ItemKind } from '../../state/views.js' */

export const item = {
  previous: 'Previous item',
  next: 'Next item',
  bookmark: 'Bookmark',
  bookmarkHint: 'Bookmark this item (s)',
  close: 'Close item',
  closeHint: 'Close item (Esc)',
  /** @param {number} number @param {string} dataset  its name, where there are two */
  number: (number, dataset) => `item ${grouped(number)}${dataset && ` of ${dataset}`}`,
  /** @param {ItemKind} kind @param {number} number @param {number} rows @param {number} columns @param {string} label  '' if there is none */
  picture: (kind, number, rows, columns, label) =>
    `${items.title(kind)} ${grouped(number)}, ${shape([rows, columns])}${label && `, label ${label}`}`,
  pictureKeys: 'Arrow keys move from value to value.',
  sameLabel: 'Same label',
  previousSame: 'Previous item with the same label',
  nextSame: 'Next item with the same label',
  hint: 'Tap a pixel, or point at it, to read its value.',
  /** @param {number} row @param {number} column */
  place: (row, column) => `row ${grouped(row)}, column ${grouped(column)}: `,
  /** @param {string[]} values  one for each channel */
  value: (values) => `value ${values.join(', ')}`,
  notRead: 'not read yet',
  limits: valueRange,
  range: 'range',
  /** Of the picture that the image was made of. */
  file: 'file',
  mean: 'mean',
  deviation: 'std',
  allZero: 'all zero',
  /**
   * A range, and how many values it leaves out.
   * @param {string} range  '' if there is none
   * @param {number} nan
   * @param {number} infinite
   */
  withOthers: (range, nan, infinite) =>
    [range, nan && `${grouped(nan)} NaN`, infinite && `${grouped(infinite)} infinite`].filter(Boolean).join(', '),
  /** @param {boolean} ofClass  whether there are classes */
  distance: (ofClass) => (ofClass ? 'distance to class mean' : 'distance to mean'),
  rank: 'rank (1 = farthest)',
  /** @param {number} rank @param {number} size */
  rankOf: (rank, size) => `${grouped(rank)} of ${grouped(size)}`,
  compute: 'Compute',
  computing: '…',
  none: '–',
  values: 'Values',
  copyImage: 'Copy image',
  bytes: 'Bytes',
  copied: 'Copied.',
  saved: 'Saved as a file: this browser can’t copy images.',
  /** @param {number} number */
  fileName: (number) => `item-${number}.png`,
};
