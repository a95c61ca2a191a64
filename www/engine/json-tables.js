/** JSON as a table of text: lines such as the `metadata.jsonl` of image folders, an array of objects, or an object of arrays. */

import { textOf } from './text-encoding.js';

/** Limit of the bytes that are read, unpacked: objects take several times as much memory. */
const MAX_LEN = 64 << 20;
/** Numbers of a list that can be an image. Fewer are a box, or the like. */
const MIN_NUMBERS = 16;

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
  if (Array.isArray(whole)) return whole.every(isObject) ? whole : [];
  if (!isObject(whole)) return [];
  const lists = Object.entries(whole).flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []));
  // An object with values is a line alone.
  if (!lists.length) return [whole];
  const images = lists.find(({ list }) => list.length && list.every(numbersIn))?.list ?? [];
  const columns = lists.filter(({ list }) => list.length === images.length);
  return images.map((_, row) => Object.fromEntries(columns.map(({ name, list }) => [name, list[row]])));
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
