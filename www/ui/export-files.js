/** The files that an export makes: which items, in which format, under which names. */

import { isFilter, noneOf, principal } from '../state/index.js';
import { linesOf } from '../text/class-names.js';
import { late } from '../text/late.js';
import { naming } from '../text/naming.js';
import { folders, listOf } from './export-classes.js';
import { otherColumns } from './export-columns.js';

/**
 * @import { ArrayFormat, Corrected, Exportable, ExportRequest, Part, Shares } from '../engine/export-plan.js'
 * @import { Slot } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {'all' | 'included' | 'sorted' | 'filter' | 'selection' | 'bookmarks'} Choice  of items
 * @typedef {ArrayFormat | 'png' | 'sprite' | 'list-csv' | 'list-json'} FormatName
 * @typedef {Record<Slot, Exportable | null>} Arrays  that can be exported
 * @typedef {'train' | 'val' | 'test'} PartName  of a split
 * @typedef {{ name: PartName, items: Uint32Array }} SplitPart
 * @typedef {Slot | 'names' | ''} Held  by a file: the array of a slot, the names of classes, or everything
 * @typedef {{ held: Held, part: PartName | '', name: string, request: ExportRequest }} ExportFile  with a part of a split, or with
 *   all
 *
 * @typedef {object} Chosen
 * @property {Choice} which
 * @property {FormatName} format
 * @property {boolean} asShown
 * @property {boolean} gzip
 * @property {boolean} withCorrections  whether corrected labels take the place of those in the file
 * @property {SplitPart[] | null} split
 */

/** @type {FormatName[]} */
const FORMATS = ['idx', 'npy', 'npz', 'csv', 'png', 'sprite', 'list-csv', 'list-json'];
/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];
/** The formats that other programs read when they are compressed. @type {FormatName[]} */
const PACKED = ['idx', 'csv'];
/** The formats with images as they are shown. @type {FormatName[]} */
const PICTURES = ['png', 'sprite'];
/** @type {PartName[]} */
const PARTS = ['train', 'val', 'test'];
/** What files without a table have. */
const NOTHING_BESIDE = { columns: [], unlabelled: null, pictureNames: null };
/** The splits that Keras names, and how datasets call them. @type {Record<string, RegExp>} */
const SPLITS = {
  train: /(?<![a-z])train(ing)?(?![a-z])/i,
  test: /(?<![a-z])(t10k|test(ing)?)(?![a-z])/i,
  val: /(?<![a-z])val(id(ation)?)?(?![a-z])/i,
};

/**
 * The items that can be exported: how many each choice has, and its items in order, null for all. A list of millions of
 * items is only made when it is asked for.
 * @param {Dataset} dataset
 * @returns {Map<Choice, { count: number, items(): Uint32Array | null }>}
 */
export function choices(dataset) {
  const { matches, selection, bookmarks, review } = dataset;
  const status = principal(dataset);
  const total = status?.done ? status.items : (status?.promised ?? 0);
  /** @type {ReturnType<typeof choices>} */
  const found = new Map([['all', { count: total, items: () => null }]]);
  /** @param {Choice} choice @param {number} count @param {() => Uint32Array} items */
  const add = (choice, count, items) => count && found.set(choice, { count, items });
  if (review.decisions.count('excluded')) {
    // Decisions from an earlier visit may be about more items than a cut file has.
    const excluded = review.decisions.only('excluded').columns.items.filter((item) => item < total);
    add('included', total - excluded.length, () => without(excluded, total));
  }
  // While the files are read, there may be more matches.
  if (matches?.complete) {
    const { query, items } = matches;
    add(isFilter(query) ? 'filter' : 'sorted', items.length, () => items);
  }
  add('selection', selection.items.size, () => Uint32Array.from(selection.items));
  add('bookmarks', bookmarks.size, () => Uint32Array.from(bookmarks));
  return found;
}

/**
 * All items but some.
 * @param {Uint32Array} excluded  in ascending order
 * @param {number} total
 */
function without(excluded, total) {
  const left = new Uint32Array(total - excluded.length);
  for (let item = 0, before = 0; item < total; item++) {
    if (item === excluded[before]) before++;
    else left[item - before] = item;
  }
  return left;
}

/**
 * The formats that fit the arrays. Folders need all classes of the dataset, of which the first are listed.
 * @param {Dataset} dataset
 * @param {Arrays} arrays
 */
export function formats({ statuses: { labels }, counts }, arrays) {
  const hasClasses = !labels || (labels.done && counts?.more === 0);
  const fits = (/** @type {FormatName} */ format) => slotsOf(format, arrays).length && (format !== 'png' || hasClasses);
  return FORMATS.filter((format) => format.startsWith('list') || fits(format));
}

/**
 * Whether the names of classes have a file of their own, because those of the format do not have them.
 * @param {Dataset} dataset
 * @param {Exportable | null} labels
 * @param {FormatName} format
 */
export function hasNamesBeside(dataset, labels, format) {
  const { names } = naming(dataset);
  if (!labels || !names.size) return false;
  return ['idx', 'npy', 'csv'].includes(format) || (format === 'npz' && !listOf(dataset).length);
}

/**
 * How many labels are corrected that can be exported.
 * @param {Dataset} dataset
 * @param {Exportable | null} labels
 */
export function corrections({ review }, labels) {
  return labels ? review.decisions.count('corrected') : 0;
}

/**
 * Whether a format has images as they are shown.
 * @param {FormatName} format
 */
export function isPictures(format) {
  return PICTURES.includes(format);
}

/**
 * Whether a format has a table or a list with all columns of the labels.
 * @param {FormatName} format
 */
export function hasColumns(format) {
  return isPictures(format) || format.startsWith('list');
}

/**
 * Whether a format can be compressed so that other programs read it.
 * @param {FormatName} format
 */
export function isPackable(format) {
  return PACKED.includes(format);
}

/**
 * The files of an export. Archives hold all parts of a split; other files hold one part each.
 * @param {Dataset} dataset
 * @param {Arrays} arrays
 * @param {Chosen} chosen
 * @returns {ExportFile[]}
 */
export function filesOf(dataset, arrays, { which, format, asShown, gzip: packed, withCorrections, split }) {
  const items = choices(dataset).get(which)?.items() ?? null;
  const gzip = packed && isPackable(format);
  const isList = format.startsWith('list');
  // A list is found again by the labels in the file.
  const corrected = withCorrections && !isList ? correctedOf(dataset) : null;
  /** @param {Held} held @param {PartName | ''} part @param {Part[]} parts @returns {ExportFile} */
  const file = (held, part, parts) => {
    const array = held && held !== 'names' ? arrays[held] : null;
    const shape = (held === 'images' && asShown && array?.shown) || (array?.stored ?? []);
    const called = nameOfPart(dataset.name, parts.length > 1 ? 'split' : part);
    const name = late.exporting.fileName({
      // A file with this in its name is turned when it is opened.
      dataset: asShown && !isPictures(format) ? called.replace(/emnist/gi, 'e-mnist') : called,
      count: items && which !== 'sorted' ? parts.reduce((sum, { items }) => sum + (items?.length ?? 0), 0) : null,
      format,
      held,
      type: (format === 'idx' ? array?.idxType : array?.type) ?? '',
      rank: shape.length + 1,
      gzip,
    });
    const made =
      held === 'names' ? { text: linesOf(naming(dataset).names) } : formatOf(dataset, arrays, format, corrected);
    const beside = hasColumns(format)
      ? { columns: otherColumns(dataset), unlabelled: noneOf(dataset), pictureNames: dataset.pictureNames }
      : NOTHING_BESIDE;
    const request = { format: made, parts, asShown, gzip: gzip && held !== 'names', ...beside, corrected };
    return { held, part, name, request };
  };
  const beside = hasNamesBeside(dataset, arrays.labels, format)
    ? [file('names', '', [{ folder: '', items: null, arrays: {} }])]
    : [];
  const parts = split ?? [{ name: /** @type {const} */ (''), items }];
  const slots = isList ? [] : slotsOf(format, arrays);
  if (format === 'idx' || format === 'npy') {
    const ofSlots = parts.flatMap(({ name, items }) =>
      slots.map((slot) => file(slot, name, [{ folder: '', items, arrays: { [slot]: slot } }])),
    );
    return [...ofSlots, ...beside];
  }
  const filled = parts.map(({ name, items }) => {
    const called = format === 'npz' ? keys(nameOfPart(dataset.name, name)) : { images: 'value', labels: 'label' };
    return { folder: name, items, arrays: Object.fromEntries(slots.map((slot) => [slot, called[slot]])) };
  });
  const files =
    format === 'npz' || format === 'png'
      ? [file('', '', filled)]
      : filled.map((part, at) => file('', parts[at].name, [part]));
  return [...files, ...beside];
}

/**
 * What assigns items to the parts of a split: a file with the number of its part for each.
 * @param {Dataset} dataset
 * @param {Arrays} arrays
 * @param {Choice} which
 * @param {boolean} withCorrections  whether corrected labels count
 * @param {Shares} shares
 * @returns {ExportRequest}
 */
export function splitRequest(dataset, { images }, which, withCorrections, shares) {
  const items = choices(dataset).get(which)?.items() ?? null;
  const arrays = images && !images.tooLarge ? { images: 'images' } : {};
  const corrected = withCorrections ? correctedOf(dataset) : null;
  const parts = [{ folder: '', items, arrays }];
  return { format: { split: shares }, parts, asShown: false, gzip: false, ...NOTHING_BESIDE, corrected };
}

/**
 * The items of each part of a split.
 * @param {Uint8Array} numbers  of the part of each item
 * @param {Uint32Array | null} items  null for all
 * @param {number} count  of the parts
 * @returns {SplitPart[]}
 */
export function partsOf(numbers, items, count) {
  const all = items ?? Uint32Array.from(numbers, (_, at) => at);
  const names = count === 2 ? PARTS.filter((name) => name !== 'val') : PARTS;
  return names.map((name, part) => ({ name, items: all.filter((_, at) => numbers[at] === part) }));
}

/**
 * The name of a part of a dataset: in place of the split that the dataset's name says, or after it.
 * @param {string} dataset
 * @param {string} part  '' for all of it
 */
function nameOfPart(dataset, part) {
  if (!part) return dataset;
  const named = Object.values(SPLITS).find((split) => split.test(dataset));
  return named ? dataset.replace(named, part) : `${dataset}-${part}`;
}

/**
 * The files whose arrays a format can hold.
 * @param {FormatName} format
 * @param {Arrays} arrays
 */
function slotsOf(format, arrays) {
  const usable = SLOTS.filter((slot) => arrays[slot]?.tooLarge === false);
  const fitting = usable.filter((slot) => arrays[slot]?.formats.includes(/** @type {ArrayFormat} */ (format)));
  // In lines and pictures, labels belong to the images.
  if (format === 'csv' || isPictures(format)) return fitting[0] === usable[0] ? usable : [];
  return fitting;
}

/**
 * The corrected labels, if there are some.
 * @param {Dataset} dataset
 * @returns {Corrected | null}
 */
function correctedOf({ review }) {
  const { items, labels } = review.decisions.only('corrected').columns;
  return items.length ? { items, labels } : null;
}

/**
 * @param {Dataset} dataset
 * @param {Arrays} arrays
 * @param {FormatName} format
 * @param {Corrected | null} corrected
 * @returns {ExportRequest['format']}
 */
function formatOf(dataset, arrays, format, corrected) {
  if (format === 'png') return { pictures: folders(dataset, corrected) };
  const { names } = naming(dataset);
  if (format === 'sprite') return { sprite: { labels: Float64Array.from(names.keys()), names: [...names.values()] } };
  if (format !== 'list-csv' && format !== 'list-json')
    return { arrays: format, classNames: format === 'npz' && arrays.labels ? listOf(dataset) : [] };
  const list = format === 'list-csv' ? 'csv' : 'json';
  return { list, names, bookmarks: Uint32Array.from(dataset.bookmarks) };
}

/**
 * The names of the arrays in an archive: those of Keras for a split, by the dataset's name.
 * @param {string} name
 * @returns {Record<Slot, string>}
 */
export function keys(name) {
  const split = Object.keys(SPLITS).find((split) => SPLITS[split].test(name));
  return split ? { images: `x_${split}`, labels: `y_${split}` } : { images: 'images', labels: 'labels' };
}
