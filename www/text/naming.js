/** What a dataset's labels are called, and how they are written. */

import { identify, isShared, meanings, parse, preset, recognize } from './class-names.js';

/**
 * @import { Status } from '../engine/protocol.js'
 * @import { Names } from './class-names.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {object} Naming
 * @property {Names} names  of classes
 * @property {string} source  where they are from: the id of a set, 'mapping', 'typed', or not from anywhere
 * @property {boolean} checked  whether the labels themselves told it
 * @property {boolean} shared  whether several sets have files of this name
 * @property {string[]} meanings  of the columns; none where they are not known
 * @property {Status['elementType']} type  of the labels
 * @property {string} key  changes when any of this does
 */

/** @type {Names} */
const NONE = new Map();
/** What was worked out last, of two datasets: the same answer for as long as nothing changes. @type {Naming[]} */
let recent = [];

/**
 * @param {Dataset} dataset
 * @returns {Naming}
 */
export function naming({ labelling: { names: chosen, called }, mapping, paths, crc, statuses: { labels } }) {
  const { column, columns } = labels?.labelling ?? { column: 0, columns: 1 };
  const type = labels?.elementType ?? 'u8';
  const key = JSON.stringify([chosen, called, mapping?.id, paths, crc, column, columns, type]);
  const known = recent.find((naming) => naming.key === key);
  if (known) return known;
  const identified = identify(crc);
  const set = identified || recognize(paths.labels) || recognize(paths.images);
  // What nobody chose is of the class, not of whatever else a column holds.
  const likely = column > 0 ? '' : mapping ? 'mapping' : set;
  const source = chosen || likely;
  const names = source === 'typed' ? parse(called) : source === 'mapping' ? mapping?.names : preset(source);
  const shared = isShared(paths.labels) || isShared(paths.images);
  const found = {
    names: names ?? NONE,
    source,
    checked: source === identified,
    shared,
    meanings: meanings(set, columns),
    type,
    key,
  };
  recent = [found, ...recent.slice(0, 1)];
  return found;
}

/**
 * Whether nobody can tell which of several sets this is: ten classes of images that could be any of theirs, in files that
 * are called alike.
 * @param {Dataset} dataset
 */
export function isUnknown(dataset) {
  const {
    counts,
    labelling,
    statuses: { images, labels },
  } = dataset;
  const { source, shared } = naming(dataset);
  const digits = counts?.classes.length === 10 && counts.classes.every(({ label }, index) => label === index);
  return (
    shared && !source && !labelling.column && digits && !!labels?.done && images?.rows === 28 && images.columns === 28
  );
}

/**
 * A label and the name of its class, as they are seen.
 * @param {Naming} naming
 * @param {number} label
 */
export function titled({ names, type }, label) {
  const name = names.get(label);
  return name === undefined ? show(label, type) : `${show(label, type)} ${name}`;
}

/**
 * A label and the name of its class, as they are read out.
 * @param {Naming} naming
 * @param {number} label
 */
export function spoken({ names, type }, label) {
  const name = names.get(label);
  return name === undefined ? show(label, type) : `${show(label, type)}, ${name}`;
}

/**
 * What a column of labels holds.
 * @param {Naming} naming
 * @param {number} column
 */
export function meaning({ meanings }, column) {
  return meanings[column] ? `${column}: ${meanings[column]}` : `column ${column}`;
}

/**
 * A value in full: the shortest digits that mean this very number in its type.
 * @param {number} value
 * @param {Status['elementType']} type
 */
export function show(value, type) {
  if (type !== 'f32' || !Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
