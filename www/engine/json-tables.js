/**
 * JSON as a table of text: lines such as the `metadata.jsonl` of image folders, an array of objects, an object of arrays, what
 * Pandas writes, and lists of labels.
 */

import { textOf } from './text-encoding.js';

/** Limit of the bytes that are read, unpacked: objects take several times as much memory. */
const MAX_LEN = 64 << 20;
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
  const lines = [
    names.map((name) => field(name, false)),
    ...rows.map((row) => names.map((name) => row.get(name) ?? '')),
  ];
  return names.length ? new File([lines.map((line) => `${line.join()}\n`).join('')], '') : null;
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
  if (!isObject(whole)) return [];
  if (isNumbered(whole)) return rowsOf(Object.values(whole));
  const columns = columnsOf(whole);
  // An object with values is a line alone.
  if (!columns.length) return [whole];
  const main =
    columns.find(({ list }) => list.length && list.every(numbersIn)) ??
    columns.find(({ name, list }) => LABELS.test(name) && areLabels(list));
  const count = main?.list.length ?? 0;
  const rows = columns.filter(({ list }) => list.length === count);
  return Array.from({ length: count }, (_, row) => Object.fromEntries(rows.map(({ name, list }) => [name, list[row]])));
}

/**
 * The rows that a list has, or a row for each label in it.
 * @param {unknown[]} list
 * @returns {Record<string, unknown>[]}
 */
function rowsOf(list) {
  if (list.every(isObject)) return list;
  return areLabels(list) ? list.map((label) => ({ label: label ?? NaN })) : [];
}

/**
 * The lists in an object. Pandas writes a column with the numbers of the rows, or all rows below the names of the columns
 * (`orient="split"`).
 * @param {Record<string, unknown>} object
 * @returns {{ name: string, list: unknown[] }[]}
 */
function columnsOf({ columns, data, ...others }) {
  if (Array.isArray(columns) && Array.isArray(data) && data.every(Array.isArray))
    return columns.map((name, at) => ({ name: String(name), list: data.map((row) => row[at]) }));
  return Object.entries({ columns, data, ...others }).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [{ name, list: value }];
    return isObject(value) && isNumbered(value) ? [{ name, list: Object.values(value) }] : [];
  });
}

/**
 * Whether the keys of an object are all numbers: those of items, in whose order JavaScript keeps them.
 * @param {Record<string, unknown>} object
 */
function isNumbered(object) {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => /^\d{1,9}$/.test(key));
}

/**
 * Whether a list has labels: numbers, of which some may be missing, or words. Words that mostly differ are names.
 * @param {unknown[]} list
 */
function areLabels(list) {
  const areNumbers = list.every((label) => label === null || typeof label === 'number' || typeof label === 'boolean');
  const areWords = list.every((label) => typeof label === 'string') && new Set(list).size <= list.length / 2;
  return list.length >= MIN_LABELS && (areNumbers || areWords);
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
