/** Files that contain others: archives, packed files, tables, CIFAR's and Parquet files, and albums of pictures. */

import { isAtHand } from './files.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Taken } from './intake.js'
 * @import { Entry } from './library.js'
 * @import { Album } from './pictures.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 * @import { SplitFile } from './tables.js'
 */

/** What is done with files that others come out of, by their formats. */
const CONTAINERS = /** @type {const} */ ({
  Zip: 'zip',
  NumpyZip: 'zip',
  Tar: 'tar',
  Matlab: 'matlab',
  Pickle: 'pickle',
  Safetensors: 'safetensors',
  Xz: 'unpack',
  Bzip2: 'unpack',
  Zstd: 'unpack',
});
/** The names of CIFAR's binary files, and the lengths of their records. */
const CIFAR = { name: /\.bin$/i, records: [3073, 3074] };

export class Inside {
  #converter;
  /** @type {(event: Event) => void} */
  #dispatch;

  /**
   * @param {() => Engine} converter  the engine that converts files
   * @param {(event: Event) => void} dispatch
   */
  constructor(converter, dispatch) {
    this.#converter = converter;
    this.#dispatch = dispatch;
  }

  /**
   * The files that come out of another, if that is why it was refused and it can be read. Of the archives in an archive only
   * pickles are read, and nothing that is packed more than once.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Taken} taken
   * @param {Watch} watch
   * @returns {Promise<{ files: Entry[], damage: Fault | null, isArchive: boolean } | null>}
   */
  async files(entry, refusal, taken, watch) {
    const [key, name, { name: format, head }] = refusal.report;
    const kind = CONTAINERS[/** @type {keyof typeof CONTAINERS} */ (format)];
    const isArchive = kind !== 'unpack';
    if (!kind || (entry.archive && kind !== 'pickle') || (!isArchive && entry.packed)) return null;
    try {
      // Few visits open one.
      const { filesIn, unpackedIn } = await import('./archives.js');
      const { files, passed, unlisted, damage } = await (isArchive
        ? filesIn(this.#converter(), entry, kind, watch)
        : unpackedIn(this.#converter(), entry, watch));
      for (const name of passed) taken.passed.push(name);
      taken.unlisted += unlisted;
      if (damage) refusal.report = [key, name, { ...damage, head }];
      return { files, damage, isArchive };
    } catch (error) {
      refusal.report = [key, name, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * A file that others come out of, as one that is here: its host hands it out as a whole, or its arrays are in it and in what
   * comes out of it. Null of other files.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Watch} watch
   * @returns {Promise<Entry | null>}
   */
  async whole(entry, refusal, watch) {
    const { file, name } = entry;
    const [key, , { name: format, head }] = refusal.report;
    const isSource = format in CONTAINERS || ['Csv', 'NpyFortran', 'Parquet'].includes(format) || CIFAR.name.test(name);
    if (file instanceof File || !isSource || (isAtHand(file) && format !== 'Pickle')) return null;
    try {
      const { converted } = await import('./conversion.js');
      const whole = await converted(this.#converter(), watch, 'download', file);
      return whole && { ...entry, file: whole };
    } catch (error) {
      refusal.report = [key, name, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * The images and labels in a binary file of CIFAR's; null if it is another file.
   * @param {Entry} entry
   * @param {Watch} watch
   */
  async records(entry, watch) {
    const { name, file } = entry;
    if (!CIFAR.name.test(name) || !CIFAR.records.some((length) => file.size && file.size % length === 0)) return null;
    const { recordsIn } = await import('./tables.js');
    // A file that cannot be read is inspected like any other, which reports why.
    const records = await recordsIn(this.#converter(), entry, watch).catch(() => null);
    return records && this.#reported(entry, records);
  }

  /**
   * The images and labels in a table of numbers; null if it holds none, or something is wrong in it.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {boolean} imagesOnly
   * @param {Watch} watch
   */
  async table(entry, refusal, imagesOnly, watch) {
    try {
      const { tableIn } = await import('./tables.js');
      const table = await tableIn(this.#converter(), entry, imagesOnly, watch);
      return table && this.#reported(entry, table);
    } catch (error) {
      const [key, file, { head }] = refusal.report;
      refusal.report = [key, file, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * The images and labels in a Parquet file, and the names of its classes; null if something is wrong in it, or that is
   * cancelled.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Watch} watch
   */
  async parquet(entry, refusal, watch) {
    try {
      const { parquetIn } = await import('./parquet.js');
      const parquet = await parquetIn(this.#converter(), entry, watch);
      return parquet && { files: this.#reported(entry, parquet), names: parquet.names };
    } catch (error) {
      const [key, file, { head }] = refusal.report;
      refusal.report = [key, file, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * The images and labels that an album makes; null if the drop is cancelled.
   * @param {Album} album
   * @param {Watch} watch
   */
  async images(album, watch) {
    const { folder: name } = album;
    try {
      const { imagesOf } = await import('./pictures.js');
      const images = await imagesOf(this.#converter(), album, watch);
      return images && this.#reported({ name }, images);
    } catch (error) {
      // The other files of the drop open all the same.
      return this.#reported({ name }, { files: [], faults: [/** @type {Fault} */ (error)] });
    }
  }

  /**
   * Adds to the reason why a picture was refused how it can be cut into images, if it is here and can be read.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Watch} watch
   */
  async sheet({ file }, refusal, watch) {
    if (!(file instanceof File)) return;
    const [key, name, { head }] = refusal.report;
    try {
      const { scan } = await import('./sheets.js');
      const sheet = await scan(this.#converter(), file, watch);
      if (sheet) refusal.report = [key, name, { name: 'PictureSheet', sheet, head }];
    } catch (error) {
      // A picture that cannot be decoded was refused already.
      const fault = /** @type {Fault} */ (error);
      if (fault.name.startsWith('Engine')) refusal.report = [key, name, Object.assign(fault, { head })];
    }
  }

  /**
   * @param {{ name: string }} entry
   * @param {SplitFile} split
   */
  #reported({ name }, { files, faults }) {
    for (const fault of faults) {
      const alert = { key: `${fault.name}:${name}`, file: name, severe: false, faults: [fault] };
      this.#dispatch({ type: 'alert', alert });
    }
    return files;
  }
}
