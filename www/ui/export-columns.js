/** The columns of labels beside the chosen one, which tables and lists in an export have, too. */

import { noneIn } from '../state/index.js';
import { naming } from '../text/naming.js';

/**
 * @import { OtherColumn } from '../engine/export-plan.js'
 * @import { Dataset } from '../state/index.js'
 */

/** Columns of labels that are written at most: more are values, or a column for each class. */
const MAX_COLUMNS = 64;
/** Limit of the characters of a name. */
const MAX_NAME = 200;
/** Names of other columns in these files. */
const TAKEN = ['file_name', 'original_file', 'file', 'index', 'label', 'name', 'bookmarked'];

/**
 * The other columns, with a name of its own for each.
 * @param {Dataset} dataset
 * @returns {OtherColumn[]}
 */
export function otherColumns(dataset) {
  const { column, columns } = dataset.statuses.labels?.labelling ?? { column: 0, columns: 1 };
  if (column === 'one-hot' || columns > MAX_COLUMNS) return [];
  const { meanings, columnNames } = naming(dataset);
  const used = new Set(TAKEN);
  /** @type {OtherColumn[]} */
  const found = [];
  for (let at = 0; at < columns; at++) {
    if (at === column) continue;
    // A list is known by its first line.
    const wanted = meanings[at]?.replace(/\s+/g, ' ').slice(0, MAX_NAME) || `column ${at}`;
    const name = used.has(wanted) ? `${wanted} (column ${at})` : wanted;
    used.add(name);
    const names = columnNames[at] ?? new Map();
    const values = Float64Array.from(names.keys());
    found.push({ at, name, values, words: [...names.values()], none: noneIn(dataset, at) });
  }
  return found;
}
