/** Parquet and Arrow files: the images and the labels in one as files of their own, and the names of columns and classes. */

import { baseName, COLUMNAR } from '../state/index.js';
import { isPredictionName } from '../text/prediction-names.js';
import { converted, entriesOf } from './conversion.js';
import { leftOut } from './pictures.js';
import { listed } from './tables.js';

/**
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 * @import { Fault } from './protocol.js'
 * @import { SplitTable } from './tables.js'
 * @import { Names } from '../text/class-names.js'
 *
 * @typedef {'Arrow' | 'Parquet'} ColumnarFormat
 */

/** The endings of such names, and the names that `datasets` gives. */
const ENDING = new RegExp(`\\.(${COLUMNAR})$`, 'i');
const PART = /^data-(\d+)-of-(\d+)$/;

/**
 * The images and the labels in a Parquet or Arrow file; null if that is cancelled.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {ColumnarFormat} format
 * @param {{ known: Names[], labelled: number[] }} open  the classes of other labels, and how many labels there are, of each dataset
 * @param {Watch} watch
 * @returns {Promise<SplitTable | null>}
 */
export async function columnarIn(engine, entry, format, { known, labelled }, watch) {
  const { file, name, root = null, archive = '', packed = '' } = entry;
  const stem = stemOf(name);
  const from = { root, archive: archive || packed || name };
  /** @param {{ images: File | null, labels: File | null }} both */
  const filesIn = (both) => entriesOf(both, `${name}/${stem}`, from);
  const table = { isArrow: format === 'Arrow', known, labelled, isPredicted: isPredictionName(stem) };
  const found = await converted(engine, watch, 'columnar', file, { table, named: filesIn });
  if (!found) return null;
  const { columns, pictures, pixels, text } = found;
  const { labels, named, otherLabels, leftOut: others, unlabelled, cut, rows } = columns;
  const [{ column: label } = { column: null }] = labels;
  /** @type {Fault[]} */
  const faults = pictures ? leftOut(pictures.made, pictures.count, (at) => `row ${at + 1}`) : [];
  if (cut !== null) faults.push({ name: cut === file.size ? 'ArrowUnended' : 'ArrowCut', offset: cut, found: rows });
  if (pixels) faults.push({ name: `${format}Pixels`, found: pixels });
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
      files: [{ file: text, name, root, archive, packed, columnar: { format, names: classes } }],
      faults,
      columns: [],
    };
  return {
    files: filesIn(found).map((file) => (file.name.endsWith('-labels') ? { ...file, ...withoutLabel } : file)),
    faults,
    columns: [...classes].map(([meaning, names]) => ({ meaning, name: `${name}/metadata`, names })),
  };
}

/**
 * What the dataset of a file is called: the library `datasets` calls files by their number, and their folder by the dataset.
 * @param {string} name  with its folders
 */
function stemOf(name) {
  const stem = baseName(name).replace(ENDING, '');
  const [, part, parts] = PART.exec(stem) ?? [];
  const folder = baseName(name.slice(0, -baseName(name).length).replace(/\/$/, ''));
  if (!parts || !folder) return stem;
  return Number(parts) > 1 ? `${folder}-${part}-of-${parts}` : folder;
}
