/** What stands in the cells of a page. */

import { predictedClass } from '../state/index.js';
import { text } from '../text/index.js';
import { show, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';

/**
 * @import { Predicted } from '../state/index.js'
 * @import { Naming } from '../text/naming.js'
 * @import { CellLayout } from './cell-layout.js'
 *
 * @typedef {object} PageTexts
 * @property {(number | null)[]} labels
 * @property {Naming} naming
 * @property {number[]} items
 * @property {Predicted | null} predicted  what is predicted for the items, if something is
 * @property {number} longest  characters of the longest number of an item
 */

/**
 * The label in a cell: without its name where a predicted class stands beside it.
 * @param {Naming} naming
 * @param {number | null} label
 * @param {number | undefined} predicted
 */
export function labelIn(naming, label, predicted) {
  if (predicted === undefined) return label === null ? '' : titled(naming, label);
  return label === null ? text.items.unlabelled : show(label, naming.type);
}

/**
 * Characters of what a cell says below its picture.
 * @param {Naming} naming
 * @param {number | null} label
 * @param {number | undefined} predicted
 */
function lengthIn(naming, label, predicted) {
  const beside = predicted === undefined ? '' : text.items.beside(show(predicted, naming.type));
  return labelIn(naming, label, predicted).length + beside.length;
}

/**
 * The numbers of a row's items as one text, whose tab stops count from the right edge: a text in each cell would take
 * twice as long to lay out.
 * @param {ArrayLike<number>} items
 * @param {number} first
 * @param {number} columns
 * @param {number} firstNumber
 */
export function numbersIn(items, first, columns, firstNumber) {
  return Array.from({ length: columns }, (_, index) => {
    const item = items[first + columns - 1 - index];
    // Not grouped, because there is little room beside a label.
    return item === undefined ? '' : String(numberOf(item, firstNumber));
  }).join('\t');
}

/**
 * Tells the stylesheet which texts there are, and whether the numbers of the items have room beside the labels.
 * @param {HTMLElement} grid
 * @param {CellLayout} layout
 * @param {PageTexts} texts
 */
export function fitTexts({ classList }, { stacked, picture }, { labels, naming, items, predicted, longest: number }) {
  const named = !predicted && labels.some((label) => label !== null && naming.names.has(label));
  const longest = Math.max(
    0,
    ...labels.map((label, at) => lengthIn(naming, label, predictedClass(predicted, items[at]))),
  );
  const width = (named ? 7 : 8) * longest + 6.4 * number + 3;
  classList.toggle('named', named);
  classList.toggle('stacked', stacked);
  classList.toggle('unnumbered', !stacked && picture.width < width);
}
