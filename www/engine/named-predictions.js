/** Predictions whose lines name pictures, in the order of the images. */

import { namesIn, rowOf } from './label-tables.js';

/** @import { Pictures } from './pictures.js' */

/** Bytes of a text that is put in order, at most. */
const MOST = 128 << 20;

/**
 * A text of predictions with its lines in the order of the pictures that they name; null unless each picture has a line of its own.
 * Lines about other pictures are left out.
 * @param {File} file
 * @param {string} name
 * @param {Pictures} pictures
 */
export async function inOrderOf(file, name, { folder, entries }) {
  if (file.size > MOST) return null;
  const lines = (await file.text()).split('\n').filter((line) => line.trim());
  const all = lines.map(nameIn);
  // Without a header first: its name would be in no folder of the others.
  for (const start of [1, 0]) {
    if (lines.length - start < entries.length) continue;
    // As if it lay beside them.
    const names = await namesIn(`${folder}/${name}`, all.slice(start), () => false);
    const places = [];
    for (const entry of entries) {
      const row = rowOf(names, entry.name);
      if (row === null || row === undefined) break;
      places.push(row + start);
    }
    if (new Set(places).size < entries.length) continue;
    const text = [...Array(start).keys(), ...places].map((at) => `${lines[at]}\n`);
    return new File(text, file.name, { lastModified: file.lastModified });
  }
  return null;
}

/**
 * The first of the fields in a line, if that can be a name.
 * @param {string} line
 */
function nameIn(line) {
  const [first, ...others] = line.split(/[,;\t]/, 2);
  const name = first.trim().replace(/^"(.*)"$/, '$1');
  return others.length && !/^-?\d*\.\d+$/.test(name) ? name : '';
}
