/** The names of a dataset's classes and label columns, and how values are written. */

import { otherPredictions, shownPredictions } from '../state/index.js';
import { parse, preset } from './class-names.js';
import { digits, typeOfLabels } from './digits.js';
import { text } from './index.js';
import { short, signed } from './numbers.js';

/**
 * @import { Status } from '../engine/protocol.js'
 * @import { Names } from './class-names.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {object} Naming
 * @property {Names} names  of classes
 * @property {string} source  where the names are from: the id of a set, 'mapping', 'typed', or ''
 * @property {boolean} checked  whether the checksum of the labels identified the set
 * @property {boolean} shared  whether several sets have files of this name
 * @property {{ name: string, names: Names, isFile?: boolean } | null} mapping  what can name the classes: a file, or what stands for one
 * @property {string[]} meanings  of the columns; empty where they are not known
 * @property {Names[]} columnNames  of the classes in each column, where its file names them
 * @property {Status['elementType']} type  of the labels
 * @property {string} key  changes when anything else here changes
 */

/** What CIFAR-100's pickles call the array of both its labels. */
const FINE_LABELS = /(^|\/)fine_labels\.npy$/;
/** @type {Names} */
const NONE = new Map();
/** The answers of datasets, which never change. @type {WeakMap<Dataset, Naming>} */
const answers = new WeakMap();
/** The same with what is predicted. @type {WeakMap<Dataset, Naming>} */
const predictedAnswers = new WeakMap();
/** The lengths of the longest titles, which every drawing asks for. @type {WeakMap<Names, number>} */
const lengths = new WeakMap();

/**
 * @param {Dataset} dataset
 * @returns {Naming}
 */
export function naming(dataset) {
  const known = answers.get(dataset) ?? nameClasses(dataset);
  answers.set(dataset, known);
  return known;
}

/**
 * @param {Dataset} dataset
 * @returns {Naming}
 */
function nameClasses(dataset) {
  const {
    labelling: { names: chosen, called },
    mapping,
    labelColumns,
    identified,
    statuses: { images, labels },
  } = dataset;
  const { column, columns } = labels?.labelling ?? { column: 0, columns: 1 };
  const type = typeOfLabels(labels) ?? 'u8';
  const set = identified || labels?.set || images?.set || '';
  // A batch of CIFAR-100's may have no other name than its key.
  const setOfColumns = !set && FINE_LABELS.test(dataset.paths.labels) ? 'cifar-100' : set;
  const shared = !!(labels?.hasSharedName || images?.hasSharedName);
  const described = labelColumns.length === columns ? labelColumns : [];
  const key = JSON.stringify([
    ...[chosen, called, mapping?.id, identified, set, shared, column, columns, type],
    ...described.map(({ meaning, names }) => [meaning, names.size]),
  ]);
  // Names that the user did not choose belong to the classes, not to another column, unless its file names that.
  const isOfClasses = column === 0 || column === 'one-hot';
  const own = isOfClasses ? undefined : described[column];
  const offered = own?.names.size ? own : mapping;
  const likely = offered && (isOfClasses || offered === own) ? 'mapping' : isOfClasses && preset(set) ? set : '';
  // A link, or an earlier visit, may have chosen a mapping that is not open.
  const source = chosen === 'mapping' && !offered ? likely : chosen || likely;
  const names = source === 'typed' ? parse(called) : source === 'mapping' ? offered?.names : preset(source);
  return {
    names: names ?? NONE,
    source,
    checked: source === identified,
    shared,
    mapping: offered,
    columnNames: described.map(({ names }) => names),
    meanings: described.length ? described.map(({ meaning }) => meaning) : columnMeanings(setOfColumns, columns),
    type,
    key,
  };
}

/**
 * The names of a dataset's classes, and of those that are predicted besides.
 * @param {Dataset} dataset
 * @returns {Naming}
 */
export function namingWithPredicted(dataset) {
  const known = predictedAnswers.get(dataset) ?? addPredicted(dataset);
  predictedAnswers.set(dataset, known);
  return known;
}

/** @param {Dataset} dataset */
function addPredicted(dataset) {
  const own = naming(dataset);
  const others = [shownPredictions(dataset), otherPredictions(dataset)].flatMap((found) => [...(found?.names ?? [])]);
  if (!others.length) return own;
  return { ...own, names: new Map([...own.names, ...others]), key: JSON.stringify([own.key, others]) };
}

/**
 * Whether this could be one of several sets: ten classes of 28 × 28 images, in files whose names the sets share.
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
 * Whether the names in a file count from 0 and the labels from 1, or the other way round, so that each class may have the name of
 * another one: the first label, and what makes the number of a name a label. Null if they fit, or the user chose the names.
 * @param {Dataset} dataset
 */
export function shiftOf(dataset) {
  const { counts, labelling, statuses } = dataset;
  const { names, source, mapping } = naming(dataset);
  const { classes, more } = counts ?? { classes: [], more: 0 };
  const isFound = source === 'mapping' && labelling.names !== 'mapping' && mapping?.isFile && statuses.labels?.done;
  if (!isFound || classes.length < 2 || classes.length + more !== names.size) return null;
  const first = classes[0].label;
  const by = first === 0 ? -1 : 1;
  const isShifted = first <= 1 && classes.every(({ label }, at) => label === first + at && names.has(label - by));
  return isShifted ? { by, first } : null;
}

/**
 * The meaning of each column of a dataset's labels; empty if it is unknown.
 * @param {string} set
 * @param {number} columns
 */
export function columnMeanings(set, columns) {
  const known = text.labels.columns;
  return Object.hasOwn(known, set) && known[set].length === columns ? known[set] : [];
}

/**
 * A label and the name of its class, as they are shown.
 * @param {Naming} naming
 * @param {number} label
 */
export function titled({ names, type }, label) {
  const name = names.get(label);
  return name === undefined ? show(label, type) : `${show(label, type)} ${name}`;
}

/**
 * The characters of the longest title.
 * @param {Naming} naming
 */
export function longestTitle(naming) {
  const { names } = naming;
  let length = lengths.get(names) ?? 0;
  if (!length) for (const label of names.keys()) length = Math.max(length, titled(naming, label).length);
  lengths.set(names, length);
  return length;
}

/**
 * A label and the name of its class, as they are read out.
 * @param {Naming} naming
 * @param {number} label
 */
export function spoken({ names, type }, label) {
  const name = names.get(label);
  return name === undefined ? digits(label, type) : `${digits(label, type)}, ${name}`;
}

/**
 * A label column: its number and its meaning.
 * @param {Naming} naming
 * @param {number} column
 */
export function meaning({ meanings }, column) {
  return text.labels.column(column, meanings[column]);
}

/**
 * A value in full, to be read: see {@link digits}.
 * @param {number | bigint} value
 * @param {Status['elementType']} type
 */
export function show(value, type) {
  return signed(digits(value, type));
}

/**
 * A value with few digits, where there is little room. Whole numbers keep all of theirs, unless they have many.
 * @param {number} value
 * @param {Status['elementType']} type
 */
export function brief(value, type) {
  return Number.isInteger(value) && Math.abs(value) < 1e9 ? show(value, type) : short(value);
}
