/** What the start of a file says of predictions in it. */

import { baseName } from '../state/index.js';
import { isPictureName } from '../text/picture-names.js';
import { isPredictionName } from '../text/prediction-names.js';

/** @import { Fault, Place } from './protocol.js' */

/** Bytes that have the second line of a text, packed or not. */
const LINES = 64 * 1024;
/** Bytes that have the names of columns. */
const FIRST_LINE = 1024;
/** Files that can hold predictions, by why they are no IDX. Others are not read again. */
const PLAUSIBLE = [
  'NpyFortran',
  'NpyObjects',
  'NpyElementType',
  'NpyTexts',
  'NpyTextsDiffer',
  'Pickle',
  'ZipEnd',
  'ZipOther',
  'Csv',
  'Json',
  'Text',
  'ByteOrderMark',
];

/**
 * Whether a file can hold predictions, by why it is no IDX.
 * @param {Fault} fault
 */
export function canBePredictions({ name }) {
  return PLAUSIBLE.includes(name);
}

/**
 * Whether a file, or something in its first line, is called predictions.
 * @param {Place} place
 * @param {string} name
 */
export async function arePredictions(place, name) {
  if (isPredictionName(baseName(name))) return true;
  if (!(place instanceof File)) return false;
  const { startOf } = await import('./text-encoding.js');
  return isPredictionName((await startOf(place, FIRST_LINE)).split('\n', 1)[0]);
}

/**
 * Whether a text has the name of a picture in its second line, which may be below a header.
 * @param {Place} place
 */
export async function namesPictures(place) {
  if (!(place instanceof File)) return false;
  // Few visits need it.
  const { startOf } = await import('./text-encoding.js');
  const [, row = ''] = (await startOf(place, LINES)).split('\n');
  // Lists have spaces between names and classes.
  const names = [...row.split(/[,;\t]/), row.trim().split(/\s+/)[0]];
  return names.some((name) => isPictureName(name.replaceAll('"', '').trim()));
}
