/** The views: ways to show the items of a dataset. The core decides which of them fit a file. */

/**
 * @import { View } from '../engine/protocol.js'
 * @typedef {'image' | 'row' | 'signal' | 'label' | 'value'} ItemKind  the texts have a noun for each
 *
 * @typedef {object} ViewTraits
 * @property {ItemKind} item  the kind of its items
 * @property {boolean} isPaged  whether it shows pages of cells
 * @property {boolean} isPainted  whether it shows values as colours
 * @property {boolean} isLine  whether the panel shows an item as a line
 */

const CELLS = { isPaged: true, isPainted: true, isLine: false };

/** By their names in links. @type {Record<View, ViewTraits>} */
export const VIEWS = {
  images: { ...CELLS, item: 'image' },
  slice: { ...CELLS, item: 'image' },
  heat: { item: 'row', isPaged: false, isPainted: true, isLine: true },
  signals: { item: 'signal', isPaged: true, isPainted: false, isLine: true },
  table: { item: 'row', isPaged: false, isPainted: false, isLine: true },
  labels: { ...CELLS, item: 'label' },
  plot: { item: 'value', isPaged: false, isPainted: false, isLine: false },
};

/**
 * The view of this name, or ''.
 * @param {string | null} name
 */
export function viewNamed(name) {
  return name !== null && Object.hasOwn(VIEWS, name) ? /** @type {View} */ (name) : '';
}
