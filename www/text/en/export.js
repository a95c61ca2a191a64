/** The dialog that exports items as a file, and lists of items. */

import { fileSize } from './files.js';
import { find } from './find.js';
import { counted, grouped, shape, signed } from './numbers.js';

/**
 * @import { Fault } from '../../engine/protocol.js'
 * @import { Choice, FormatName, Held, PartName } from '../../ui/export-files.js'
 */

/** How IDX files of each type end. @type {Record<string, string>} */
const IDX_TYPES = { u8: 'ubyte', i8: 'byte', i16: 'short', i32: 'int', f32: 'float', f64: 'double' };

/** @type {Record<PartName, string>} */
const PARTS = { train: 'Train', val: 'Val', test: 'Test' };

export const exporting = {
  button: 'Export…',
  hint: 'Save items as IDX, NumPy, CSV or a list',
  title: 'Export',
  close: 'Close',
  which: 'Items',
  format: 'Format',
  split: 'Split',
  seed: 'Seed',
  badSeed: find.badSeed,
  form: 'Images',
  pack: 'Compress with gzip',
  name: 'File name',
  working: 'Exporting',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was saved.',

  /** @param {Choice} choice @param {number} count */
  choice: (choice, count) =>
    ({
      all: `All ${grouped(count)}`,
      included: `All except excluded: ${grouped(count)}`,
      sorted: `All ${grouped(count)}, in the order shown`,
      filter: `Filter: ${grouped(count)}`,
      selection: `Selected: ${grouped(count)}`,
      bookmarks: `Bookmarks: ${grouped(count)}`,
    })[choice],

  /** @param {string[]} shares  of train and test, or of train, validation and test; one for no split */
  shares: (shares) =>
    shares.length > 1
      ? `${shares.length === 2 ? 'Train, test' : 'Train, validation, test'}: ${shares.join(' / ')}`
      : 'None',
  /** @param {number[]} counts  of the items in each part */
  parts: (counts) => `${counts.map(grouped).join(' / ')} items`,

  /** @type {Record<FormatName, string>} */
  formats: {
    idx: 'IDX',
    npy: 'NumPy array (.npy)',
    npz: 'NumPy archive (.npz)',
    csv: 'CSV, a line per item',
    png: 'Folders of PNG images (.zip)',
    sprite: 'Sprite sheet and metadata.tsv (.zip)',
    'list-csv': 'List of items (CSV)',
    'list-json': 'List of items (JSON)',
  },
  /** @type {Record<FormatName, string>} */
  about: {
    idx: 'One file for the images and one for the labels, in their element types.',
    npy: 'For numpy.load: one file for the images and one for the labels.',
    npz: 'For numpy.load: images and labels in one file, named as Keras names them: x_train, y_train; or images, labels.',
    csv: 'For pandas.read_csv: the label first, then the values of the item.',
    png: 'As shown, without colours and contrast: a folder for each class, and metadata.csv. For torchvision’s ImageFolder, Keras and Hugging Face.',
    sprite:
      'As shown, in one PNG, row by row, and a line for each item. For TensorBoard’s Embedding Projector. At most 8192 × 8192 pixels.',
    'list-csv': 'Numbers from 0, labels, class names and bookmarks. Drop the list on this dataset to select its items.',
    'list-json':
      'Numbers from 0, labels, class names and bookmarks. Drop the list on this dataset to select its items.',
  },
  /** @param {number[]} sizes  of an item */
  stored: (sizes) => `As stored: ${sizes.length ? shape(sizes) : 'one value'}`,
  /** @param {number[]} sizes  of an item */
  shown: (sizes) => `As shown: ${shape(sizes)}`,
  /** @param {string} type @param {string} written */
  idxType: (type, written) => `IDX has no ${type}. The values are written as ${written}; NumPy keeps ${type}.`,
  /** @param {[number, number]} range  of values */
  scaled: ([low, high]) => `Values from ${signed(String(low))} to ${signed(String(high))} are scaled to 0 to 255.`,
  /** @param {number} count */
  corrected: (count) => `With your ${counted(count, 'corrected label')}`,
  /** @param {number} count @returns {string[]} */
  columns: (count) =>
    count
      ? [`The other ${count > 1 ? `${count} columns of the labels are` : 'column of the labels is'} included.`]
      : [],
  /** @param {string} column  that is the label */
  labelColumn: (column) => `“label” has the values of “${column}”.`,
  /** @param {number} count */
  columnsLeft: (count) =>
    `The other ${count > 1 ? `${count} columns of the labels are` : 'column of the labels is'} left out.`,
  namesBeside: 'The class names are saved as a separate file. Open it together with the others.',
  namesInside: 'The class names are in the archive, as class_names.',
  asInFile: 'A list has the labels in the file, without your corrections.',
  tooLarge: 'Items of more than 64 MB can’t be exported; their labels and lists can.',
  growing: 'More of this dataset is still coming out of its file. Open Export again when that has ended.',
  reading: 'The dataset is still being read. The export begins when that ends.',

  /** @param {Held} held @param {PartName | ''} part */
  file: (held, part) =>
    part
      ? `${PARTS[part]}${held && ` ${held}`}`
      : { images: 'Images', labels: 'Labels', names: 'Class names', '': 'File' }[held],
  /** @param {Held} held @param {PartName | ''} part */
  save: (held, part) => ['Save', part, held === 'names' ? 'class names' : held].filter(Boolean).join(' '),
  /** @param {number} bytes @param {boolean} exact */
  size: (bytes, exact) => `${exact ? '' : 'about '}${fileSize(bytes)}`,
  /** @param {string} name @param {number | null} bytes */
  saved: (name, bytes) => `Saved ${name}${bytes === null ? '' : `, ${fileSize(bytes)}`}.`,
  /** @param {number} share  from 0 to 1 */
  progress: (share) => `${Math.floor(100 * share)}%`,

  /**
   * The name of a file.
   * @param {object} file
   * @param {string} file.dataset
   * @param {number | null} file.count  of its items; null for all
   * @param {FormatName} file.format
   * @param {Held} file.held
   * @param {string} file.type  of its elements
   * @param {number} file.rank
   * @param {boolean} file.gzip
   */
  fileName({ dataset, count, format, held, type, rank, gzip }) {
    const words = [dataset.replace(/[/\\:*?"<>|]+/g, '-'), ...(count === null ? [] : [String(count)])];
    // A list keeps the name of its dataset, by which it finds it again.
    if (format.startsWith('list')) return [...words, 'items'].join('-') + (format === 'list-csv' ? '.csv' : '.json');
    words[0] = words[0].replace(/\s+/g, '-');
    if (format === 'png' || format === 'sprite') return `${words.join('-')}-${format}.zip`;
    if (held === 'names') return `${words[0]}-class-names.txt`;
    if (held) words.push(held);
    const ending = format === 'idx' ? `-idx${rank}-${IDX_TYPES[type]}` : `.${format}`;
    return words.join('-') + ending + (gzip ? '.gz' : '');
  },

  /**
   * Why a file was not saved, and what to do.
   * @param {Fault} fault
   */
  problem({ name, message = '', found, expected }) {
    switch (name) {
      case 'QuotaExceededError':
        return 'There is not enough room for the file. Make room on the disk, or save fewer items, and try again.';
      case 'NotAllowedError':
      case 'SecurityError':
        return 'The browser may not write there. Save again and allow it, or choose another folder.';
      case 'NoModificationAllowedError':
      case 'InvalidStateError':
        return 'Another program uses that file. Close it there, or choose another name.';
      case 'ExportUnlabelled':
        return 'Some of these items have no label, so the labels would stand beside other items. Sort by number, or filter by label.';
      case 'IdxRange':
        return `Value ${grouped(found)}, counted from 0, does not fit i32 (−2,147,483,648 to 2,147,483,647), the widest type of IDX for whole numbers. Choose NumPy.`;
      case 'ExportTooMany':
        return `An archive holds at most ${grouped(expected)} images, and these are ${grouped(found)}. Export a filter or a selection.`;
      case 'ExportSplitTooLarge':
        return `A split has at most ${grouped(expected)} items, and these are ${grouped(found)}. Export a filter or a selection.`;
      case 'ExportSheetFull':
        return `A sheet holds at most ${grouped(expected)} of these images, and these are ${grouped(found)}. Export a filter or a selection.`;
      case 'ExportUnread':
        return 'Some items could not be read. The file may have moved or changed: open it again.';
      case 'Unfit':
        return `The labels file cannot hold the new label of item ${grouped(found)}. Give the item another label, or export without your corrections.`;
      case 'RuntimeError':
      case 'EngineUnavailable':
      case 'AbortError':
        return 'The export stopped, because the files of the dataset changed. Save again.';
      default:
        return `The file could not be written: ${message || name}. Choose another folder, or free some room, and try again.`;
    }
  },
};

/** Problems of lists of items that are dropped. @type {Record<string, (fault: Fault) => [string, string, string]>} */
export const ITEM_LIST_FAULTS = {
  ItemListAlone: () => [
    'This is a list of items without its dataset.',
    'It names items of a dataset that is not open.',
    'Drop the dataset’s files, then the list.',
  ],
  ItemListMalformed: ({ list }) => [
    list && 'text' in list && list.line
      ? `Entry ${grouped(list.line)} of the list can’t be read: “${list.text}”.`
      : `The list can’t be read: ${list && 'text' in list ? list.text : ''}.`,
    'The list was edited, or written by another program.',
    'Nothing was selected. Correct that entry and drop the list again.',
  ],
  ItemListItem: ({ list }) => [
    `Entry ${grouped(list?.line)} of the list: there is no item ${grouped(entry(list).item)} (0–${grouped(entry(list).expected - 1)}).`,
    'The list belongs to another dataset.',
    'Nothing was selected. Open the dataset that it was saved from, and drop it there.',
  ],
  ItemListOther: ({ list }) => [
    `The list has ${label(entry(list).expected)} for item ${grouped(entry(list).item)}; the file has ${label(entry(list).found)}.`,
    'The list belongs to another dataset, or the labels were corrected since.',
    'Nothing was selected. Open the dataset that it was saved from, and drop it there.',
  ],
};

/** @param {Fault['list']} list */
function entry(list) {
  return list && 'item' in list ? list : { item: 0, found: NaN, expected: NaN };
}

/** @param {number} value */
function label(value) {
  return Number.isNaN(value) ? 'no label' : `label ${value}`;
}
