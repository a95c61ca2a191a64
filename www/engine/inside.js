/** Files that contain others: archives, packed files, tables, JSON, CIFAR's, Parquet and Arrow files, and albums of pictures. */

import { isGzip } from '../state/index.js';
import { AskedTables, keyOf } from './asked-tables.js';
import { isAtHand, isCalledJson } from './files.js';
import { refute } from './refusals.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Album } from './pictures.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 */

/** What is done with files that others come out of, by their formats. */
const CONTAINERS = /** @type {const} */ ({
  Zip: 'zip',
  NumpyZip: 'zip',
  Tar: 'tar',
  Matlab: 'matlab',
  Pickle: 'pickle',
  // A pickle follows the header of such an array.
  NpyObjects: 'pickle',
  Arrow: 'columnar',
  Parquet: 'columnar',
  Safetensors: 'safetensors',
  Xz: 'unpack',
  Bzip2: 'unpack',
  Zstd: 'unpack',
  Lz4: 'unpack',
});
/** Other formats that downloads have in place of a picture. */
const OTHERS = ['Csv', 'Json', 'Html', 'HttpError', 'GitLfs', 'Pdf', 'SevenZip', 'Hdf5'];
/** The names of CIFAR's binary files, and the lengths of their records. */
const CIFAR = { name: /\.bin$/i, records: [3073, 3074] };

export class Inside {
  /** Those whose label the user can choose. */
  tables;
  /** The keys of what was reported. @type {Set<string>} */
  #reported = new Set();
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
    this.tables = new AskedTables(
      converter,
      (file, faults) => this.report(file, faults),
      (file, faults) =>
        this.retract(
          file,
          faults.map(({ name }) => name),
        ),
    );
  }

  /**
   * The files that come out of another, if that is why it was refused and it can be read. In an archive, only
   * pickles, Parquet and Arrow files are read, and nothing that is packed more than once.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Taken} taken
   * @param {{ known: Names[], labelled: number[] }} open  the classes of other labels, and how many labels there are, of each dataset
   * @param {Watch} watch
   * @returns {Promise<{ files: Entry[], damage: Fault | null, isArchive: boolean, columns?: LabelColumn[], faults?: Fault[], waits?: boolean } | null> | null}
   */
  files(entry, refusal, taken, open, watch) {
    const { name: format, head } = refusal.report[2];
    const isArrow = format === 'Arrow';
    const isColumnar = isArrow || format === 'Parquet';
    // Such a file is not read from its start to its end.
    const isPacked = isColumnar && isGzip(head);
    const kind = isPacked ? 'unpack' : CONTAINERS[/** @type {keyof typeof CONTAINERS} */ (format)];
    const isArchive = kind !== 'unpack' && kind !== 'columnar';
    if (!kind || (entry.archive && kind !== 'pickle' && !isColumnar) || (kind === 'unpack' && entry.packed))
      return null;
    return this.#tried(refusal, async () => {
      if (kind === 'columnar') {
        const { columnarIn } = await import('./columnar.js');
        const table = await columnarIn(this.#converter(), entry, isArrow ? 'Arrow' : 'Parquet', open, watch);
        return table && { ...table, damage: null, isArchive };
      }
      // Few visits open one.
      const { filesIn, unpackedIn } = await import('./archives.js');
      const { files, passed, unlisted, damage } = await (kind === 'unpack'
        ? unpackedIn(this.#converter(), entry, watch)
        : filesIn(this.#converter(), entry, kind, watch));
      for (const name of passed) taken.passed.push(name);
      taken.unlisted += unlisted;
      if (damage) refute(refusal, { ...damage, head, opened: files.length });
      return { files, damage, isArchive };
    });
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
    const { name: format } = refusal.report[2];
    const isSource =
      format in CONTAINERS || ['Csv', 'NpyFortran', 'NpyTexts'].includes(format) || CIFAR.name.test(name);
    if (file instanceof File || !isSource || (isAtHand(file) && format !== 'Pickle')) return null;
    return this.#tried(refusal, async () => {
      const { converted } = await import('./conversion.js');
      const whole = await converted(this.#converter(), watch, 'download', file);
      return whole && { ...entry, file: whole };
    });
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
    return records && records.files;
  }

  /**
   * The arrays in JSON that is no table, named with it; null if it is one.
   * @param {Entry} entry
   * @param {Watch} watch
   */
  async arrays({ file, name, archive, root }, watch) {
    if (!(file instanceof File)) return null;
    const { converted } = await import('./conversion.js');
    // What cannot be read is no table either, which is reported.
    const arrays = await converted(this.#converter(), watch, 'arrays', file).catch(() => null);
    return arrays?.map((file) => ({ file, name: `${name}/${file.name}`, archive: archive || name, root })) ?? null;
  }

  /**
   * The images and labels in a table of numbers, as far as it can be read; null if it holds none.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {TableOptions['only']} only
   * @param {Names[]} known  the classes of other labels
   * @param {Watch} watch
   */
  async table(entry, refusal, only, known, watch) {
    return this.#tried(refusal, async () => {
      const { tableIn } = await import('./tables.js');
      const isJson = refusal.report[2].name === 'Json';
      const table = await tableIn(this.#converter(), entry, { only, isJson, known }, watch);
      if (!table) return null;
      const { damage, columns, isNamed, hasPredictedLabel } = table;
      const [, , { head }] = refusal.report;
      if (damage) refute(refusal, { ...damage, head });
      this.tables.ask(entry, table, isJson);
      return { files: table.files, damage, columns, isNamed, hasPredictedLabel };
    });
  }

  /**
   * The labels in a table, or in lines of JSON, that describes what other files hold; null if there are none.
   * @param {Entry} entry
   * @param {Watch} watch
   * @param {number} [label]  the column that the user chose, from 1
   */
  async labels({ name, file, columnar }, watch, label) {
    const { converted } = await import('./conversion.js');
    return converted(this.#converter(), watch, 'table', file, {
      table: { only: 'labels', alone: true, isJson: isCalledJson(name), isColumnar: !!columnar, label },
    }).catch(() => null);
  }

  /**
   * The labels that the texts of a NumPy array are, or their names if they are none; null if they are no classes.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Names[]} known  the classes of other labels
   * @param {Watch} watch
   */
  async texts({ file }, refusal, known, watch) {
    return this.#tried(refusal, async () => {
      const { converted } = await import('./conversion.js');
      return converted(this.#converter(), watch, 'texts', file, { table: { only: 'labels', known } });
    });
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
      if (images) this.report(name, images.faults);
      return images && images.files;
    } catch (error) {
      // The other files of the drop open all the same.
      this.report(name, [/** @type {Fault} */ (error)]);
      return [];
    }
  }

  /**
   * Adds to the reason why a picture was refused how it can be cut into images, if it is here.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Watch} watch
   */
  async sheet({ file }, refusal, watch) {
    const [, , { head }] = refusal.report;
    if (!(file instanceof File)) return;
    const { isPicture } = await import('./picture-type.js');
    // Another format may have the name of a picture.
    if (!isPicture(head ?? [])) return;
    const { scan } = await import('./sheets.js');
    const sheet = await this.#tried(refusal, () => scan(this.#converter(), file, watch));
    if (sheet) refute(refusal, { name: 'PictureSheet', sheet, head });
  }

  /**
   * Makes something of a file; null if that fails, which is the reason then why it is refused.
   * @template T
   * @param {Refusal} refusal
   * @param {() => Promise<T>} make
   * @returns {Promise<T | null>}
   */
  async #tried(refusal, make) {
    const [, , { head }] = refusal.report;
    try {
      return await make();
    } catch (error) {
      // The reader of tables says only that a text is no table.
      if (/** @type {Fault} */ (error).name === 'Csv') return null;
      return refute(refusal, Object.assign(/** @type {Fault} */ (error), { head }));
    }
  }

  /**
   * Reports what the user has to know about a file that others came out of.
   * @param {string} file  its name
   * @param {Fault[]} faults
   */
  report(file, faults) {
    for (const fault of faults) {
      this.#reported.add(keyOf(fault, file));
      const alert = { key: keyOf(fault, file), file, severe: false, faults: [fault] };
      this.#dispatch({ type: 'alert', alert });
    }
  }

  /**
   * Takes back what was reported about a file.
   * @param {string} file  its name
   * @param {string[]} names  of the faults
   */
  retract(file, names) {
    for (const key of names.map((name) => keyOf({ name }, file)))
      if (this.#reported.delete(key)) this.#dispatch({ type: 'dismiss', key });
  }
}

/** Loads what few files need, before one of them comes. */
export function prepareInside() {
  return Promise.allSettled([
    import('./archives.js'),
    import('./columnar.js'),
    import('./picture-type.js'),
    import('./pictures.js'),
    import('./tables.js'),
  ]);
}

/**
 * Whether a file that was refused is certainly no picture, whatever its name says.
 * @param {Refusal} refusal
 */
export function isOther({ report: [, , { name }] }) {
  return name in CONTAINERS || OTHERS.includes(name);
}
