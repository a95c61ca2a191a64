/**
 * Modules and stylesheets that few visits need, loaded on demand.
 *
 * A bundler may move this code to another folder below www/, so addresses go up first: `../ui/item-panel.js`.
 */

/** @import { Modules } from './modules.js' */

/** Firefox does not ask again for an address that failed; each `#` makes it another one. @type {Record<string, string>} */
const marks = {};

/**
 * Loads a module, unless it is loaded.
 * @template {keyof Modules} P
 * @param {P} path  below www/
 * @returns {Promise<Modules[P]>}
 */
export async function load(path) {
  const mark = marks[path] ?? '';
  try {
    // By an address that a bundler does not look into: these modules keep theirs.
    const address = `../${path}.js${mark}`;
    return await import(address);
  } catch (error) {
    marks[path] = `${mark}#`;
    throw error;
  }
}

/** By their paths. Stylesheets belong to the document, whichever viewer asked for them. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Loads a stylesheet, unless the document has it.
 * @param {string} path  below www/
 */
export function loadStyle(path) {
  const style = styles.get(path) ?? link(path);
  styles.set(path, style);
  return style.catch((error) => {
    styles.delete(path);
    throw error;
  });
}

/** @param {string} path */
function link(path) {
  return new Promise((resolve, reject) => {
    const href = new URL(`../${path}`, import.meta.url).href;
    const element = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    element.addEventListener('load', resolve);
    element.addEventListener('error', () => {
      element.remove();
      reject(new Error(`could not load ${path}`));
    });
    document.head.append(element);
  });
}
