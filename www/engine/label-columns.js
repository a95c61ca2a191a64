/** The columns of a table that can each be the label of its pictures. */

import { labelsOf } from './picture-labels.js';

/**
 * @import { LabelTable } from './label-tables.js'
 * @import { Album } from './pictures.js'
 */

/** Limit of the columns: each takes a pass over the table. */
const MAX_COLUMNS = 16;

/**
 * What a table says with each of its columns as the label: the one that it has first.
 * @param {LabelTable} table
 * @param {(column: number) => Promise<LabelTable | null>} read  with the label in the column with this number
 * @returns {Promise<LabelTable[]>}
 */
export async function columnsOf(table, read) {
  const all = [table];
  const { choices, label, oneHot } = table.columns ?? { choices: [], label: 0, oneHot: 0 };
  // Columns for a class each are one label.
  const others = oneHot ? [] : choices.filter(([column]) => column !== label).slice(0, MAX_COLUMNS - 1);
  for (const [column] of others) {
    const other = await read(column);
    // Words that are no classes are refused.
    if (other?.columns?.label === column && other.damage?.row === table.damage?.row) all.push(other);
  }
  return all;
}

/**
 * An album with a label of each of these columns for a picture, one after the other.
 * @param {Album} album  that the first of them labels
 * @param {LabelTable[]} columns
 * @param {string} source  what the names of the classes are from
 * @returns {Promise<Album>}
 */
export async function withColumns(album, columns, source) {
  const labels = [album.labels ?? []];
  for (const column of columns.slice(1))
    labels.push((await labelsOf(album, column)).map((label) => label ?? column.none));
  return {
    ...album,
    labels: album.entries.flatMap((_, at) => labels.map((column) => column[at])),
    columns: columns.map(({ columns, names }) => ({ meaning: columns?.labelName ?? '', name: source, names })),
  };
}
