/** Labels of pictures that are open, from tables that come later. */

import { baseName } from '../state/index.js';
import { converted } from './conversion.js';
import { keyOf } from './label-tables.js';
import { labelled } from './picture-labels.js';
import { unnamed } from './pictures.js';
import { mappingsOf } from './table-labelling.js';

/**
 * @import { Watch } from './conversion.js'
 * @import { Parts } from './drop-intake.js'
 * @import { WaitingTable } from './drop-tables.js'
 * @import { Entry } from './drops.js'
 * @import { Known } from './files.js'
 * @import { Mapping } from './mappings.js'
 * @import { Pictures } from './pictures.js'
 * @import { Slot } from './protocol.js'
 * @import { TableLabelling } from './table-labelling.js'
 *
 * @typedef {{ files: Entry[], mappings: Mapping[], used: Set<WaitingTable> }} Labelled  labels with their names, and the tables
 *   that they are from
 */

/**
 * The labels that tables have for open pictures. Pictures that have labels get others only from words: numbers beside labels are
 * predictions.
 * @param {Record<Slot, Known | null>[]} open  the files of datasets made of pictures
 * @param {WaitingTable[]} tables
 * @param {TableLabelling} labelling
 * @param {Parts} parts
 * @param {Watch} watch
 * @returns {Promise<Labelled>}
 */
export async function labelOpen(open, tables, labelling, parts, watch) {
  const found = await labelling.read(tables, []);
  /** @type {Labelled} */
  const all = { files: [], mappings: [], used: new Set() };
  for (const haveLabels of [false, true]) {
    const datasets = open.filter(({ labels }) => !!labels === haveLabels);
    const [first, ...others] = datasets.map(({ images }) => keyOf(images?.pictures?.folder ?? ''));
    // As if they lay beside the pictures.
    const beside = others.length ? {} : { folder: first };
    const left = [...found]
      .filter(([table, { names }]) => !all.used.has(table) && (!haveLabels || names.size > 0))
      .map(([table, labels]) => /** @type {const} */ ([table, { ...labels, ...beside }]));
    if (!datasets.length || !left.length) continue;
    const { albums, used, faults } = await labelled(
      datasets.flatMap(({ images }) => images?.pictures ?? []),
      left.map(([, labels]) => labels),
    );
    for (const [table, labels] of left.filter(([, labels]) => used.has(labels))) {
      all.used.add(table);
      await labelling.use(table, labels, albums, faults.get(labels));
    }
    for (const [at, pictures] of albums.entries()) {
      const { images, labels: before } = datasets[at];
      const file = images && pictures.table && (await fileOf(pictures, parts, watch));
      if (!file || !pictures.table) continue;
      const { archive } = images;
      const [{ name: table }] = pictures.table.tables;
      // Others have another name than those that are there.
      const other = `${pictures.folder}/${baseName(table).replace(/\.[^.]*$/, '')}`;
      const stem = before ? other : images.name.replace(/-images$/, '');
      all.files.push({ file, name: `${stem}-labels`, archive });
      all.mappings.push(...mappingsOf(parts.mappings, pictures, archive));
      parts.inside.report(table, unnamed(pictures));
    }
  }
  return all;
}

/**
 * The labels of pictures in their order; null if that is cancelled.
 * @param {Pictures} pictures
 * @param {Parts} parts
 * @param {Watch} watch
 */
function fileOf({ entries, labels }, parts, watch) {
  const all = labels ?? [];
  return converted(parts.converter(), watch, 'labels', { labels: all, columns: all.length / entries.length });
}
