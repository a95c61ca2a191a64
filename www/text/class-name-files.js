/** Class names in the files of other programs: in JSON, as Keras and Hugging Face write them, and in tables. Pure. */

import { collect, MIN_DISTINCT } from './class-names.js';
import { records } from './csv.js';
import { isPictureName } from './picture-names.js';

/** @import { Names } from './class-names.js' */

/** What holds the names in the configuration of a model, in the description of a dataset, or beside other notes. */
const HOLDERS = ['id2label', 'label2id', 'class_indices', 'class_names', 'classes', 'categories'];

/** Rows and columns of a table of classes at most. More rows are items, and more columns are values. */
const MAX_ROWS = 10_000;
const MAX_COLUMNS = 16;

/** The heads of columns that name items, each of which has a label. */
const ITEMS = /file|image|img|picture|path|item|^id$/i;

/**
 * The names in a JSON value; null if it is something else:
 * `{"0": "cat", "1": "dog"}`, `{"cat": 0, "dog": 1}`, `["cat", "dog"]`, `[{"id": 0, "name": "cat"}]`, or an object that holds one
 * of these. ImageNet's index has a list for each class, of which the last is the name.
 * @param {unknown} value
 * @param {boolean} namesClasses  whether the file, or what holds the value, says that it has classes: settings look the same
 * @returns {Names | null}
 */
export function namesInJson(value, namesClasses) {
  if (Array.isArray(value)) {
    const entries = value.map((entry, at) => (isObject(entry) ? [entry.id, entry.name] : [at, entry]));
    return namesClasses ? named(entries) : null;
  }
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const pairs = entries.map(([label, name]) => [number(label), Array.isArray(name) ? name.at(-1) : name]);
  const direct = namesClasses ? (named(pairs) ?? numbered(entries)) : null;
  if (direct) return direct;
  // The names can be beside the images, which are to be opened.
  if (entries.some(([, list]) => Array.isArray(list) && list.some(Array.isArray))) return null;
  const held = HOLDERS.map((name) => namesInJson(value[name], true)).find((names) => names !== null);
  return held ?? namesOfFeature(value);
}

/**
 * The names of the classes in Hugging Face's description of a dataset.
 * @param {Record<string, unknown>} description
 */
function namesOfFeature({ features }) {
  const [labels] = isObject(features)
    ? Object.values(features).flatMap((feature) => (isObject(feature) && Array.isArray(feature.names) ? [feature] : []))
    : [];
  return labels ? namesInJson(labels.names, true) : null;
}

/**
 * @param {unknown[][]} entries  labels with what can be their names
 */
function named(entries) {
  const pairs = entries.flatMap(([label, name]) =>
    typeof label === 'number' && Number.isInteger(label) && typeof name === 'string' && !isPictureName(name)
      ? [/** @type {[number, string]} */ ([label, name])]
      : [],
  );
  return pairs.length === entries.length && areNames(pairs.map(([, name]) => name)) ? collect(pairs) : null;
}

/**
 * Classes by their names: all numbers from 0 or 1 on, which settings of a program seldom are.
 * @param {[string, unknown][]} entries
 */
function numbered(entries) {
  const pairs = entries.flatMap(([name, label]) => (typeof label === 'number' ? [{ name, label }] : []));
  const isAll = pairs.length === entries.length && areLabels(pairs.map(({ label }) => label));
  // Pictures have labels, too.
  const fits = isAll && areNames(pairs.map(({ name }) => name)) && !pairs.some(({ name }) => isPictureName(name));
  return fits ? collect(pairs.map(({ name, label }) => [label, name])) : null;
}

/**
 * The names in a table, as `signnames.csv` of GTSRB: labels and their names, in any order. Null if it is something else, such as
 * labels of pictures.
 * @param {string} text
 * @param {boolean} namesClasses  whether the file says that it has classes; else the heads of both columns have to
 * @returns {Names | null}
 */
export function namesInTable(text, namesClasses) {
  const [separator] = /[,;\t]/.exec(text) ?? [];
  /** @type {string[][]} */
  const rows = [];
  for (const { fields } of separator ? records(text, (line) => new Error(`line ${line}`), separator) : []) {
    const isRagged = fields.length !== (rows[0] ?? fields).length;
    if (isRagged || rows.length > MAX_ROWS || fields.length > MAX_COLUMNS) return null;
    rows.push(fields.map((field) => field.replace(/^\uFEFF/, '').trim()));
  }
  const hasHead = !rows[0]?.some(isLabel);
  const [head = []] = hasHead ? rows.splice(0, 1) : [rows[0]?.map(() => '') ?? []];
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  const columns = [...head.keys()];
  const ofLabels = columns.find((at) => column(at).every(isLabel) && areLabels(column(at).map(Number)));
  const ofNames = columns
    .filter((at) => at !== ofLabels && !ITEMS.test(head[at]) && areNames(column(at)) && areWords(column(at)))
    .toSorted((one, other) => Number(/name/i.test(head[other])) - Number(/name/i.test(head[one])))[0];
  if (ofLabels === undefined || ofNames === undefined) return null;
  const says = /class|categor|label|target/i.test(head[ofLabels]) && /name|class|categor|label/i.test(head[ofNames]);
  return namesClasses || says ? collect(rows.map((row) => [Number(row[ofLabels]), row[ofNames]])) : null;
}

/**
 * Whether numbers are the labels of all classes: each once, from 0 or 1 on.
 * @param {number[]} labels
 */
function areLabels(labels) {
  const sorted = labels.toSorted((one, other) => one - other);
  return (
    sorted.length > 1 && (sorted[0] === 0 || sorted[0] === 1) && sorted.every((label, at) => label === sorted[0] + at)
  );
}

/** @param {string[]} names */
function areNames(names) {
  return names.length > 1 && new Set(names).size >= MIN_DISTINCT * names.length;
}

/** @param {string[]} fields */
function areWords(fields) {
  return fields.some((field) => Number.isNaN(Number(field))) && !fields.some(isPictureName);
}

/** @param {string} field */
function isLabel(field) {
  return /^\d{1,9}$/.test(field);
}

/** @param {string} text */
function number(text) {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
