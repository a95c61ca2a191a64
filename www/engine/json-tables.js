/**
 * JSON as a table of text: lines such as the `metadata.jsonl` of image folders, an array of objects, an object of arrays, what
 * Pandas writes, and lists of labels.
 */

import { isPredictionName } from '../text/prediction-names.js';
import { textOf } from './text-encoding.js';

/** Limit of the bytes that are read, unpacked: objects take several times as much memory. */
const MAX_LEN = 64 << 20;
/** Fields of a table at most, empty ones among them: each object can have keys of its own. */
const MAX_FIELDS = 20e6;
/** Numbers of a list that can be an image. Fewer are a box, or the like. */
const MIN_NUMBERS = 16;
/** Labels in a list without anything else. Fewer values are settings. */
const MIN_LABELS = 10;
/** Names of a list of labels that has no images beside it. */
const LABELS = /^(y|labels?|class(es)?|targets?|categor(y|ies))$/i;

/**
 * The values of each object below their names, with many numbers in one field; null if there are none.
 * @param {File} file  plain or gzip
 * @param {boolean} hasImages  whether many numbers can be an image: beside pictures, they describe one
 * @returns {Promise<File | null>}
 */
export async function tableOfJson(file, hasImages) {
  const text = await textOf(file, MAX_LEN);
  if (text === null) return null;
  const rows = rowsIn(text).map((row) => {
    const fields = Object.entries(row).map(([name, value]) => /** @type {const} */ ([name, field(value, hasImages)]));
    return new Map(fields.filter(([, text]) => text !== null));
  });
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  // Predictions wait for labels. Those of pictures name these.
  if (names.length === 1 && isPredictionName(names[0] === 'label' ? file.name : names[0])) return null;
  // A line without anything is none.
  const [gap, canHaveGaps] = names.length === 1 ? ['NaN', areNumbers(rows, names[0])] : ['', true];
  if (!names.length || !canHaveGaps || names.length * rows.length > MAX_FIELDS) return null;
  const lines = [
    names.map((name) => field(name, false)),
    ...rows.map((row) => names.map((name) => row.get(name) ?? gap)),
  ];
  return new File([lines.map((line) => `${line.join()}\n`).join('')], '');
}

/**
 * Whether each row has a value in a column, or all values are numbers.
 * @param {Map<string, string | null>[]} rows
 * @param {string} name
 */
function areNumbers(rows, name) {
  const values = rows.map((row) => row.get(name));
  return !values.includes(undefined) || values.every((value) => !Number.isNaN(Number(value ?? 0)));
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>[]}
 */
function rowsIn(text) {
  const whole = parsed(text);
  if (whole === undefined) {
    const lines = text.split('\n').flatMap((line) => (line.trim() ? [parsed(line)] : []));
    return lines.every(isObject) ? lines : [];
  }
  if (Array.isArray(whole)) return rowsOf(whole);
  return isObject(whole) ? (rowsOfPandas(whole) ?? rowsOfLists(whole)) : [];
}

/**
 * The rows that a list has, or a row for each label in it.
 * @param {unknown[]} list
 * @returns {Record<string, unknown>[]}
 */
function rowsOf(list) {
  if (list.every(isObject)) return list;
  return areLabels(list) ? list.map((label) => ({ label })) : [];
}

/**
 * The rows of an object of lists: those beside images, or beside a list of labels. An object without lists is a row.
 * @param {Record<string, unknown>} object
 */
function rowsOfLists(object) {
  const lists = Object.entries(object).flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []));
  if (!lists.length) return [object];
  const main =
    lists.find(({ list }) => list.length && list.every(numbersIn)) ??
    lists.find(({ name, list }) => LABELS.test(name) && areLabels(list));
  const count = main?.list.length ?? 0;
  return transposed(
    lists.filter(({ list }) => list.length === count),
    count,
  );
}

/**
 * The rows that Pandas writes: below their numbers (`orient="index"`), column by column below these (the default), or as lists
 * below the names of the columns (`orient="split"`). A series has a value below each number. Null of another object.
 * @param {Record<string, unknown>} object
 */
function rowsOfPandas(object) {
  const keys = Object.keys(object);
  if (keys.length && keys.every((key) => /^\d+$/.test(key))) return rowsOf(numbered(object) ?? []);
  const { columns, index, data } = object;
  if (Array.isArray(columns) && Array.isArray(index) && Array.isArray(data)) return rowsOfSplit(columns, index, data);
  const lists = keys.map((name) => ({ name, list: numbered(object[name]) ?? [] }));
  const count = lists[0]?.list.length ?? 0;
  return count && lists.every(({ list }) => list.length === count) ? transposed(lists, count) : null;
}

/**
 * Rows in the order of their index, if that has the numbers of all items.
 * @param {unknown[]} columns
 * @param {unknown[]} index
 * @param {unknown[]} data
 */
function rowsOfSplit(columns, index, data) {
  const isRow = (/** @type {unknown} */ row) => Array.isArray(row) && row.length === columns.length;
  if (index.length !== data.length || !data.every(isRow)) return [];
  const rows = /** @type {unknown[][]} */ (data);
  const places = Object.fromEntries(index.map((number, at) => [String(number), rows[at]]));
  const ordered = /** @type {unknown[][] | null} */ (numbered(places));
  return (ordered?.length === rows.length ? ordered : rows).map((row) =>
    Object.fromEntries(columns.map((name, at) => [String(name), row[at]])),
  );
}

/**
 * A row for each place in the lists.
 * @param {{ name: string, list: unknown[] }[]} lists
 * @param {number} count  of the values of each
 */
function transposed(lists, count) {
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(lists.map(({ name, list }) => [name, list[row]])),
  );
}

/**
 * The values below the numbers of all items, from 0 or 1 on; null of another value. JavaScript keeps such keys in order.
 * @param {unknown} value
 */
function numbered(value) {
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  const first = Number(keys[0]);
  return first <= 1 && keys.every((key, at) => key === String(first + at)) ? Object.values(value) : null;
}

/**
 * Whether a list has labels: whole numbers, of which some may be missing, or words. Words that mostly differ are names.
 * @param {unknown[]} list
 */
function areLabels(list) {
  const labels = list.filter((label) => label !== null);
  const areNumbers = labels.every((label) => Number.isInteger(label) || typeof label === 'boolean');
  const areWords = list.every((label) => typeof label === 'string') && new Set(list).size <= list.length / 2;
  return labels.length >= MIN_LABELS && (areNumbers || areWords);
}

/**
 * @param {string} text
 * @returns {unknown}  undefined if it is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The numbers in a list, which may have rows and channels.
 * @param {unknown} value
 * @returns {number[] | null}
 */
function numbersIn(value) {
  if (!Array.isArray(value)) return null;
  const numbers = value.flat(3);
  return numbers.length >= MIN_NUMBERS && numbers.every((number) => typeof number === 'number') ? numbers : null;
}

/**
 * A value as a field; null if it can be none. A text is in quotes, because a sign in front can mean something.
 * @param {unknown} value
 * @param {boolean} hasImages
 */
function field(value, hasImages) {
  if (typeof value === 'string') return value && `"${value.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return (hasImages && numbersIn(value)?.join(' ')) || null;
}
