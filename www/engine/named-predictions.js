/** Predictions whose lines name pictures, in the order of the images. */

import { beside, namesIn, rowOf } from './label-tables.js';
import { picturesOf } from './pictures.js';
import { yieldAfterSlice } from './scheduling.js';
import { inUtf8 } from './text-encoding.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { RowNames } from './label-tables.js'
 * @import { Pictures } from './pictures.js'
 */

/** Bytes of a text that is put in order, at most. */
const MAX_LEN = 64 << 20;
/** Lines that are taken between two looks at the clock. */
const AT_ONCE = 100;

/**
 * The first of these datasets whose pictures a text of predictions names, and its lines in the order of the images.
 * @param {Dataset[]} datasets
 * @param {File} file
 */
export async function namedIn(datasets, file) {
  const named = datasets.flatMap((dataset) => {
    const origin = dataset.files.images?.pictures;
    return origin ? [{ dataset, set: picturesOf(origin) }] : [];
  });
  const found = await inOrderOf(
    file,
    named.map(({ set }) => set),
  );
  const owner = named.find(({ set }) => set === found?.set);
  return found && owner ? { dataset: owner.dataset, file: found.file } : null;
}

/**
 * A text of predictions with its lines in the order of the pictures that they name, and which of the sets these are; null unless
 * each picture of a set has a line of its own. Lines about other pictures are left out.
 * @param {File} file
 * @param {Pictures[]} sets
 * @returns {Promise<{ set: Pictures, file: File } | null>}
 */
export async function inOrderOf(file, sets) {
  if (file.size > MAX_LEN) return null;
  const lines = (await (await inUtf8(file)).text()).split('\n').filter((line) => line.trim());
  const all = [];
  for (const [at, line] of lines.entries()) {
    // A line break between quotes is none of the table.
    if (line.split('"').length % 2 === 0) return null;
    all.push(nameIn(line));
    if (at % AT_ONCE === 0) await yieldAfterSlice();
  }
  // The name of a column would be in no folder of the others, so the first line may be a header before it may be a row.
  for (const start of [1, 0]) {
    if (!all.slice(start).some((name) => name)) continue;
    const names = await namesIn('', all.slice(start), () => false);
    for (const set of sets) {
      const own = sets.length === 1 ? beside(names, set.folder) : names;
      const places = await placesOf(set, own);
      if (!places) continue;
      const header = start && isHeader(lines[0]) ? [lines[0]] : [];
      const text = [...header, ...places.map((at) => lines[at + start])].map((line) => `${line}\n`);
      return { set, file: new File(text, file.name, { lastModified: file.lastModified }) };
    }
  }
  return null;
}

/**
 * The rows of all pictures; null unless each has one of its own.
 * @param {Pictures} pictures
 * @param {RowNames} names
 */
async function placesOf({ entries }, names) {
  const places = new Set();
  for (const [at, { name }] of entries.entries()) {
    const row = rowOf(names, name);
    if (row === null || row === undefined || places.has(row)) return null;
    places.add(row);
    if (at % AT_ONCE === 0) await yieldAfterSlice();
  }
  return [...places];
}

/**
 * The first of the fields in a line, if that can be a name.
 * @param {string} line
 */
function nameIn(line) {
  const [, quoted, plain = ''] = /^\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))[,;\t]/.exec(line) ?? [];
  const name = quoted?.replaceAll('""', '"') ?? plain.trim();
  return /^-?\d*\.\d+(e[-+]?\d+)?$/i.test(name) ? '' : name;
}

/**
 * Whether a line names columns: the field behind the name is no number.
 * @param {string} line
 */
function isHeader(line) {
  return Number.isNaN(Number(line.split(/[,;\t]/)[1]?.replaceAll('"', '')));
}
