/** Converting files in a worker, for a while at a time, so that others can be answered, and it can be cancelled. */

/**
 * @import { Engine } from './client.js'
 * @import { SoFar } from './convert.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Conversions } from './converting.js'
 * @import { Entry } from './drops.js'
 *
 * @typedef {object} Watch  who waits for a file
 * @property {() => boolean} isCancelled
 * @property {(share: number) => void} onprogress  the share of it that has been read
 * @property {(files: Entry[]) => Promise<void>} onfiles  the files that come out of it, with the items so far
 */

/**
 * @template T
 * @typedef {T extends AsyncGenerator<unknown, infer R, void> ? R : never} Result  of a conversion
 */

/**
 * @template T
 * @typedef {T extends AsyncGenerator<number | SoFar<infer F>, unknown, void> ? F : never} Early  what has come out of one before its end
 */

/**
 * Images and labels that come out of a file, with names that pair them.
 * @param {{ images: File | null, labels: File | null }} both
 * @param {string} stem  what their names begin with
 * @param {Omit<Entry, 'file' | 'name'>} from
 * @returns {Entry[]}
 */
export function entriesOf({ images, labels }, stem, from) {
  /** @param {string} kind @param {File | null} file */
  const named = (kind, file) => (file ? [{ file, name: `${stem}-${kind}`, ...from }] : []);
  return [...named('images', images), ...named('labels', labels)];
}

/**
 * What is made of a file, or of many pictures; null if that is cancelled.
 * @template {keyof Conversions} K
 * @param {Engine} engine
 * @param {Watch} watch
 * @param {K} kind
 * @param {Parameters<Conversions[K]>[0]} file
 * @param {object} [options]
 * @param {TableOptions} [options.table]
 * @param {(soFar: Early<Awaited<ReturnType<Conversions[K]>>>) => Entry[]} [options.named]  what has come out, so that it can be shown before the end
 * @returns {Promise<Result<Awaited<ReturnType<Conversions[K]>>> | null>}
 */
export async function converted(engine, watch, kind, file, { table = {}, named } = {}) {
  const { isCancelled, onprogress, onfiles } = watch;
  /** @type {Promise<void> | null} */
  let showing = null;
  /** Why files that have come out cannot be shown. @type {unknown} */
  let fault = null;
  /** @param {Entry[]} files */
  const show = async (files) => {
    await onfiles(files).catch((error) => (fault = error));
    showing = null;
  };
  const convert = async () => {
    await engine.call('beginConversion', kind, file, table);
    for (;;) {
      const step = await engine.call('stepConversion', !showing);
      if (step.isDone) return /** @type {Result<Awaited<ReturnType<Conversions[K]>>>} */ (step.result);
      if (isCancelled() || fault) break;
      onprogress(step.share);
      const soFar = /** @type {Early<Awaited<ReturnType<Conversions[K]>>> | null} */ (step.soFar);
      // The conversion goes on meanwhile.
      if (soFar && named) showing = show(named(soFar));
    }
    await engine.call('endConversion');
    return null;
  };
  // The result replaces what is being shown.
  const result = await convert().finally(() => showing);
  if (fault) throw fault;
  return result;
}
