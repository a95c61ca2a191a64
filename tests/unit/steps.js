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
 * @param {(kind: string, file: File, only: string) => unknown} result
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

/**
 * Files in an archive, as the core gives them.
 * @param {{ name: string, offset: number, length: number, head?: Uint8Array, tail?: Uint8Array, readable?: boolean, cut?: boolean }[]} members
 */
export function packed(members) {
  const none = new Uint8Array();
  const all = members.map((member) => ({ head: none, tail: none, readable: true, cut: false, ...member }));
  return {
    names: all.map(({ name }) => name).join(''),
    numbers: Float64Array.from(
      all.flatMap(({ name, offset, length, head, tail, readable, cut }) =>
        [name.length, offset, length, head.length, tail.length, readable, cut].map(Number),
      ),
    ),
    frames: Uint8Array.from(all.flatMap(({ head, tail }) => [...head, ...tail])),
  };
}
