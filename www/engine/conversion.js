/** Converting files in a worker, for a while at a time, so that others can be answered, and it can be cancelled. */

/**
 * @import { Engine } from './client.js'
 * @import { Conversions } from './converting.js'
 *
 * @typedef {object} Watch  who waits for a file
 * @property {() => boolean} isCancelled
 * @property {(share: number) => void} onprogress  the share of it that has been read
 */

/**
 * @template T
 * @typedef {T extends AsyncGenerator<number, infer R, void> ? R : never} Result  of a conversion
 */

/**
 * What is made of a file, or of many pictures; null if that is cancelled.
 * @template {keyof Conversions} K
 * @param {Engine} engine
 * @param {Watch} watch
 * @param {K} kind
 * @param {Parameters<Conversions[K]>[0]} file
 * @param {boolean} [imagesOnly]  of a table
 * @returns {Promise<Result<Awaited<ReturnType<Conversions[K]>>> | null>}
 */
export async function converted(engine, { isCancelled, onprogress }, kind, file, imagesOnly = false) {
  await engine.call('beginConversion', kind, file, imagesOnly);
  for (;;) {
    const step = await engine.call('stepConversion');
    if (step.isDone) return /** @type {Result<Awaited<ReturnType<Conversions[K]>>>} */ (step.result);
    if (isCancelled()) break;
    onprogress(step.share);
  }
  await engine.call('endConversion');
  return null;
}
