/** Opening files, reading them, the tabs of datasets. */

import { counted, grouped } from './numbers.js';

/** A number of bytes, in the unit that suits the largest of them. @param {number} count @param {number} largest */
function inUnit(count, largest) {
  const [unit, name] = largest < 1e6 ? [1e3, 'KB'] : largest < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return { figure: (count / unit).toFixed(1), name };
}

/** The size of a file. @param {number} bytes */
export function fileSize(bytes) {
  const { figure, name } = inUnit(bytes, bytes);
  return bytes < 1e3 ? counted(bytes, 'byte') : `${figure} ${name}`;
}

/** The well-known datasets. @type {Record<string, string>} */
const SETS = {
  mnist: 'MNIST',
  qmnist: 'QMNIST',
  'fashion-mnist': 'Fashion-MNIST',
  kmnist: 'KMNIST',
  kannada: 'Kannada-MNIST',
  notmnist: 'notMNIST',
  fer2013: 'FER2013',
};

export const files = {
  open: 'Open files',
  invitation: 'Drop files or a folder anywhere',
  hint: 'Label files are matched automatically.',
  folder: 'or open a folder',
  /** The name of an array behind the first of a file. @param {string} name @param {number} offset  of its first element */
  part: (name, offset) => `${name}, from byte ${offset}`,
  /** @param {string} set  a well-known one @param {string} name  of its files */
  ofSet: (set, name) => `${SETS[set] ?? set} ${name}`,
  overlay: 'Drop to open: images, labels, folders',
  /** @param {number} files */
  listing: (files) => `Listing the folder: ${counted(files, 'file')} so far`,
  /** @param {number} files @param {number} percent  of the archive or the table at hand @param {number} images  that came out of it */
  inspecting: (files, percent, images) =>
    [
      files > 1 || !percent ? `${counted(files, 'file')} left to read` : '',
      percent ? `${percent}% ${files > 1 ? 'of this one' : 'read'}` : '',
      images ? `${counted(images, 'image')} so far` : '',
    ]
      .filter(Boolean)
      .join('; '),
  cancel: 'Cancel',
};

export const progress = {
  landmark: 'Reading',
  cancel: 'Cancel',
  /** @param {number} percent */
  searching: (percent) => `Searching the labels: ${percent}%`,
  /** @param {number} shown @param {number} items */
  page: (shown, items) => `${grouped(shown)} of ${grouped(items)} on this page`,
  /** @param {number} read @param {number | null} size  null if it is not known */
  bytes(read, size) {
    const { figure, name } = inUnit(read, size ?? read);
    return size === null ? `${figure} ${name}` : `${figure} of ${inUnit(size, size).figure} ${name}`;
  },
  /** @param {'images' | 'labels'} role @param {number} items */
  items: (role, items) => `${grouped(items)} ${role}`,
  /** @param {'images' | 'labels'} role @param {number} items @param {number} promised */
  itemsOf: (role, items, promised) => `${progress.items(role, items)} of ${grouped(promised)}`,
  /** @param {number} seconds */
  left(seconds) {
    if (seconds > 90) return `about ${Math.round(seconds / 60)} min left`;
    return `about ${seconds > 20 ? 5 * Math.round(seconds / 5) : Math.max(1, Math.round(seconds))} s left`;
  },
};
