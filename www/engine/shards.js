/** Datasets in several Parquet or Arrow files, their shards: which files belong together, by their names, and what they are called. */

import { baseName, COLUMNAR } from '../state/index.js';
import { compareNames } from './names-order.js';

/**
 * @import { Entry } from './drops.js'
 *
 * @typedef {object} Shard  what the name of a file says
 * @property {string} folder  with a / at its end, or ''
 * @property {string} stem  what comes before the number
 * @property {string} number
 * @property {number | null} total  how many there are, if the name says so
 * @property {string} ending  of the name, after the number
 *
 * @typedef {object} Shards  files that are read as one
 * @property {Entry[]} all  in order
 * @property {string} called  what the dataset is called
 * @property {number} total  how many there should be
 * @property {number} missingCount  how many of those are not here
 * @property {number} setApart  how many of them open by themselves
 * @property {string[]} missing  the first of their numbers, as many as a message names
 */

const ENDING = new RegExp(`\\.(${COLUMNAR})$`, 'i');
/** Names that count: train-00000-of-00002. The hubs once added a hash. */
const COUNTED = /^(.*?)[-_.]?(\d+)-of-(\d+)(?:-[0-9a-f]{16})?$/i;
/** Numbers alone, as hubs convert tables, and names as Spark, Dask and Arrow write them: 0000, part.0, part-00000-<job>-c000.snappy. */
const NUMBERED = /^(|part[-_.]?)(\d+)((?:-[0-9a-f]{8}-[-0-9a-f]{27})?(?:-c\d+)?(?:\.[a-z]\w*)?)$/i;
/** Digits of a number alone. Fewer may be a class. */
const DIGITS = 4;
/** Limit of the characters of such a name. */
const MAX_NAME = 255;
/** Limit of the missing shards that a message names. */
const MAX_MISSING = 5;
/** Words that name no dataset. */
const UNNAMED = /^(data|part)?[-_.]?$/i;

/**
 * Puts the shards of a dataset together, in place of the first of them.
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export function joinShards(entries) {
  /** @type {Map<string, { entry: Entry, shard: Shard }[]>} */
  const groups = new Map();
  /** @type {Map<Entry, string>} */
  const keys = new Map();
  for (const entry of entries) {
    const shard = shardOf(entry.name);
    // The files of pictures are made when they are asked for.
    if (!shard || !(entry.file instanceof File)) continue;
    const { folder, stem, total, ending } = shard;
    const key = [folder, stem, total, ending.toLowerCase()].join('\n');
    keys.set(entry, key);
    const group = groups.get(key) ?? [];
    group.push({ entry, shard });
    groups.set(key, group);
  }
  const joined = new Map([...groups].map(([key, group]) => [key, join(group)]));
  return entries.flatMap((entry) => {
    const key = keys.get(entry) ?? '';
    const whole = joined.get(key);
    if (!whole) return [entry];
    return groups.get(key)?.[0].entry === entry ? [whole] : [];
  });
}

/**
 * What the dataset in a file is called, by its name or that of its folder.
 * @param {string} name  with its folders
 */
export function stemOf(name) {
  const stem = baseName(name).replace(ENDING, '');
  const shard = shardOf(name);
  if (!shard) return stem;
  const { folder, number, total } = shard;
  if (total === null) return Number(number) <= 1 ? calledOf(shard) || stem : stem;
  if (total === 1) return calledOf(shard) || stem;
  const ofTotal = `${number}-of-${String(total).padStart(number.length, '0')}`;
  return UNNAMED.test(shard.stem) && folder ? `${calledOf(shard)}-${ofTotal}` : stem;
}

/**
 * @param {string} name  with its folders
 * @returns {Shard | null}
 */
function shardOf(name) {
  const base = baseName(name);
  if (!ENDING.test(base) || base.length > MAX_NAME) return null;
  const folder = name.slice(0, -base.length);
  const [stem, ending] = [base.replace(ENDING, ''), ENDING.exec(base)?.[0] ?? ''];
  const counted = COUNTED.exec(stem);
  if (counted) return { folder, stem: counted[1], number: counted[2], total: Number(counted[3]), ending };
  const [, word, number = '', more] = NUMBERED.exec(stem) ?? [];
  return word || number.length >= DIGITS ? { folder, stem: word, number, total: null, ending: more + ending } : null;
}

/** @param {Shard} shard */
function calledOf({ folder, stem }) {
  // A folder can be called like the file that it stands for.
  const own = baseName(folder.slice(0, -1)).replace(ENDING, '');
  return (UNNAMED.test(stem) && own) || stem.replace(/[-_.]$/, '');
}

/**
 * Shards as one file; null if they are none.
 * @param {{ entry: Entry, shard: Shard }[]} group
 * @returns {Entry | null}
 */
function join(group) {
  const sorted = group.toSorted((one, other) => compareNames(one.shard.number, other.shard.number));
  const numbers = sorted.map(({ shard }) => Number(shard.number));
  const [{ shard, entry: first }] = sorted;
  const [lowest, highest] = [numbers[0], numbers.at(-1) ?? 0];
  if (numbers.length < 2 || numbers.some((number, at) => number === numbers[at - 1])) return null;
  // Names count from 0, or all the way from 1.
  const begin = shard.total === highest ? 1 : 0;
  const isPlausible =
    shard.total === null
      ? lowest <= 1 && (shard.stem || highest - lowest < numbers.length)
      : lowest >= begin && highest < begin + shard.total;
  if (!isPlausible) return null;
  const total = shard.total ?? numbers.length;
  const missing = gaps(numbers, begin, total).map((number) => String(number).padStart(shard.number.length, '0'));
  const called = calledOf(shard) || baseName(first.name).replace(ENDING, '');
  return asOneFile(
    sorted.map(({ entry }) => entry),
    { called, missingCount: total - numbers.length, total, missing, setApart: 0 },
  );
}

/**
 * Shards in order as one file, with the name of the first.
 * @param {Entry[]} all
 * @param {Omit<Shards, 'all'>} known
 * @returns {Entry}
 */
export function asOneFile(all, known) {
  const [first] = all;
  const files = all.map(({ file }) => /** @type {File} */ (file));
  const sources = all.map(({ name, root = null }, at) => ({ name, root, isMore: at > 0 }));
  return {
    ...first,
    file: joinFiles(files, first),
    sources: first.archive ? undefined : sources,
    shards: { ...known, all },
  };
}

/**
 * The first of the numbers that are missing.
 * @param {number[]} numbers  in order
 * @param {number} begin
 * @param {number} total  how many there should be; the same as there are if that is not known
 */
function gaps(numbers, begin, total) {
  const missing = [];
  const here = new Set(numbers);
  const count = Math.min(total - numbers.length, MAX_MISSING);
  for (let number = begin; missing.length < count; number++) if (!here.has(number)) missing.push(number);
  return missing;
}

/**
 * Files, one after the other, as one with the name of the first.
 * @param {File[]} files
 * @param {Pick<Entry, 'name'>} first
 */
export function joinFiles(files, { name }) {
  const lastModified = files.reduce((last, file) => Math.max(last, file.lastModified), 0);
  return new File(files, baseName(name), { lastModified });
}
