/** Predictions whose lines name pictures, in the order of the images, and those that are words. */

import { isPictureName } from '../text/picture-names.js';
import { beside, labelsIn, namesIn, rowOf } from './label-tables.js';
import { twinsAmong } from './named-rows.js';
import { picturesOf } from './pictures.js';
import { yieldAfterSlice } from './scheduling.js';
import { textOf } from './text-encoding.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Known } from './files.js'
 * @import { RowNames } from './label-tables.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault, Place } from './protocol.js'
 *
 * @typedef {object} Places
 * @property {(number | undefined)[]} places  of the rows of the pictures
 * @property {number} count  how many have one
 * @property {string[]} shared  the names of pictures that others have, too
 * @property {string[]} severalLines  the names of pictures that rows name which differ
 *
 * @typedef {object} OwnLines
 * @property {Pictures} set
 * @property {number} start  the line of the first row
 * @property {boolean} areNumbers  whether the names are numbers
 *
 * @typedef {Places & OwnLines} Found
 *
 * @typedef {object} InOrder
 * @property {Pictures} set  that the lines are about
 * @property {File} file  with the lines in the order of the pictures
 * @property {Fault[]} faults  why some of these have no line
 */

/** Bytes of a text that is put in order, at most. */
const MAX_LEN = 64 << 20;
/** The first field of a line. */
const FIRST = /^\s*("([^"]|"")*"|[^,;\t]*)/;
/** What a column with the names of pictures is called. */
const NAMES = /^((file|image|img)[ _-]?(name|path)?s?|path)$/i;
/** A number with a decimal comma at the start of a line with other separators. */
const DECIMAL_COMMA = /^\s*-?\d+,\d+(e[-+]?\d+)?\s*[;\t]/i;
/** Lines that are taken between two looks at the clock. */
const AT_ONCE = 100;

/**
 * The first of these datasets whose pictures a text of predictions names, and its lines in the order of the images.
 * @param {Dataset[]} datasets
 * @param {File} file
 */
export async function namedIn(datasets, file) {
  const named = datasets.flatMap((dataset) => {
    const origin = dataset.files.images?.pictures;
    return origin ? [{ dataset, set: picturesOf(origin) }] : [];
  });
  const found = await inOrderOf(
    file,
    named.map(({ set }) => set),
  );
  const owner = named.find(({ set }) => set === found?.set);
  return found && owner ? { ...found, dataset: owner.dataset } : null;
}

/**
 * A text of predictions with its lines in the order of the pictures that they name, and which of the sets these are: the first of
 * which each picture has a line, or else the one with most lines. Null if fewer than half of the lines name its pictures, or if it
 * is mostly not certain which. Pictures get an empty line if they have none, or if it is not certain which; lines about other
 * pictures are left out. Names are in the first column, or are put there.
 * @param {File} file
 * @param {Pictures[]} sets
 * @returns {Promise<InOrder | null>}
 */
export async function inOrderOf(file, sets) {
  const content = await textOf(file, MAX_LEN);
  if (content === null) return null;
  const lines = content.split('\n').filter((line) => line.trim());
  const moved = await withNamesFirst(lines);
  return (moved && (await linesInOrder(moved, file, sets))) ?? (await linesInOrder(lines, file, sets));
}

/**
 * @param {string[]} lines
 * @param {File} file  that they are from
 * @param {Pictures[]} sets
 * @returns {Promise<InOrder | null>}
 */
async function linesInOrder(lines, file, sets) {
  /** @type {string[]} */
  const all = [];
  for (const [at, line] of lines.entries()) {
    // A line break between quotes is none of the table.
    if (line.split('"').length % 2 === 0) return null;
    all.push(nameIn(line));
    if (at % AT_ONCE === 0) await yieldAfterSlice();
  }
  if (!all.some((name) => name)) return null;
  const isOnly = sets.length === 1;
  const names = await Promise.all(
    [all, all.length > 1 ? all.slice(1) : ['']].map((some, start) =>
      namesIn('', some, (one, other) => lines[one + start].trimEnd() === lines[other + start].trimEnd()),
    ),
  );
  const first = await namesIn('', [all[0]], () => false);
  /** @type {Found | null} */
  let best = null;
  for (const set of sets) {
    const own = (/** @type {RowNames} */ names) => (isOnly ? beside(names, set.folder) : names);
    // The name of a column would be in no folder of the others.
    const { count, shared } = await placesOf(set, own(first));
    const start = all[0] && count + shared.length ? 0 : 1;
    const found = await placesOf(set, own(names[start]));
    // Numbers can be those of items, which begin elsewhere.
    const areNumbers = all.slice(start).every((name) => /^\d*$/.test(name));
    const least = areNumbers ? set.entries.length : Math.min(set.entries.length, (lines.length - start) / 2);
    const unclear = areNumbers ? 0 : found.shared.length + found.severalLines.length;
    if (found.count <= unclear || found.count + unclear < least) continue;
    const isWhole = found.count === set.entries.length;
    if (isWhole || !best || found.count > best.count) best = { set, start, areNumbers, ...found };
    if (isWhole) break;
  }
  if (!best) return null;
  const { set, start, places } = best;
  const separators = separatorsIn(lines[start]);
  const isWhole = best.count === places.length;
  const header = start && isHeader(lines) ? [lines[0]] : isWhole ? [] : [`name${separators}`];
  const rows = places.map((at, place) => {
    const name = quoted(set.entries[place].name);
    if (at === undefined) return name + separators;
    // Numbers would be taken for those of the items.
    return best.areNumbers ? lines[at + start].replace(FIRST, () => name) : lines[at + start];
  });
  const text = [...header, ...rows].map((line) => `${line}\n`);
  return { set, file: new File(text, file.name, { lastModified: file.lastModified }), faults: faultsOf(best) };
}

/**
 * Why pictures that lines name have none of their own.
 * @param {Places} found
 * @returns {Fault[]}
 */
function faultsOf({ places, shared, severalLines }) {
  const faultOf = (/** @type {string} */ name, /** @type {string[]} */ [first, ...others]) =>
    first === undefined
      ? []
      : { name, found: 1 + others.length, expected: places.length, pictures: { width: 0, height: 0, first } };
  return [faultOf('PredictionSharedName', shared), faultOf('PredictionLines', severalLines)].flat();
}

/**
 * Labels that are words as a text of predictions, because classes are compared by their names; others as they are.
 * @param {Known} file
 * @returns {Promise<Place>}
 */
export async function wordsOf({ place, name, items, mapping }) {
  const labels = place instanceof File && mapping?.names.size ? await labelsIn(place) : null;
  if (!labels || !mapping) return place;
  const columns = labels.length / items;
  const words = labels
    .filter((_, at) => at % columns === 0)
    // Pictures that a table does not name have a label below all others.
    .map((label) => mapping.names.get(label) ?? (label < 0 ? '' : String(label)));
  return new File(['prediction\n', ...words.map((word) => `${quoted(word)}\n`)], name);
}

/**
 * The rows of all pictures that are named by one alone.
 * @param {Pictures} pictures
 * @param {RowNames} names
 * @returns {Promise<Places>}
 */
async function placesOf({ entries }, names) {
  /** @type {ReturnType<typeof rowOf>[]} */
  const rows = [];
  /** @type {Map<number, number>} */
  const uses = new Map();
  const twins = twinsAmong(entries);
  for (const [at, { name }] of entries.entries()) {
    const row = rowOf(names, name, twins.has(name));
    if (typeof row === 'number') uses.set(row, (uses.get(row) ?? 0) + 1);
    rows.push(row);
    if (at % AT_ONCE === 0) await yieldAfterSlice();
  }
  const isShared = (/** @type {number | null | undefined} */ row) => typeof row === 'number' && uses.get(row) !== 1;
  const places = rows.map((row) => (isShared(row) ? undefined : (row ?? undefined)));
  const namesWhere = (/** @type {(row: number | null | undefined) => boolean} */ is) =>
    entries.filter((_, at) => is(rows[at])).map(({ name }) => name);
  return {
    places,
    count: places.filter((place) => place !== undefined).length,
    shared: namesWhere(isShared),
    severalLines: namesWhere((row) => row === null),
  };
}

/**
 * Lines with the names of pictures in front that are in another column; null if there are none.
 * @param {string[]} lines
 */
async function withNamesFirst(lines) {
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  const separator = separatorOf(last);
  const names = fieldsOf(first, separator).map(unquoted);
  const row = fieldsOf(last, separator).map(unquoted);
  // Names of pictures may have no extension.
  const named = names.findIndex((name) => NAMES.test(name));
  const at = row.some(isPictureName) ? row.findIndex(isPictureName) : named;
  if (at < 1) return null;
  const moved = [];
  for (const [place, line] of lines.entries()) {
    const fields = fieldsOf(line.trimEnd(), separator);
    moved.push([fields[at] ?? '', ...fields.toSpliced(at, 1)].join(separator));
    if (place % AT_ONCE === 0) await yieldAfterSlice();
  }
  return moved;
}

/**
 * The first of the fields in a line, if that can be a name.
 * @param {string} line
 */
function nameIn(line) {
  const [, quoted, plain = ''] = /^\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))[,;\t]/.exec(line) ?? [];
  // Lists have spaces between names and classes.
  const [, listed = ''] = /^\s*([^\s"]+)\s+\S+\s*$/.exec(line) ?? [];
  const name = quoted?.replaceAll('""', '"') ?? (plain.trim() || listed);
  const isNumber = /^-?\d*\.\d+(e[-+]?\d+)?$/i.test(name) || DECIMAL_COMMA.test(line);
  return isNumber ? '' : name;
}

/**
 * Whether the first line of several names columns, and no picture of another set. The class of such a picture is that of others,
 * too.
 * @param {string[]} lines
 */
function isHeader([first, ...others]) {
  const name = nameIn(first);
  const second = (/** @type {string} */ line) =>
    line
      .split(/[,;\t]/)[1]
      ?.replaceAll('"', '')
      .trim();
  const isRow = isPictureName(name) || /^\d+$/.test(name);
  return !isRow && (first.split(/[,;\t]/).length > 2 || !others.some((line) => second(line) === second(first)));
}

/**
 * What separates the fields of a line, as often as in it.
 * @param {string} line
 */
function separatorsIn(line) {
  const separator = separatorOf(line);
  return separator.repeat(fieldsOf(line, separator).length - 1);
}

/**
 * What separates the fields of a line: not the commas in its numbers, where something else does.
 * @param {string} line
 */
function separatorOf(line) {
  const plain = line.replaceAll(/"[^"]*"/g, '').replaceAll(/(^|[;\t])\s*-?\d+,\d+(?=[;\t]|\s*$)/g, '$1');
  const [separator = ','] = /[,;\t]/.exec(plain) ?? [];
  return separator;
}

/**
 * The fields of a line. Between quotes nothing separates.
 * @param {string} line
 * @param {string} separator
 */
function fieldsOf(line, separator) {
  /** @type {string[]} */
  const fields = [];
  let isQuoted = false;
  for (const part of line.split(separator)) {
    if (isQuoted) fields[fields.length - 1] += separator + part;
    else fields.push(part);
    isQuoted = isQuoted !== (part.split('"').length % 2 === 0);
  }
  return fields;
}

/** @param {string} field */
function unquoted(field) {
  return field
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');
}

/**
 * A field that can have any separator in it.
 * @param {string} field
 */
function quoted(field) {
  return `"${field.replaceAll('"', '""')}"`;
}
