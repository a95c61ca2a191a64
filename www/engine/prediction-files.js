/** What the name and the start of a file say of predictions in it. */

import { baseName, COLUMNAR } from '../state/index.js';
import { isPictureName } from '../text/picture-names.js';
import { isPredictionName } from '../text/prediction-names.js';

/**
 * @import { Entry } from './drops.js'
 * @import { Origin } from './files.js'
 * @import { Fault, Place, Status } from './protocol.js'
 */

/** Bytes that have the second line of a text, packed or not. */
const LINES = 64 * 1024;
/** Bytes that have the names of columns. */
const NAMES = 1024;
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
  'ArrowRows',
  'ParquetRows',
  'Json',
  'JsonTooLarge',
  'Text',
  'ByteOrderMark',
];
/** A field of a header: words of notes are none. */
const FIELD = /(?<=^|[,;\t])\s*"?[\w-]+(\s[\w-]+)?"?\s*(?=$|[,;\t])/g;
/** A key, or the name of a column. */
const KEY = /"[^"\s]+"/g;
/** What can be called predictions in the start of a file, by why it is no IDX. @type {Record<string, RegExp | undefined>} */
const NAMED = { Csv: FIELD, ArrowRows: FIELD, ParquetRows: FIELD, Text: FIELD, Json: KEY, JsonTooLarge: KEY };
/** How the names of files with data end. Programs and notes can be called predictions, too. */
const DATA = new RegExp(`^[^.]*$|\\.(csv|tsv|txt|jsonl?|${COLUMNAR}|npy|npz|pkl|pickle|pth?)(\\.gz)?$`, 'i');

/**
 * Whether a file can hold predictions, by why it is no IDX.
 * @param {Fault} fault
 */
export function canBePredictions({ name }) {
  return PLAUSIBLE.includes(name);
}

/**
 * Whether a file has fields in lines, by why it is no IDX.
 * @param {Fault} fault
 */
export function hasFields({ name }) {
  return NAMED[name] === FIELD;
}

/**
 * Whether a file, a column of it or a key in it is called predictions.
 * @param {Place} place
 * @param {string} name
 * @param {Fault} fault  why it is no IDX
 */
export async function isCalledPredictions(place, name, fault) {
  const file = baseName(name);
  if (!DATA.test(file)) return false;
  if (isPredictionName(file)) return true;
  const named = NAMED[fault.name];
  if (!named || !(place instanceof File)) return false;
  const { startOf } = await import('./text-encoding.js');
  // What cannot be read has an alert of its own.
  const start = await startOf(place, NAMES).catch(() => '');
  const [header] = start.trim().split(/\r?\n/, 1);
  return (named === FIELD ? header : start).match(named)?.some(isPredictionName) ?? false;
}

/** How the arrays that came out of a table are called. Rows beside labels are what these are for. */
const OF_TABLE = /\/.*-(images|labels)$/;

/**
 * The source of a file's predictions, if its name, or the table that it came from, calls them so.
 * @param {Origin} origin
 * @param {Status} status
 * @returns {Entry | undefined}
 */
export function predictionsIn({ place, name, mapping, predictedIn }, { role, shape }) {
  const canBe = role === 'labels' || shape.length === 2;
  // Numbers of words are not the predictions themselves.
  const isCalled = canBe && !mapping && !OF_TABLE.test(name) && isPredictionName(baseName(name));
  return predictedIn ?? (isCalled ? { file: place, name } : undefined);
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
