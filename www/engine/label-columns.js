/** The columns of a table that can each be the label of its pictures. */

import { labelsOf, rowsOf } from './label-candidates.js';

/**
 * @import { LabelTable } from './label-tables.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Pictures } from './pictures.js'
 */

/** Limit of the columns: each takes a pass over the table. */
const MAX_COLUMNS = 16;

/**
 * Gives albums a label of each of these columns, in place of that of the first one alone. Returns whether there are several.
 * @param {Pictures[]} albums  that the table alone labels
 * @param {LabelTable} table
 * @param {(column: number) => Promise<LabelTable | null>} read  the table with the label in the column with this number
 */
export async function addColumns(albums, table, read) {
  const { choices, label, oneHot } = table.columns ?? { choices: [], label: 0, oneHot: 0 };
  // Columns for a class each are one label.
  const others = oneHot ? [] : choices.filter(([column]) => column !== label).slice(0, MAX_COLUMNS - 1);
  if (!albums.length || !others.length) return false;
  const meanings = [meaningOf(table)];
  const labels = albums.map((album) => [album.labels ?? []]);
  const rows = await Promise.all(albums.map((album) => rowsOf(album, table)));
  for (const [column] of others) {
    // A large one at a time.
    const other = await read(column);
    // Words that are no classes are refused.
    if (other?.columns?.label !== column || other.damage?.row !== table.damage?.row) continue;
    meanings.push(meaningOf(other));
    for (const [at, album] of albums.entries()) {
      const own = other.rows === table.rows ? rows[at] : await rowsOf(album, other);
      labels[at].push(labelsOf(own, other).map((label) => label ?? other.none));
    }
  }
  if (meanings.length > 1)
    for (const [at, album] of albums.entries()) {
      album.labels = album.entries.flatMap((_, picture) => labels[at].map((column) => column[picture]));
      // Its classes may have the numbers that they have in another table.
      album.columns = [{ ...meanings[0], names: album.names }, ...meanings.slice(1)];
    }
  return meanings.length > 1;
}

/**
 * @param {LabelTable} table
 * @returns {LabelColumn}
 */
function meaningOf({ name, columns, names }) {
  return { meaning: columns?.labelName ?? '', name: `${name}/metadata`, names };
}
