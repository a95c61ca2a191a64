/** Class names in JSON, as Keras, Hugging Face and others write them. Pure. */

import { collect } from './class-names.js';

/** @import { Names } from './class-names.js' */

/** What holds the names in the configuration of a model. */
const HOLDERS = ['id2label', 'label2id', 'class_indices', 'class_names', 'classes', 'names'];

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
  // Pictures have labels, too.
  const arePictures = entries.some(([name]) => /\.(png|jpe?g|gif|webp|bmp)$/i.test(name));
  const fits = entries.length > 1 && isAll && (labels[0] === 0 || labels[0] === 1) && !arePictures;
  return fits ? collect(entries.map(([name, label]) => [Number(label), name])) : null;
}

/** @param {string} text */
function number(text) {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
