/** Parquet and Arrow files: the images and the labels in one as files of their own, and the names of columns and classes. */

import { isPredictionName } from '../text/prediction-names.js';
import { converted, entriesOf } from './conversion.js';
import { unpackShards } from './packed-shards.js';
import { leftOut } from './pictures.js';
import { stemOf } from './shards.js';
import { listed } from './tables.js';

/**
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Extracted } from './convert-columnar.js'
 * @import { Entry } from './drops.js'
 * @import { Fault } from './protocol.js'
 * @import { Shards } from './shards.js'
 * @import { SplitTable } from './tables.js'
 * @import { Names } from '../text/class-names.js'
 *
 * @typedef {'Arrow' | 'Parquet'} ColumnarFormat
 */

/**
 * The images and the labels in a Parquet or Arrow file; null if that is cancelled.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {ColumnarFormat} format
 * @param {{ known: Names[], labelled: number[] }} open  the classes of other labels, and how many labels there are, of each dataset
 * @param {Watch} watch
 * @returns {Promise<(SplitTable & { waits?: boolean }) | null>}  it waits if other files of the drop may have labels for its scores
 */
export async function columnarIn(engine, entry, format, { known, labelled }, watch) {
  if (!(await unpackShards(engine, entry, watch))) return null;
  const { file, name, root = null, archive = '', packed = '', sources, shards } = entry;
  const stem = shards?.called ?? stemOf(name);
  const from = { root, archive: archive || packed || name, sources };
  /** @param {{ images: File | null, labels: File | null }} both */
  const filesIn = (both) => entriesOf(both, `${name}/${stem}`, from);
  const sizes = shards?.all.map(({ file }) => file.size ?? 0);
  const table = { isArrow: format === 'Arrow', known, labelled, isPredicted: isPredictionName(stem), sizes };
  const found = await converted(engine, watch, 'columnar', file, { table, named: filesIn });
  if (!found) return null;
  const { columns, pictures, pixels, text, names } = found;
  const { labels, named, otherLabels, leftOut: others, unlabelled, cut, rows } = columns;
  const [{ column: label } = { column: null }] = labels;
  const { predictions, numbering } = columns;
  const isTruth = label !== null && numbering !== 0 && !isPredictionName(label);
  const waits = predictions !== null && isTruth && !labelled.includes(rows);
  /** @type {Fault[]} */
  const faults = pictures ? leftOut(pictures.made, pictures.count, (at) => `row ${at + 1}`) : [];
  if (shards?.missingCount) faults.push(shardsMissing(shards));
  if (cut !== null) faults.push({ name: cut === file.size ? 'ArrowUnended' : 'ArrowCut', offset: cut, found: rows });
  if (pixels) faults.push({ name: `${format}Pixels`, found: pixels });
  const scores = predictions === null || waits ? null : await scoresIn(found);
  if (predictions !== null && scores) {
    const unused = [...labels.flatMap(({ column }, at) => (at === numbering ? [] : [column])), ...others];
    if (unused.length) faults.push({ name: `${format}Predictions`, columnName: predictions, columns: listed(unused) });
    const files = filesIn({ images: scores, labels: null });
    return { files: files.map((file) => ({ ...file, predictedIn: { file: scores, name } })), faults, columns: [] };
  }
  if (!named) faults.push({ name: label === null ? `${format}NoLabel` : `${format}Label`, columnName: label ?? '' });
  if (label !== null && otherLabels.length)
    faults.push({ name: `${format}Labels`, columnName: label, columns: listed(otherLabels) });
  if (unlabelled) faults.push({ name: `${format}Unlabelled`, found: unlabelled, columnName: label ?? '' });
  // A message above names these.
  const unused = others.filter((column) => label === null || !otherLabels.includes(column));
  if (unused.length)
    faults.push({ name: `${format}LeftOut`, found: unused.length, columns: listed(unused), columnName: label ?? '' });
  // Among floats, that is NaN.
  const withoutLabel = unlabelled ? { unlabelled: -1 } : {};
  const classes = new Map(labels.map(({ column, classNames }) => [column, new Map(classNames)]));
  // What is reported of the text is reported of the file. Its rows may turn out to be no labels.
  if (text)
    return {
      files: [{ file: text, name, root, archive, packed, sources, columnar: { format, names: classes } }],
      faults,
      columns: [],
    };
  return {
    files: filesIn(found).map((file) => ({
      ...file,
      ...(file.name.endsWith('-labels') ? withoutLabel : names && { pictures: { folder: '', names } }),
    })),
    faults,
    columns: [...classes].map(([meaning, names]) => ({ meaning, name: `${name}/metadata`, names })),
    waits,
  };
}

/**
 * The lists of a number for each class, in the order of the items; null if that is not known.
 * @param {Extracted} found
 */
async function scoresIn({ images, labels, columns }) {
  if (columns.numbering === null || !images || !labels) return images;
  const { inOrder } = await import('./numbered-lists.js');
  return inOrder(images, labels, columns.numbering, columns.labels.length);
}

/**
 * @param {Shards} shards
 * @returns {Fault}
 */
function shardsMissing({ missingCount, missing, total }) {
  return { name: 'ShardsMissing', found: missingCount, expected: total, names: missing };
}
