/** JSON as a table of text: see src/format/json_table.rs. */

import { JsonTable } from '../pkg/convert.js';
import { isPredictionName } from '../text/prediction-names.js';
import { textOf } from './text-encoding.js';

/** Limit of the bytes that are read, unpacked: all of them are in memory. */
const MAX_LEN = 64 << 20;

/**
 * The table in JSON; null if there is none.
 * @param {File} file  plain or gzip
 * @param {boolean} hasImages  whether many numbers can be an image: beside pictures, they describe one
 * @returns {Promise<File | null>}
 */
export async function tableOfJson(file, hasImages) {
  const text = await textOf(file, MAX_LEN);
  const table = text === null ? undefined : JsonTable.parse(text, hasImages);
  if (!table) return null;
  const [name, ...others] = table.columns();
  const csv = table.intoCsv();
  // Predictions wait for labels. Those of pictures name these.
  return !others.length && isPredictionName(name === 'label' ? file.name : name) ? null : new File([csv], '');
}
