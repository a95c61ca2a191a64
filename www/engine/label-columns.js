/** The columns of a table that can each be the label of its pictures. */

import { labelsOf, rowsOf } from './label-candidates.js';

/**
 * @import { LabelTable } from './label-tables.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Pictures } from './pictures.js'
 */

/** Limit of the columns: each takes a pass over the table. */
const MAX_COLUMNS = 16;
/** The column of the page's own exports with the names of pictures. */
const PICTURES = 'original_file';
/** What a column with the names of classes is called. */
const NAMES = /^((class|label|category)[ _-]?)?name$/i;

/**
 * Gives albums a label of each of these columns, in place of that of the first one alone. A column with names for its numbers
 * names the classes. Returns whether there are several.
 * @param {Pictures[]} albums  that the table alone labels
 * @param {LabelTable} table
 * @param {(column: number) => Promise<LabelTable | null>} read  the table with the label in the column with this number
 */
export async function addColumns(albums, table, read) {
  const { choices, label, oneHot } = table.columns ?? { choices: [], label: 0, oneHot: 0 };
  // Columns for a class each are one label.
  const isOther = (/** @type {[number, string]} */ [column, name]) => column !== label && name !== PICTURES;
  const others = oneHot ? [] : choices.filter(isOther).slice(0, MAX_COLUMNS - 1);
  if (!albums.length || !others.length) return false;
  const meanings = [meaningOf(table)];
  const labels = albums.map((album) => [album.labels ?? []]);
  const rows = await Promise.all(albums.map((album) => rowsOf(album, table)));
  for (const [column] of others) {
    // A large one at a time.
    const other = await read(column);
    // Words that are no classes are refused.
    if (other?.columns?.label !== column || other.damage?.row !== table.damage?.row) continue;
    const values = [];
    for (const [at, album] of albums.entries()) {
      const own = other.rows === table.rows ? rows[at] : await rowsOf(album, other);
      values.push(labelsOf(own, other).map((label) => label ?? other.none));
    }
    const names = table.names.size ? null : namesIn(other, albums, values);
    if (names) {
      for (const album of albums) album.names = new Map([...album.names, ...names]);
      continue;
    }
    const { none } = other;
    meanings.push({ ...meaningOf(other), ...(values.some((column) => column.includes(none)) && { none }) });
    for (const at of albums.keys()) labels[at].push(values[at]);
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
 * The names that a column gives the classes, if it is called so: one to each, and each to one.
 * @param {LabelTable} column
 * @param {Pictures[]} albums
 * @param {number[][]} values  in the column, of the pictures of each album
 */
function namesIn({ columns, names }, albums, values) {
  if (!NAMES.test(columns?.labelName ?? '')) return null;
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const [at, { labels, table }] of albums.entries())
    for (const [picture, label] of (labels ?? []).entries()) {
      const name = names.get(values[at][picture]);
      if (name === undefined || label === table?.none) continue;
      if ((found.get(label) ?? name) !== name) return null;
      found.set(label, name);
    }
  return found.size && new Set(found.values()).size === found.size ? found : null;
}

/**
 * @param {LabelTable} table
 * @returns {LabelColumn}
 */
function meaningOf({ name, columns, names }) {
  return { meaning: columns?.labelName ?? '', name: `${name}/metadata`, names };
}
