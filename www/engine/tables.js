/** Files that hold images and labels in one: the two as files of their own, which pairing finds. */

import { baseName } from '../state/index.js';

/**
 * @import { Engine } from './client.js'
 * @import { Entry } from './library.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {{ files: Entry[], faults: Fault[] }} SplitFile  the two files, and what the user has to know about them
 */

/**
 * The images and the labels in a table of numbers.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {boolean} imagesOnly  whether a table of which it is not certain that it holds images gives null
 * @returns {Promise<SplitFile | null>}
 */
export async function tableIn(engine, entry, imagesOnly) {
  const table = await engine.call('splitTable', entry.file, imagesOnly);
  if (!table) return null;
  const { label = null, count = 0, named = true, shortLine = null } = table.columns ?? {};
  /** @type {Fault[]} */
  const faults = [];
  if (!named) faults.push({ name: label ? 'CsvLabel' : 'CsvNoLabel', found: label ?? 0, expected: count });
  if (shortLine) faults.push({ name: 'CsvShort', row: shortLine });
  return { files: filesOf(entry, table, ''), faults };
}

/**
 * The images and the labels in a binary file of CIFAR-10 or CIFAR-100; null if it is another file.
 * @param {Engine} engine
 * @param {Entry} entry
 * @returns {Promise<SplitFile | null>}
 */
export async function recordsIn(engine, entry) {
  const records = await engine.call('splitRecords', entry.file);
  return records && { files: filesOf(entry, records, `${records.set}-`), faults: [] };
}

/**
 * @param {Entry} entry
 * @param {{ images: File, labels: File | null }} both
 * @param {string} set  which the names begin with, so that class names are known
 * @returns {Entry[]}
 */
function filesOf({ name, root = null, archive = '' }, { images, labels }, set) {
  const stem = set + baseName(name).replace(/(\.(csv|tsv|txt|bin|gz))+$/i, '');
  /** @param {string} kind @param {File} file */
  const inside = (kind, file) => ({ file, name: `${name}/${stem}-${kind}`, root, archive: archive || name });
  return [inside('images', images), ...(labels ? [inside('labels', labels)] : [])];
}
