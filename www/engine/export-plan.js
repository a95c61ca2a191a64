/** What an export writes: which items of which files, in which format. */

import {
  arePictures,
  Export,
  exportSize as exactSize,
  exportFormats,
  idxType,
  isHeldByPng,
  maxExportedLength,
  maxPictures,
  maxSplitItems,
  maxSprites,
  Pictures,
  Split,
  Sprite,
} from '../pkg/convert.js';
import { typeOfLabels } from '../text/digits.js';
import { ListWriter } from '../text/item-list.js';
// Starts the core of conversions.
import './convert.js';

/**
 * @import { Dataset } from '../pkg/idxlens.js'
 * @import { ListFormat } from '../text/item-list.js'
 * @import { Loader } from './loader.js'
 * @import { Slot, Status } from './protocol.js'
 *
 * @typedef {'idx' | 'npy' | 'npz' | 'csv'} ArrayFormat
 * @typedef {{ labels: Float64Array, folders: string[], names: string[] }} Folders  of classes: the folder and the name of each label
 * @typedef {{ labels: Float64Array, names: string[] }} ClassNames  the name of each label that has one
 *
 * @typedef {{ shares: number[], seed: number }} Shares  of the parts of a split; the file has the number of its part for each item
 *
 * @typedef {object} Part  of a file: some of the items
 * @property {string} folder  of pictures; '' for none
 * @property {Uint32Array | null} items  in the order of the file; null for all
 * @property {Partial<Record<Slot, string>>} arrays  the names of the arrays in the file; in CSV and lists, labels stand beside
 *   the images
 *
 * @typedef {object} OtherColumn  of the labels
 * @property {number} at  its place
 * @property {string} name
 * @property {Float64Array} values  that have words
 * @property {string[]} words
 * @property {number | null} none  the value of items that have none
 *
 * @typedef {{ items: Uint32Array, labels: Float64Array }} Corrected  labels, of items in ascending order
 *
 * @typedef {object} ExportRequest
 * @property {{ arrays: ArrayFormat, classNames: string[] } | { text: string } | { pictures: Folders } | { sprite: ClassNames } | { split: Shares } | { list: ListFormat, names: ReadonlyMap<number, string>, bookmarks: Uint32Array }} format
 * @property {Part[]} parts  one, or those of a split, of which an archive holds several
 * @property {boolean} asShown  whether images are turned, cut and shaped as they are shown
 * @property {boolean} gzip
 * @property {OtherColumn[]} columns  that stand beside the label, in tables and lists
 * @property {number | null} unlabelled  the label that stands for none in tables, lists and folders
 * @property {string | null} pictureNames  those that items were made of, each in a line, for tables and lists
 * @property {Corrected | null} corrected  labels that take the place of those in the file
 *
 * @typedef {{ part: Part, slot: Slot | null, count: number, itemLength: number }} Pass  over items, for an array of the file; without a slot
 *   for what has only numbers and labels
 * @typedef {{ begin?(folder: string): void, push(elements: Uint8Array, items: Uint32Array, rows: Float64Array): Uint8Array, finish(): Uint8Array, free(): void }} Writer
 * @typedef {{ type: string, idxType: string, stored: number[], shown: number[] | null, formats: (ArrayFormat | 'png' | 'sprite')[], range: [number, number] | null, tooLarge: boolean }} Exportable  an array
 *   and its type in IDX; its items have these shapes, the second one if they are shown otherwise; and the values that become 0
 *   and 255 in pictures, if these do not hold its type
 */

const encoder = new TextEncoder();

/**
 * What can be exported of each file.
 * @param {Loader} loader
 */
export function exportable({ dataset }) {
  /** @param {Slot} slot @returns {Exportable | null} */
  const of = (slot) => {
    const status = dataset.status(slot);
    if (!status) return null;
    const { elementType, shape, layout } = status;
    const shown = slot === 'images' ? (dataset.shownShape() ?? null) : null;
    const stored = shape.slice(1);
    const seen = Uint32Array.from([1, ...(shown ?? stored)]);
    const formats = /** @type {Exportable['formats']} */ (exportFormats(elementType, Uint32Array.from([1, ...stored])));
    if (slot === 'images' && arePictures(elementType, seen)) formats.push('png');
    if (slot === 'images' && maxSprites(elementType, seen) > 0) formats.push('sprite');
    return {
      type: elementType,
      idxType: idxType(elementType),
      stored,
      shown: shown && [...shown],
      formats,
      range: isHeldByPng(elementType) ? null : status.range,
      tooLarge: layout.itemLength > maxExportedLength(),
    };
  };
  return { images: of('images'), labels: of('labels') };
}

/**
 * How many bytes the file will have; undefined where that depends on the values.
 * @param {Dataset} dataset
 * @param {ExportRequest} request
 */
export function exactSizeOf(dataset, request) {
  const { format, gzip } = request;
  if ('text' in format) return encoder.encode(format.text).length;
  const described = arraysOf(dataset, request, passesOf(dataset, request));
  return gzip || !('arrays' in format) ? undefined : exactSize(format.arrays, ...described, format.classNames);
}

/**
 * What goes into the file, in order.
 * @param {Dataset} dataset
 * @param {ExportRequest} request
 * @returns {Pass[]}
 */
export function passesOf(dataset, { format, parts }) {
  const statuses = { images: dataset.status('images'), labels: dataset.status('labels') };
  const known = [statuses.images, statuses.labels].filter((status) => status !== undefined);
  /** @param {Status} status */
  const countOf = (status) => (status.done ? status.items : status.promised);
  /** @param {Part} part */
  const totalOf = ({ items }) => items?.length ?? (known.length ? countOf(known[0]) : 0);
  const total = parts.reduce((sum, part) => sum + totalOf(part), 0);
  if ('pictures' in format) refuseBeyond(maxPictures(), total, 'ExportTooMany');
  if ('split' in format) refuseBeyond(maxSplitItems(), total, 'ExportSplitTooLarge');
  if ('sprite' in format && statuses.images) {
    const { elementType, shape } = statuses.images;
    const shown = Uint32Array.from([1, ...(dataset.shownShape() ?? shape.slice(1))]);
    refuseBeyond(maxSprites(elementType, shown), total, 'ExportSheetFull');
  }
  /** @param {Part} part @returns {Pass[]} */
  const passesOfPart = (part) => {
    const slots = /** @type {Slot[]} */ (['images', 'labels']).filter((slot) => part.arrays[slot]);
    // Equal labels are no reason to keep items together.
    if ('list' in format || ('split' in format && !part.arrays.images))
      return [{ part, slot: null, count: totalOf(part), itemLength: 0 }];
    return slots.slice(0, 'arrays' in format && format.arrays === 'npz' ? 2 : 1).map((slot) => {
      const status = /** @type {Status} */ (statuses[slot]);
      const count = itemsWithin(part.items, totalOf(part), countOf(status));
      return { part, slot, count, itemLength: status.layout.itemLength };
    });
  };
  return parts.flatMap(passesOfPart);
}

/**
 * @param {number} limit  of the items in the file
 * @param {number} found
 * @param {string} name  of the fault if there are more
 */
function refuseBeyond(limit, found, name) {
  if (found > limit) throw Object.assign(new Error('too many images'), { name, found, expected: limit });
}

/**
 * How many of the items an array has. There can be fewer labels than images; then those without must be the last, because
 * the others would stand beside other images.
 * @param {Uint32Array | null} items
 * @param {number} total
 * @param {number} count  items of the array
 */
function itemsWithin(items, total, count) {
  if (!items) return Math.min(total, count);
  const beyond = items.findIndex((item) => item >= count);
  if (beyond < 0) return total;
  if (items.subarray(beyond).every((item) => item >= count)) return beyond;
  throw Object.assign(new Error('labels are missing'), { name: 'ExportUnlabelled', item: items[beyond] });
}

/**
 * Writes what the passes give.
 * @param {Dataset} dataset
 * @param {ExportRequest} request
 * @param {Pass[]} passes
 * @returns {Writer}
 */
export function writerOf(dataset, request, passes) {
  const { format, parts, pictureNames } = request;
  if ('text' in format) return { push: () => new Uint8Array(), finish: () => encoder.encode(format.text), free() {} };
  const labelType = typeOfLabels(dataset.status('labels')) ?? undefined;
  if ('list' in format) {
    const { names, bookmarks } = format;
    const columns = request.columns.map(({ name, values, words }) => ({
      name,
      words: new Map(words.map((word, at) => [values[at], word])),
    }));
    const list = new ListWriter(format.list, labelType ?? 'f64', names, bookmarks, pictureNames, columns);
    return { push: (_, items, rows) => list.push(items, rows), finish: () => list.finish(), free() {} };
  }
  if ('split' in format) {
    const split = new Split(Uint32Array.from(format.split.shares), format.split.seed);
    return {
      push(elements, _, labels) {
        split.push(elements, labels);
        return new Uint8Array();
      },
      finish: () => split.finish(),
      free: () => split.free(),
    };
  }
  const [names, types, shapes] = arraysOf(dataset, request, passes);
  if ('pictures' in format) {
    const { labels, folders, names } = format.pictures;
    const total = dataset.status('images')?.promised ?? 0;
    const pictures = new Pictures(types[0], shapes[0], labelType, total, labels, folders, names, rangeOf(dataset));
    return withColumns(pictures, request);
  }
  if ('sprite' in format) {
    const { labels, names } = format.sprite;
    const labelled = parts[0].arrays.labels ? labelType : undefined;
    const sprite = new Sprite(types[0], shapes[0], labelled, labels, names, rangeOf(dataset));
    return withColumns(sprite, request);
  }
  const file = new Export(format.arrays, names, types, shapes, labelsBeside(request) ? labelType : undefined);
  file.nameClasses(format.classNames);
  return {
    push: (elements, _, labels) => file.push(elements, labels),
    finish: () => file.finish(),
    free: () => file.free(),
  };
}

/**
 * A writer whose table has the other columns of the labels, and the names of pictures.
 * @template {Pictures | Sprite} W
 * @param {W} writer
 * @param {ExportRequest} request
 */
function withColumns(writer, { columns, pictureNames }) {
  writer.addColumns(columns.map(({ name }) => name));
  for (const [at, { values, words }] of columns.entries()) writer.nameValues(at, values, words);
  if (pictureNames !== null) writer.namePictures(pictureNames);
  return writer;
}

/**
 * The values that are black and white where PNG does not hold the type of the images.
 * @param {Dataset} dataset
 */
function rangeOf(dataset) {
  const range = dataset.status('images')?.range;
  return range ? Float64Array.from(range) : undefined;
}

/**
 * Whether each item has its label beside it in the file.
 * @param {ExportRequest} request
 */
export function labelsBeside({ format, parts: [{ arrays }] }) {
  return !('arrays' in format) || (format.arrays === 'csv' && !!arrays.images && !!arrays.labels);
}

/**
 * The names, types and shapes of the arrays.
 * @param {Dataset} dataset
 * @param {ExportRequest} request
 * @param {Pass[]} passes
 * @returns {[string[], string[], Uint32Array[]]}
 */
function arraysOf(dataset, { asShown }, passes) {
  const found = passes.flatMap(({ part: { arrays }, slot, count }) => {
    const status = slot && dataset.status(slot);
    if (!slot || !status) return [];
    const shown = asShown && slot === 'images' ? dataset.shownShape() : undefined;
    const shape = Uint32Array.from([count, ...(shown ?? status.shape.slice(1))]);
    return [{ name: arrays[slot] ?? slot, type: status.elementType, shape }];
  });
  return [found.map(({ name }) => name), found.map(({ type }) => type), found.map(({ shape }) => shape)];
}
