/** Notes above the items: how they are shown or read, what may be better, and the buttons that change it. */

import { layouts } from './layouts.js';

/** @import { Slot } from '../../engine/protocol.js' */

/** @param {number[]} shape */
const sizes = (shape) => shape.join(' x ');

export const notes = {
  dismiss: 'Dismiss',

  transposed: 'EMNIST stores rows as columns, so its images are shown transposed.',
  showAsStored: 'Show as stored',
  bright: 'The edges of these images are bright: their ink is dark already.',
  invert: 'Invert',

  /** @param {Slot} slot @param {string} layout */
  readAs: (slot, layout) => `The ${slot} are read as ${layouts.inWords(layout)}.`,
  readAsHeader: 'Read as the header says',
  openSeparately: 'Open it as a dataset of its own',

  /**
   * Where the core has found the channels.
   * @param {boolean} last  whether they are the last dimension
   * @param {number[]} shape  of an image, as it is shown
   */
  channels(last, shape) {
    const where = last
      ? 'side by side: red, green, blue of one pixel after the other'
      : 'apart: all of red, then all of green, all of blue';
    return `By its values, which are alike from row to row, the channels of an image are ${where}. Shown as ${sizes(shape)}.`;
  },
  /** @param {number[]} shape */
  showAs: (shape) => `Show as ${sizes(shape)}`,

  whichDataset: 'Several sets have files of this name. Which one is this?',
  otherDataset: 'another',
};
