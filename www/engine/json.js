/** JSON as a table of text, or as arrays: see src/format/json.rs. */

import { arraysInJson, JsonTable } from '../pkg/convert.js';
import { isPredictionName } from '../text/prediction-names.js';
import { textOf } from './text-encoding.js';

/** Limit of the bytes that are read, unpacked: all of them are in memory. */
const MAX_LEN = 64 << 20;
/** Columns beside which a prediction can be shown as a label: the numbers of the items, their names, and images. */
const OTHERS = /^$|^(image|img)?[ _-]?(id|idx|index|item|row|file|path|name|file_?name)$|image|pixel|^x$/i;

/** @import { Fault } from './protocol.js' */

/**
 * The arrays in JSON that is no table, as NumPy files; null if it is one, or holds something else.
 * @param {File} file  plain or gzip
 */
export async function* arraysOfJson(file) {
  yield 0;
  const text = await textOf(file, MAX_LEN);
  const arrays = text === null ? undefined : arraysInJson(text);
  const from = { lastModified: file.lastModified };
  return arrays?.map(([name, bytes]) => new File([bytes], `${name}.npy`, from)) ?? null;
}

/**
 * The table in JSON; null if there is none.
 * @param {File} file  plain or gzip
 * @param {boolean} hasImages  whether many numbers can be an image: beside pictures, they describe one
 * @param {boolean} isLast  whether the file can be nothing else, so that a fault tells why it cannot be read
 * @returns {Promise<File | null>}
 */
export async function tableOfJson(file, hasImages, isLast) {
  if (isLast && file.size > MAX_LEN) throw fault('JsonTooLarge', { expected: MAX_LEN });
  const text = await textOf(file, MAX_LEN);
  if (text === null) return null;
  const table = JsonTable.parse(text, hasImages);
  const [row, inRow, isCut] = (!table && isLast && JsonTable.damage(text)) || [];
  if (row) throw fault(isCut ? 'JsonCut' : 'JsonSyntax', { row, inRow });
  if (!table) return null;
  const columns = table.columns();
  const csv = table.intoCsv();
  return arePredictions(columns, file.name, hasImages) ? null : new File([csv], '');
}

/**
 * Whether a table has predictions in the order of the items, which wait for labels. Those of pictures name these.
 * @param {string[]} columns
 * @param {string} file  its name
 * @param {boolean} hasImages
 */
function arePredictions(columns, file, hasImages) {
  const [name] = columns;
  if (columns.length === 1) return isPredictionName(name === 'label' ? file : name);
  const areCalled = columns.some(isPredictionName) || isPredictionName(file);
  return hasImages && areCalled && !columns.some((column) => OTHERS.test(column));
}

/**
 * @param {string} name
 * @param {Partial<Fault>} facts
 */
function fault(name, facts) {
  return Object.assign(new Error(name), { name, ...facts });
}
