/** The classes of the labels, and the files of a dataset. */

import { counted, grouped } from './numbers.js';

export const classes = {
  title: 'Classes',
  list: 'Items per class',
  allBut: 'Hide these',
  all: 'Show all',
  allShort: 'All',
  /** @param {number} labels */
  counted: (labels) => `of ${counted(labels, 'label')}`,
  /** @param {string} name */
  hint: (name) => `Label ${name}: click to see only these, with Shift to add them`,
  /** @param {number} count @param {string} dataset  its name, where there are two */
  more: (count, dataset) => `and ${counted(count, 'further value')}${dataset && ` of ${dataset}`}`,
  /** @param {string} dataset */
  of: (dataset) => ` of ${dataset} `,
  /** @param {number} count @param {number} total */
  share: (count, total) => `${grouped(count)}, ${total ? ((100 * count) / total).toFixed(1) : 0}%`,
  /** @param {string} list  of labels @param {boolean} several @param {string} dataset  its name, where there are two */
  missing: (list, several, dataset) =>
    `No items of ${several ? 'classes' : 'class'} ${list}${dataset && ` in ${dataset}`}`,
  unknown: '?',
  /** @param {string} dataset */
  noLabels: (dataset) => `${dataset}: no labels`,
};

export const pairing = {
  title: 'Files',
  images: 'Images',
  labels: 'Labels',
  none: 'none',
  memory: 'Keep in memory',
  close: 'Close dataset',
  closeShort: 'Close',
  /** @param {number} bytes */
  size: (bytes) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${Number((bytes / 1e9).toFixed(1))} GB`),
  /** @param {string[]} files */
  unpacked: (files) =>
    `${files.join(' and ')} can’t be read in parts, so idxlens unpacks ${files.length > 1 ? 'them' : 'it'} from the start.`,
  /** @param {number} bytes */
  kept: (bytes) => `The file unpacks to ${pairing.size(bytes)} and is kept: any page appears at once.`,
  /** @param {number} bytes */
  partlyKept: (bytes) =>
    `The file unpacks to ${pairing.size(bytes)}; a part is kept. Other pages are unpacked again when they are shown.`,
  notUnpacked: 'The file was not unpacked to its end. Open it again to go on.',
  /** @param {number} images @param {number} labels */
  mismatch: (images, labels) =>
    `There are ${counted(images, 'image')} and ${counted(labels, 'label')}. The first ${grouped(Math.min(images, labels))} are shown with labels.`,
  /** @param {number} files */
  unused: (files) => `${counted(files, 'unused label file')}; choose one above to use it.`,
  /** @param {string} file @param {number} labels @param {number} images */
  unusedFile: (file, labels, images) =>
    `${file} has ${counted(labels, 'label')} for ${counted(images, 'image')}; choose it above to use it.`,
  /** @param {string} file @param {number} items */
  fileWithCount: (file, items) => `${file}, ${grouped(items)}`,
  /** @param {string} file @param {number} items @param {string} dataset */
  fileOf: (file, items, dataset) => `${file}, ${grouped(items)}, of ${dataset}`,
};
