/** Modules that few visits need, fetched on demand. */

/** @import { Modules } from './modules.js' */

/** Firefox remembers an address where nothing was; each `#` makes it another. @type {Record<string, string>} */
const marks = {};

/**
 * Fetches a module, unless it is here.
 * @template {keyof Modules} P
 * @param {P} path  below www/
 * @returns {Promise<Modules[P]>}
 */
export async function load(path) {
  const mark = marks[path] ?? '';
  try {
    return await import(`../${path}.js${mark}`);
  } catch (error) {
    marks[path] = `${mark}#`;
    throw error;
  }
}
