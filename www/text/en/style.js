/** How items are drawn: view, size, colours, orientation, shape, axes. */

import { counted, grouped, range } from './numbers.js';

/** @import { State } from '../../state/index.js' */

export const style = {
  title: 'Style',
  view: 'Show as',
  size: 'Size',
  /** @param {number} enlarged  times @param {number} shrunk  times */
  scale: (enlarged, shrunk) => (shrunk > 1 ? `1/${shrunk}` : `${enlarged}×`),
  background: 'Background',
  light: 'light',
  dark: 'dark',
  perPage: 'Per page',
  fitWindow: 'fit window',
  more: 'More',
  reset: 'Reset view',

  palette: 'Palette',
  /** @type {Record<State['palette'], string>} */
  palettes: { gray: 'greyscale', viridis: 'viridis', magma: 'magma', cividis: 'cividis', 'blue-red': 'blue to red' },
  range: 'Range',
  ofBytes: range(0, 255),
  ofFile: 'of the file',
  ofEachItem: 'each item: min–max',
  fixed: 'fixed',
  min: 'Minimum',
  max: 'Maximum',
  badRange: 'Type two numbers, the smaller one first.',

  orientation: 'Orientation',
  rotate: 'Rotate',
  transpose: 'Transpose',
  transposeHint: 'Transpose: rows as columns (t)',
  rotateRight: 'Rotate right',
  flipHorizontally: 'Flip left to right',
  flipVertically: 'Flip upside down',
  /** @param {string} orientation */
  oriented: (orientation) => `Images are ${orientation}.`,
  shape: 'Shape',
  badShape: 'Can’t read this shape. Try 28 × 28 or 32 × 32 × 3.',
  /** @param {number} count @param {number} typed */
  wrongShape: (count, typed) => `An item has ${counted(count, 'value')}, not ${grouped(typed)}.`,

  axes: {
    roles: { r: 'Rows', c: 'Columns', k: 'Colour' },
    none: 'none',
    /** @param {number} dimension  counted from 1 */
    dimension: (dimension) => `Dimension ${dimension}`,
    /** @param {number} dimension  counted from 1 */
    short: (dimension) => `dim. ${dimension}`,
    /** @param {number} dimension  counted from 1 @param {number} size */
    sized: (dimension, size) => `dim. ${dimension} (${grouped(size)})`,
    /** @param {number} last */
    bounds: (last) => range(0, last),
    /** @param {string} name @param {number} last */
    bounded: (name, last) => `${name}, ${range(0, last)}`,
  },
};
