/** Choosing another column of a table as the labels of pictures. */

import { labelTableOf } from './label-tables.js';
import { labelled } from './picture-labels.js';
import { unnamed } from './pictures.js';
import { guesses } from './tables.js';

/**
 * @import { Reading } from './asked-tables.js'
 * @import { Entry } from './drops.js'
 * @import { Inside } from './inside.js'
 * @import { Album } from './pictures.js'
 */

/**
 * How the only table that labels an album is read again.
 * @param {Inside} inside
 * @param {Entry} table
 * @param {Album} album  with the pictures that are open
 * @param {Entry} file  their labels
 * @param {string} source  what the names of the classes are from
 * @returns {Reading}
 */
export function readingOf(inside, table, { folder, entries }, file, source) {
  const bare = { folder, entries, labels: null, names: new Map() };
  return {
    source,
    read: async (label, watch) => {
      const content = await inside.labels(table, watch, label);
      const labels = content && (await labelTableOf(table.name, content));
      if (!labels?.columns) return null;
      const [album] = (await labelled([bare], [labels])).albums;
      const made = album.labels && (await inside.labelsFile(album.labels, watch));
      if (!made) return null;
      inside.report(folder, unnamed(album));
      return {
        files: [{ ...file, file: made }],
        faults: guesses(labels.columns, { isChosen: true, isNeeded: true }),
        columns: [{ meaning: '', name: source, names: album.names }],
        damage: labels.damage,
      };
    },
  };
}
