/** Modules that few visits need, fetched on demand. */

/** @import { Modules } from './modules.js' */

let failures = 0;

/**
 * Fetches a module. After a failure the addresses are others: Firefox asks no more at one where nothing was.
 * @template {keyof Modules} P
 * @param {P} path  below this folder
 * @returns {Promise<Modules[P]>}
 */
export async function load(path) {
  try {
    return await import(`./${path}.js${failures ? `#${failures}` : ''}`);
  } catch (error) {
    failures++;
    throw error;
  }
}
