/** Files that others are made of, for the worker. Few visits open one, so the core of conversions is loaded for the first. */

import { HandingOn } from './so-far.js';

/** Milliseconds of work between two answers. */
const WHILE = 250;

/** The conversions. */
const KINDS = {
  /** @param {Place} file */
  zip: async (file) => (await import('./convert.js')).zip(file),
  /** @param {Place} file */
  tar: async (file) => (await import('./convert.js')).tar(file),
  /** @param {Place} file */
  matlab: async (file) => (await import('./convert.js')).matlab(file),
  /** @param {File} file */
  pickle: async (file) => (await import('./convert.js')).pickle(file),
  /** @param {Place} file */
  safetensors: async (file) => (await import('./convert.js')).safetensors(file),
  /** @param {Place} file */
  unpack: async (file) => (await import('./convert.js')).unpack(file),
  /** @param {Place} file @param {TableOptions} options */
  reorder: async (file, options) => (await import('./convert.js')).reorder(file, options),
  /** @param {Place} file @param {TableOptions} options */
  table: async (file, options) => (await import('./convert-tables.js')).table(file, options),
  /** @param {Pictures} pictures */
  pictures: async (pictures) => (await import('./convert-pictures.js')).pictures(pictures),
  /** @param {LabelRows} rows */
  labels: async (rows) => (await import('./convert-pictures.js')).labels(rows),
  /** @param {SheetFile} sheet */
  sheet: async (sheet) => (await import('./convert-sheet.js')).sheet(sheet),
  /** @param {Place} file @param {TableOptions} options */
  columnar: async (file, options) => (await import('./convert-columnar.js')).columnar(file, options),
  /** @param {File} file */
  arrays: async (file) => {
    // It starts the core of conversions.
    await import('./convert.js');
    return (await import('./json.js')).arraysOfJson(file);
  },
  /** @param {Place} file */
  records: async (file) => (await import('./convert-tables.js')).records(file),
  /** @param {Place} file @param {TableOptions} options */
  texts: async (file, options) => (await import('./convert-tables.js')).texts(file, options),
  /** @param {Remote} file */
  download: async (file) => (await import('./download.js')).download(file),
};

/**
 * @import { SoFar } from './convert.js'
 * @import { LabelRows, Pictures } from './convert-pictures.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Place, Remote } from './protocol.js'
 * @import { SheetFile } from './convert-sheet.js'
 * @typedef {typeof KINDS} Conversions
 */

/** The one at hand. @type {AsyncGenerator<number | SoFar<unknown>, unknown, void> | null} */
let conversion = null;
/** Its next step, while it is awaited: a host may answer late. @type {Promise<IteratorResult<number | SoFar<unknown>, unknown>> | null} */
let next = null;
/** The share of the file that has been read. */
let share = 0;
let handingOn = new HandingOn(0);
/** Whether this worker is the one that converts files. */
export let converts = false;

/** What the page can ask for. */
export const conversionMethods = {
  /** Loads the core of conversions, and the modules that use it. */
  async prepareConversions() {
    converts = true;
    await Promise.all([
      import('./convert.js'),
      import('./convert-columnar.js'),
      import('./convert-pictures.js'),
      import('./convert-tables.js'),
    ]);
  },

  /**
   * Begins to convert a file, or many pictures, in place of what was begun last.
   * @template {keyof Conversions} K
   * @param {K} kind
   * @param {Parameters<Conversions[K]>[0]} file
   * @param {TableOptions} options  of tables and arrays
   */
  async beginConversion(kind, file, options) {
    converts = true;
    await conversionMethods.endConversion();
    const begin = /** @type {(file: unknown, options: TableOptions) => ReturnType<Conversions[K]>} */ (KINDS[kind]);
    conversion = await begin(file, options);
    share = 0;
    handingOn = new HandingOn(performance.now());
  },

  /**
   * Goes on for a while: the share of the file that has been read, and what has come out if that is to be shown; or at the
   * end what was made of it.
   * @param {boolean} wantsFiles  whether files that have come out can be shown now
   * @returns {Promise<{ share: number, soFar: unknown, isDone: boolean, result: unknown }>}
   */
  async stepConversion(wantsFiles) {
    const end = performance.now() + WHILE;
    /** @type {Promise<null>} */
    const pause = new Promise((resolve) => setTimeout(() => resolve(null), WHILE));
    while (conversion) {
      next ??= conversion.next();
      const step = await Promise.race([next, pause]).catch((error) => {
        next = null;
        throw error;
      });
      if (step) next = null;
      if (step?.done) {
        conversion = null;
        return { share: 1, soFar: null, isDone: true, result: step.value };
      }
      const progress = step?.value ?? share;
      share = typeof progress === 'number' ? progress : progress.share;
      const isEarly = wantsFiles && typeof progress !== 'number';
      const soFar = isEarly ? handingOn.next(progress, performance.now()) : null;
      if (soFar || !step || performance.now() > end) return { share, soFar, isDone: false, result: null };
    }
    // After a trap the worker is another one.
    throw new Error('no conversion was begun');
  },

  /** Ends the conversion. */
  async endConversion() {
    const ending = conversion?.return(undefined);
    // A step that waits for a host would delay the end.
    if (next) ending?.catch(() => {});
    else await ending;
    next = null;
    conversion = null;
  },
};
