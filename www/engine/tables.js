/** Files that hold images and labels in one: the two as files of their own, which pairing finds. */

import { baseName } from '../state/index.js';
import { converted, entriesOf } from './conversion.js';

/**
 * @import { Columns } from '../pkg/convert.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Both } from './convert.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Entry } from './drops.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {{ files: Entry[], faults: Fault[] }} SplitFile  the two files, and what the user has to know about them
 * @typedef {SplitFile & { columns: LabelColumn[] }} SplitTable  with its columns of labels
 * @typedef {SplitTable & { damage: Fault | null }} PartTable  with why it could not be read to its end
 */

/** Names of columns that a message shows. */
const SHOWN = 5;

/**
 * The images and the labels in a table of numbers.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {TableOptions['only']} only
 * @param {Watch} watch
 * @returns {Promise<PartTable | null>}
 */
export async function tableIn(engine, entry, only, watch) {
  const filesIn = (/** @type {Both} */ both) => filesOf(entry, both, '');
  const { label: chosen, file } = entry;
  // What the user calls a label is no column of predictions.
  const options = { only: chosen === undefined ? only : '', label: chosen };
  const table = await converted(engine, watch, 'table', file, { table: options, named: filesIn });
  if (!table) return null;
  const { label = null, classNames = [], leftOut = [], missing = 0, shortLine = null } = table.columns ?? {};
  const faults = table.columns ? guesses(table.columns, !table.images, chosen) : [];
  if (missing) faults.push({ name: 'CsvMissingValues', found: missing });
  if (leftOut.length) faults.push({ name: 'CsvLeftOut', found: leftOut.length, columns: listed(leftOut) });
  if (!table.images && !table.isOrdered) faults.push({ name: 'CsvOrder' });
  // What is damaged ends somewhere, which is reported.
  if (shortLine && !entry.isDamaged && !table.damage) faults.push({ name: 'CsvShort', row: shortLine });
  const columns = label ? [{ meaning: '', name: `${entry.name}/metadata`, names: new Map(classNames) }] : [];
  return { files: filesIn(table), faults, columns, damage: table.damage && { ...table.damage, opened: table.items } };
}

/**
 * Reports which column is read as the label, if that was guessed or the user chose it.
 * @param {Columns} columns
 * @param {boolean} isFixed  whether no other can be chosen
 * @param {number} [chosen]  the one that the user chose
 * @returns {Fault[]}
 */
export function guesses({ count, label, labelName, named }, isFixed, chosen) {
  if (named && chosen === undefined) return [];
  const labelColumn = { count, at: label ?? 0, chosen, isFixed };
  return [{ name: 'CsvLabel', columnName: labelName ?? '', labelColumn }];
}

/**
 * The names of columns, as many as a message shows.
 * @param {string[]} names
 */
export function listed(names) {
  return [...names.slice(0, SHOWN).map((name) => `“${name}”`), ...(names.length > SHOWN ? ['…'] : [])].join(', ');
}

/**
 * The images and the labels in a binary file of CIFAR-10 or CIFAR-100; null if it is another file.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {Watch} watch
 * @returns {Promise<SplitFile | null>}
 */
export async function recordsIn(engine, entry, watch) {
  const records = await converted(engine, watch, 'records', entry.file);
  return records && { files: filesOf(entry, records, `${records.set}-`), faults: [] };
}

/**
 * @param {Entry} entry
 * @param {Both} both
 * @param {string} set  which the names begin with, so that class names are known
 * @returns {Entry[]}
 */
function filesOf({ name, root = null, archive = '', packed = '' }, both, set) {
  const base = baseName(name).replace(/(\.(csv|tsv|txt|arff|data|svm|libsvm|bin|gz))+$/i, '');
  // A table called labels.csv is no table of labels of labels.
  const stem = set + (base.replace(/[-_. ]?(images|labels)$/i, '') || 'table');
  return entriesOf(both, `${name}/${stem}`, { root, archive: archive || packed || name });
}
