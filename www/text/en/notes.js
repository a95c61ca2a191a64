/** Notes above the items: how they are shown or read, what may be better, and the buttons that change it. */

import { layouts } from './layouts.js';
import { counted, shape as sizes } from './numbers.js';

/** @import { Layout, Slot } from '../../engine/protocol.js' */

export const notes = {
  dismiss: 'Dismiss',

  transposed: 'EMNIST stores rows as columns, so its images are shown transposed.',
  showAsStored: 'Show as stored',
  bright: 'The background of these images is white in the file.',
  invert: 'Show dark on light',

  /** @param {Slot} slot @param {Layout} layout */
  readAs: (slot, layout) => `The ${slot} are read as ${layouts.inWords(layout)}.`,
  readAsHeader: 'Read as the header says',
  itemsLast: {
    /** @param {number[]} shape */
    question: (shape) => `The last dimension of ${sizes(shape)} may count the images.`,
    /** @param {number[]} shape */
    answer: (shape) => `Read as ${counted(shape.at(-1) ?? 0, 'image')} of ${ofImage(shape.slice(0, -1))}`,
    /** @param {number[]} shape  of the file */
    moved: (shape) => `The file has the shape ${sizes(shape)}. Its last dimension counts the images.`,
  },
  /** @param {Slot} slot @param {'nested' | 'long-blocks'} reason */
  slowJump: (slot, reason) =>
    reason === 'nested'
      ? `Pages of these ${slot} are unpacked from the start of the file each time, because it is gzip inside gzip. Unpack the outer layer to page quickly.`
      : `Pages of these ${slot} may take long, because the blocks of this .gz are so long that it can be entered at few places. Pack it again with gzip to page quickly.`,
  /** @param {Slot} slot */
  recalled: (slot) => `Index of the ${slot} from an earlier visit; checksum not checked this time.`,
  checkNow: 'Check now',
  openSeparately: 'Open as separate dataset',

  /**
   * Where the core has found the channels.
   * @param {boolean} last  whether they are the last dimension
   * @param {number[]} shape  of an image, as it is shown
   */
  channels(last, shape) {
    const order = last ? 'pixel by pixel: red, green, blue' : 'one after the other: all red, all green, all blue';
    return `The values suggest that the channels are stored ${order}. Shown as ${sizes(shape)}.`;
  },
  /** @param {number[]} shape */
  showAs: (shape) => `Show as ${sizes(shape)}`,

  /** @param {string} labels @param {string} images  names of files */
  pairedByCount: (labels, images) =>
    `${labels} and ${images} have the same number of items, but different names. The labels may belong to another dataset.`,
  /** @param {string} predictions @param {string} images  names of files */
  predictionsAsLabels: (predictions, images) =>
    `${predictions} is shown as labels: it has as many items as ${images}. Drop the labels to compare it with them.`,
  keepLabels: 'Keep labels',
  removeLabels: 'Remove labels',

  /** @param {string} file @param {number} named  the first class with a name @param {number} first  label */
  numbering: (file, named, first) =>
    `${file} counts classes from ${named}, but the labels count from ${first}. Each class may have the name of another one.`,
  /** @param {number} first */
  countFrom: (first) => `Count names from ${first}`,
  keepNames: 'Keep names',

  whichDataset: 'Name the classes?',
  otherDataset: 'No names',
  closeQuestion: 'Do not ask again',
};

/** @param {number[]} shape */
function ofImage(shape) {
  return shape.length > 1 ? sizes(shape) : counted(shape[0], 'value');
}
