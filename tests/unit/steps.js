/** An engine that converts files, a step at a time. */

/** Never cancelled. */
export const WATCH = { isCancelled: () => false, onprogress: () => {}, onfiles: async () => {} };

/** The last step, with what was made of the file. @param {unknown} result */
export const done = (result) => ({ share: 1, isDone: true, result });

/** A step before. */
export const half = { share: 0.5, isDone: false, result: null };

/** An engine that takes these steps, and what it was asked for. @param {...object} steps */
export function stepping(...steps) {
  /** @type {string[]} */
  const calls = [];
  /** @param {string} method */
  const call = async (method) => {
    calls.push(method);
    return method === 'stepConversion' ? steps.shift() : null;
  };
  return /** @type {any} */ ({ call, calls });
}

/**
 * An engine that makes of each file what `result` gives, or throws.
 * @param {(kind: string, file: File, imagesOnly: boolean) => unknown} result
 */
export function converting(result) {
  /** @type {any[]} */
  let begun;
  /** @param {string} method @param {any[]} what */
  const call = async (method, ...what) => {
    if (method === 'beginConversion') begun = what;
    return method === 'stepConversion' ? done(result(...begun)) : null;
  };
  return /** @type {any} */ ({ call });
}
