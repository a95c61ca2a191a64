/** Files that hold images and labels in one: the two as files of their own, which pairing finds. */

import { baseName, COLUMNAR } from '../state/index.js';
import { isPredictionName } from '../text/prediction-names.js';
import { converted, entriesOf } from './conversion.js';

/**
 * @import { Columns } from '../pkg/convert.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Both } from './convert.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Entry } from './drops.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Fault, LabelColumnUse } from './protocol.js'
 *
 * @typedef {{ files: Entry[], faults: Fault[] }} SplitFile  the two files, and what the user has to know about them
 * @typedef {SplitFile & { columns: LabelColumn[] }} SplitTable  with its columns of labels
 * @typedef {SplitTable & { damage: Fault | null, isNamed: boolean, hasPredictedLabel: boolean }} PartTable  with why it could not
 *   be read to its end, whether it has labels alone and names of its rows, and whether the column of labels is called predictions
 */

/** How the names of tables end. */
const ENDINGS = new RegExp(`(\\.(csv|tsv|txt|jsonl?|arff|data|svm|libsvm|bin|${COLUMNAR}|gz))+$`, 'i');
/** Names of columns that a message shows. */
const SHOWN = 5;

/**
 * The images and the labels in a table of numbers.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {TableOptions} wanted
 * @param {Watch} watch
 * @returns {Promise<PartTable | null>}
 */
export async function tableIn(engine, entry, wanted, watch) {
  const filesIn = (/** @type {Both} */ both) => filesOf(entry, both, '');
  const options = entry.columnar ? { ...wanted, isColumnar: true } : wanted;
  const table = await converted(engine, watch, 'table', entry.file, { table: options, named: filesIn });
  if (!table) return null;
  const { images, isOrdered, isNamed, items, damage } = table;
  const {
    label = null,
    classNames = [],
    leftOut = [],
    missing = 0,
    unlabelled = 0,
    shortLine = null,
  } = table.columns ?? {};
  const labelName = table.columns?.labelName ?? '';
  const faults = table.columns ? guesses(table.columns, { isChosen: wanted.label !== undefined }) : [];
  if (unlabelled)
    faults.push({ name: `${entry.columnar?.format ?? 'Parquet'}Unlabelled`, found: unlabelled, columnName: labelName });
  if (missing) faults.push({ name: 'CsvMissingValues', found: missing });
  if (leftOut.length)
    faults.push({ name: images ? 'CsvLeftOut' : 'CsvFacts', found: leftOut.length, columns: listed(leftOut) });
  if (!images && !isOrdered) faults.push({ name: 'CsvOrder' });
  else if (!images && isNamed) faults.push({ name: 'CsvNames' });
  // What is damaged ends somewhere, which is reported.
  if (shortLine && !entry.isDamaged && !damage) faults.push({ name: 'CsvShort', row: shortLine });
  const names = (!classNames.length && entry.columnar?.names.get(labelName)) || new Map(classNames);
  const columns = label ? [{ meaning: '', name: `${entry.name}/metadata`, names }] : [];
  return {
    hasPredictedLabel: isPredictionName(images ? labelName : `${labelName} ${baseName(entry.name)}`),
    files: filesIn(table).map((file) =>
      unlabelled && file.name.endsWith('-labels') ? { ...file, unlabelled: -1 } : file,
    ),
    faults,
    columns,
    isNamed: !images && isNamed,
    damage: damage && { ...damage, opened: items },
  };
}

/**
 * Reports which column is read as the label, if that was guessed or the user chose it.
 * @param {Columns} columns
 * @param {{ isChosen?: boolean, chosenAt?: LabelColumnUse['chosenAt'] }} how
 * @returns {Fault[]}
 */
export function guesses(columns, { isChosen = false, chosenAt = 'alert' }) {
  const { count, label, oneHot, labelName, named } = columns;
  if (named && !isChosen) return [];
  /** @type {LabelColumnUse['choices']} */
  const choices = columns.choices.length ? [...columns.choices, [0, '']] : [];
  const labelColumn = { count, at: label ?? 0, oneHot, choices, isChosen, refused: null, chosenAt };
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
 * Files that come out of a table, or of another file with records.
 * @param {Entry} entry
 * @param {Both} both
 * @param {string} set  which the names begin with, so that class names are known
 * @returns {Entry[]}
 */
export function filesOf({ name, root = null, archive = '', packed = '', sources }, both, set) {
  const base = baseName(name).replace(ENDINGS, '');
  // A table called labels.csv is no table of labels of labels.
  const stem = set + (base.replace(/[-_. ]?(images|labels)$/i, '') || 'table');
  return entriesOf(both, `${name}/${stem}`, { root, archive: archive || packed || name, sources });
}
