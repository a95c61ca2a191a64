/** The actions on selected items. */

import { grouped } from './numbers.js';

export const selection = {
  landmark: 'Selected items',
  /** @param {number} count */
  count: (count) => `${grouped(count)} selected`,
  /** @param {string} dataset  its name, or how many items it has */
  of: (dataset) => `of ${dataset}`,
  copy: 'Copy numbers',
  showOnly: 'Show only these',
  showOnlyShort: 'Show only',
  bookmark: 'Bookmark',
  save: 'Save as PNG',
  saveShort: 'PNG',
  export: 'Export…',
  clear: 'Clear selection',
  clearShort: 'Clear',
  done: 'Done',
  doneHint: 'A click opens items again',
  clickSelects: 'click to select',
  tapSelects: 'tap to select',
  /** @param {number} count */
  cleared: (count) => `${grouped(count)} deselected.`,
  undo: 'Undo',
  numbers: 'Numbers of the selected items',
  copied: 'numbers copied',
  below: 'numbers below',
  saved: 'saved',
  /** @param {number} count */
  firstSaved: (count) => `the first ${grouped(count)} saved`,
  notSaved: 'could not be saved',
  /** @param {string} dataset @param {number} count */
  fileName: (dataset, count) => `${dataset}-${count}.png`,
  /** @param {string} dataset @param {number} number */
  pageFileName: (dataset, number) => `${dataset}-from-${number}.png`,
};
