/** Files that hold images and labels in one, made into two files: tables of numbers, and CIFAR's records. */

import { Cifar, Csv } from '../pkg/convert.js';
// It starts the core of conversions.
import { converting, outputs, sizeOf } from './convert.js';
import { plain } from './loader.js';
import { Parts } from './parts.js';
import { timeOf } from './source.js';

/**
 * @import { Columns } from '../pkg/convert.js'
 * @import { Both, Conversion } from './convert.js'
 * @import { Fault, Place } from './protocol.js'
 * @import { Source } from './source.js'
 *
 * @typedef {Both & { items: number, damage: Fault | null, columns: Columns | undefined }} Table  with why it could not be read to its end
 */

/**
 * The images and the labels in a table, as far as it can be read, and what became of its columns.
 * @param {Place} file
 * @param {boolean} imagesOnly  whether a table of which it is not certain that it holds images gives null
 * @returns {Conversion<Table | null>}
 */
export function table(file, imagesOnly) {
  return converting(new Csv(sizeOf(file)), file, async function* (csv, source) {
    try {
      const isOther = () => imagesOnly && csv.areImages() === false;
      const both = yield* split(csv, source, file, {
        passing: true,
        keepsPart: true,
        isOther,
        items: () => csv.areImages() && csv.items(),
      });
      return both && { ...both, items: csv.items(), columns: csv.columns() };
    } catch (error) {
      // What is wrong in it matters to those who can read it.
      if (!(error instanceof WebAssembly.RuntimeError) && imagesOnly && !csv.areImages()) return null;
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
      const both = yield* split(cifar, source, file);
      return both && { ...both, set: cifar.set() };
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'BadMagic') return null;
      throw error;
    }
  });
}

/**
 * Reads a file to its end, as often as the converter wants it; null as soon as it turns out to be another.
 * @param {Csv | Cifar} converter
 * @param {Source} source
 * @param {Place} file
 * @param {object} [options]
 * @param {boolean} [options.passing]  whether the converter takes fewer bytes than it wants
 * @param {boolean} [options.keepsPart]  whether what came before a fault is right
 * @param {() => boolean} [options.isOther]
 * @param {() => number | false | undefined} [options.items]  how many have come out, if they can be shown already
 * @returns {Conversion<Both & { damage: Fault | null } | null>}
 */
async function* split(
  converter,
  source,
  file,
  { passing = false, keepsPart = false, isOther = () => false, items = () => 0 } = {},
) {
  const parts = [new Parts(), new Parts()];
  /** @returns {Both | null} */
  const files = () => {
    const [images, labels] = converter.headers().map((header, slot) => {
      const whole = [/** @type {BlobPart} */ (header), ...parts[slot].all()];
      return header && new File(whole, file.name, { lastModified: timeOf(file) });
    });
    return images && { images, labels };
  };
  /** @type {Fault | null} */
  let damage = null;
  try {
    for await (const { end } of outputs(converter, source, { into: parts, isPass: () => passing })) {
      if (isOther()) return null;
      yield { share: end / sizeOf(file), amount: items() || 0, files };
    }
  } catch (error) {
    // After a trap nothing of the converter can be called.
    if (error instanceof WebAssembly.RuntimeError || !keepsPart || isOther() || !files()) throw error;
    damage = plain(error);
  }
  const both = files();
  return both && { ...both, damage };
}
