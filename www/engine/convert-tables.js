/** Files that hold images and labels in one, made into two files: tables of numbers, and CIFAR's records; and labels that are texts. */

import { Cifar, Csv, TextLabels } from '../pkg/convert.js';
// It starts the core of conversions.
import { addClasses, converting, outputs, sizeOf } from './convert.js';
import { tableOfJson } from './json.js';
import { plain } from './loader.js';
import { compareNames } from './names-order.js';
import { Parts } from './parts.js';
import { timeOf } from './source.js';
import { inUtf8 } from './text-encoding.js';

/**
 * @import { Columns } from '../pkg/convert.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Both, Conversion } from './convert.js'
 * @import { Fault, Place } from './protocol.js'
 * @import { Source } from './source.js'
 *
 * @typedef {Both & { damage: Fault | null }} Part  with why the file could not be read to its end
 * @typedef {Part & { items: number, rowNames: string, isOrdered: boolean, isNamed: boolean, columns: Columns | undefined }} Table  with the names of its
 *   rows, each in a line, if only labels are wanted; whether they are in their order; and whether they are names and no numbers
 *
 * @typedef {object} TableOptions
 * @property {'images' | 'labels' | ''} [only]  what a table certainly has to hold, images or labels alone; any other gives null
 * @property {boolean} [alone]  whether the label is all that is read: false for rows in their order, true for rows that are looked up by
 *   their names
 * @property {boolean} [isJson]
 * @property {boolean} [areItemsLast]  whether the last dimension of an array counts its items
 * @property {number[]} [sizes]  of shards that are read as one: the bytes of each
 * @property {boolean} [isColumnar]  whether a text has come out of a Parquet or Arrow file
 * @property {boolean} [isArrow]  which of these a file is
 * @property {boolean} [isPredicted]  whether its name calls it predictions
 * @property {number[]} [labelled]  how many labels there are, of each dataset that it can have predictions for
 * @property {Names[]} [known]  the classes of other labels
 * @property {number} [label]  the number of the column with the labels, from 1, or 0 for none, if the user chose it
 */

/** Names whose order is compared, at most. */
const ORDERED = 100_000;
/** Characters of names that tell whether they are numbers. */
const NAMES = 1000;

/**
 * The images and the labels in a table, as far as it can be read, and what became of its columns.
 * @param {Place} file
 * @param {TableOptions} options
 * @returns {Conversion<Table | null>}
 */
export async function* table(file, { isJson = false, ...options }) {
  const { alone, only } = options;
  const read = (/** @type {File} */ file) =>
    isJson ? tableOfJson(file, alone === undefined, only === '') : inUtf8(file);
  const text = file instanceof Blob ? await read(file) : file;
  return text && (yield* tableOf(text, options));
}

/**
 * @param {Place} file
 * @param {TableOptions} options
 * @returns {Conversion<Table | null>}
 */
function tableOf(file, { only = '', label, alone, isColumnar = false, known = [] }) {
  return converting(new Csv(sizeOf(file), label, alone, isColumnar), file, async function* (csv, source) {
    addClasses(csv, known);
    const parts = [new Parts(), new Parts(), new Parts()];
    const isOther = () => {
      const [images] = csv.headers();
      return (only === 'images' && csv.areImages() === false) || (only === 'labels' && !!images);
    };
    try {
      const both = yield* split(csv, source, file, parts, {
        passing: true,
        keepsPart: true,
        isOther,
        items: () => csv.areImages() && csv.items(),
      });
      if (!both) return null;
      const rowNames = parts[2].length ? await new Blob(parts[2].all()).text() : '';
      const table = { ...both, items: csv.items(), columns: csv.columns() };
      const isNamed = /\D/.test(rowNames.slice(0, NAMES).replaceAll('\n', ''));
      if (alone) return { ...table, rowNames, isOrdered: true, isNamed };
      const labels = both.labels && rowNames ? await sortedByNumber(both.labels, rowNames) : null;
      return {
        ...table,
        labels: labels ?? both.labels,
        rowNames: '',
        isOrdered: !!labels || areOrdered(rowNames),
        isNamed,
      };
    } catch (error) {
      // What is wrong in it matters to those who can read it.
      if (!(error instanceof WebAssembly.RuntimeError) && only && !csv.areImages()) return null;
      throw error;
    }
  });
}

/**
 * The images and the labels in a file of CIFAR's, and the name of the dataset; null if it is another file.
 * @param {Place} file
 * @returns {Conversion<(Both & { set: string | undefined }) | null>}
 */
export function records(file) {
  return converting(new Cifar(sizeOf(file)), file, async function* (cifar, source) {
    try {
      const both = yield* split(cifar, source, file, [new Parts(), new Parts()]);
      return both && { ...both, set: cifar.set() };
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'BadMagic') return null;
      throw error;
    }
  });
}

/**
 * The labels in a NumPy array of texts and the names of their classes; of texts that all differ, only these.
 * @param {Place} file
 * @param {TableOptions} options
 * @returns {Conversion<{ labels: File | null, items: number, missing: number, names: [number, string][] }>}
 */
export function texts(file, { known = [] }) {
  return converting(new TextLabels(sizeOf(file)), file, async function* (texts, source) {
    addClasses(texts, known);
    const parts = new Parts();
    for await (const { end } of outputs(texts, source, { into: [parts] })) yield end / sizeOf(file);
    const header = texts.header();
    const whole = [/** @type {BlobPart} */ (header), ...parts.all()];
    const labels = header ? new File(whole, file.name, { lastModified: timeOf(file) }) : null;
    return { labels, items: texts.items(), missing: texts.missing(), names: texts.classNames() };
  });
}

/**
 * Reads a file to its end, as often as the converter wants it; null as soon as it turns out to be another.
 * @param {Csv | Cifar} converter
 * @param {Source} source
 * @param {Place} file
 * @param {Parts[]} parts  that take what comes out: the elements of images and of labels first
 * @param {object} [options]
 * @param {boolean} [options.passing]  whether the converter takes fewer bytes than it wants
 * @param {boolean} [options.keepsPart]  whether what came before a fault is right
 * @param {() => boolean} [options.isOther]
 * @param {() => number | false | undefined} [options.items]  how many have come out, if they can be shown already
 * @returns {Conversion<Part | null>}
 */
async function* split(
  converter,
  source,
  file,
  parts,
  { passing = false, keepsPart = false, isOther = () => false, items = () => 0 } = {},
) {
  /** @returns {Both | null} */
  const files = () => {
    const [images, labels] = converter.headers().map((header, slot) => {
      const whole = [/** @type {BlobPart} */ (header), ...parts[slot].all()];
      return header && new File(whole, file.name, { lastModified: timeOf(file) });
    });
    return images || labels ? { images, labels } : null;
  };
  /** @type {Fault | null} */
  let damage = null;
  try {
    for await (const { end } of outputs(converter, source, { into: parts, isPass: () => passing })) {
      if (isOther()) return null;
      yield { share: end / sizeOf(file), amount: items() || 0, files };
    }
  } catch (error) {
    // After a trap nothing of the converter can be called. A file that has changed may be two.
    const isDamage = error instanceof Error && /^(Csv|Gzip)/.test(error.name);
    if (!isDamage || !keepsPart || isOther() || !files()) throw error;
    damage = plain(error);
  }
  const both = files();
  return both && { ...both, damage };
}

/**
 * Whether names, each in a line, are in their order, as far as the first ones tell.
 * @param {string} names
 */
function areOrdered(names) {
  const all = names.split('\n', ORDERED).filter((name) => name);
  return all.every((name, at) => at === 0 || compareNames(all[at - 1], name) <= 0);
}

/**
 * The labels in the order of the items that the names of their rows count from 0 or 1 on; null if they do not.
 * @param {File} file
 * @param {string} rowNames
 */
async function sortedByNumber(file, rowNames) {
  const rows = rowNames.split('\n').slice(0, -1).map(Number);
  const first = rows.reduce((min, row) => Math.min(min, row), Infinity);
  const places = Array(rows.length).fill(-1);
  for (const [at, row] of rows.entries()) if (Number.isInteger(row) && row - first in places) places[row - first] = at;
  if (!(first === 0 || first === 1) || places.includes(-1)) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = 4 + 4 * bytes[3];
  const size = (bytes.length - start) / rows.length;
  const sorted = bytes.slice();
  for (const [item, at] of places.entries())
    sorted.set(bytes.subarray(start + at * size, start + (at + 1) * size), start + item * size);
  return new File([sorted], file.name, { lastModified: file.lastModified });
}
