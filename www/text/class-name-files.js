/** Class names in the files of other programs: in JSON, as Keras and Hugging Face write them, and in tables. Pure. */

import { collect } from './class-names.js';
import { records } from './csv.js';

/** @import { Names } from './class-names.js' */

/** What holds the names in the configuration of a model. */
const HOLDERS = ['id2label', 'label2id', 'class_indices', 'class_names', 'classes', 'names'];

/** Rows of a table of classes at most. More rows are items. */
const MAX_ROWS = 10_000;

/**
 * The names in a JSON value; null if it is something else:
 * `{"0": "cat", "1": "dog"}`, `{"cat": 0, "dog": 1}`, `["cat", "dog"]`, or an object with one of these. ImageNet's index has a
 * list for each class, of which the last is the name.
 * @param {unknown} value
 * @param {boolean} namesClasses  whether the file says that it has classes: a list of texts can be something else
 * @returns {Names | null}
 */
export function namesInJson(value, namesClasses) {
  if (Array.isArray(value)) return namesClasses ? named(value.map((name, label) => [label, name])) : null;
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const held = HOLDERS.map((name) => value[name]).find((inner) => typeof inner === 'object');
  return (
    named(entries.map(([label, name]) => [number(label), Array.isArray(name) ? name.at(-1) : name])) ??
    numbered(entries) ??
    (held ? namesInJson(held, true) : null)
  );
}

/**
 * @param {[number, unknown][]} entries  labels with what can be their names
 */
function named(entries) {
  const names = entries.flatMap(([, name]) => (typeof name === 'string' ? [name] : []));
  const isList = entries.length > 1 && names.length === entries.length && entries.every(([label]) => label >= 0);
  // Labels have the same names again and again.
  const areDistinct = new Set(names).size === names.length;
  return isList && areDistinct ? collect(entries.map(([label], at) => [label, names[at]])) : null;
}

/**
 * Classes by their names: all numbers from 0 or 1 on, which settings of a program are not.
 * @param {[string, unknown][]} entries
 */
function numbered(entries) {
  const labels = entries.flatMap(([, label]) => (typeof label === 'number' ? [label] : [])).sort((a, b) => a - b);
  const isAll = labels.length === entries.length && labels.every((label, at) => label === labels[0] + at);
  const fits = entries.length > 1 && isAll && (labels[0] === 0 || labels[0] === 1);
  // Pictures have labels, too.
  const arePictures = entries.some(([name]) => isPicture(name));
  return fits && !arePictures ? collect(entries.map(([name, label]) => [Number(label), name])) : null;
}

/**
 * The names in a table of two columns, as `signnames.csv` of GTSRB: the label and its name, in any order. Null if it is something
 * else, such as labels of pictures.
 * @param {string} text
 * @param {boolean} namesClasses  whether the file says that it has classes; else the head of the labels has to
 * @returns {Names | null}
 */
export function namesInTable(text, namesClasses) {
  const [separator] = /[,;\t]/.exec(text) ?? [];
  if (!separator) return null;
  /** @type {string[][]} */
  const rows = [];
  for (const { fields } of records(text, (line) => new Error(`line ${line}`), separator)) {
    if (fields.length !== 2 || rows.length > MAX_ROWS) return null;
    rows.push(fields.map((field) => field.replace(/^\uFEFF/, '').trim()));
  }
  const hasHead = !rows[0]?.some(isLabel);
  const [head] = hasHead ? rows.splice(0, 1) : [['', '']];
  const at = [0, 1].find((column) => rows.every((row) => isLabel(row[column]) && !isLabel(row[1 - column])));
  if (at === undefined || rows.length < 2) return null;
  const labels = rows.map((row) => Number(row[at])).sort((a, b) => a - b);
  const names = rows.map((row) => row[1 - at]);
  // Labels of items have the same words again and again.
  const areClasses = labels.every((label, place) => label === labels[0] + place) && labels[0] <= 1;
  const areWords = names.some((name) => Number.isNaN(Number(name))) && !names.some(isPicture);
  const areNames = areWords && new Set(names).size === names.length;
  const says = namesClasses || /class|categor|label|target/i.test(head[at]);
  return areClasses && areNames && says ? collect(rows.map((row) => [Number(row[at]), row[1 - at]])) : null;
}

/** @param {string} field */
function isLabel(field) {
  return /^\d{1,9}$/.test(field);
}

/** @param {string} name */
function isPicture(name) {
  return /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);
}

/** @param {string} text */
function number(text) {
  return isLabel(text) ? Number(text) : -1;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
