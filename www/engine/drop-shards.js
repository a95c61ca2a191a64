/** The shards of a dataset in a drop, which are read as one, or else one by one. */

import { asOneFile } from './shards.js';

/**
 * @import { Entry } from './drops.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 */

/** The faults that are reported about shards only. */
export const SHARD_NOTES = [
  'ShardsMissing',
  'ShardsLarge',
  'ShardsSizes',
  'ShardsApart',
  'ParquetDiffers',
  'ArrowDiffers',
];

/** Limit of the shards that open by themselves beside the others. */
const MAX_APART = 3;
/** Faults that every shard has. */
const OF_ALL = /^(Arrow|Parquet)(Columns|Paths|Empty)$/;

/**
 * The refusal with which shards are unpacked: the name of their first says which format they have.
 * @param {Entry} entry
 * @returns {Refusal}
 */
export function refusalOf({ file, name }) {
  const format = /\.(parquet|pq)$/i.test(name) ? 'Parquet' : 'Arrow';
  return { place: file, report: [`refused:${name}`, name, { name: format, head: [] }] };
}

/**
 * What opens in place of shards that cannot be read as one, and why. The one at fault opens by itself, and the others as one; all open
 * one by one if that does not help. Null if none of them can be read.
 * @param {Entry} entry
 * @param {Fault} fault
 * @param {boolean} isShown  whether what came before the fault is shown
 * @returns {{ rest: Entry[], file: string, why: Fault } | null}  with the name of the file that the reason is about
 */
export function openApart({ shards }, fault, isShown) {
  if (!shards || (!isShown && OF_ALL.test(fault.name))) return null;
  const { all, setApart } = shards;
  const { readAt, columnName } = fault;
  const name = whyOf(fault);
  // What is shown would be shown once more, and an engine that ends by itself does so again.
  if (readAt === undefined && (isShown || fault.name.startsWith('Engine'))) return null;
  const at = readAt === undefined ? 0 : shardAt(all, readAt);
  const rest = isShown ? all.slice(at) : all;
  if (readAt === undefined || name === 'ShardsLarge' || setApart === MAX_APART)
    return { rest, file: all[0].name, why: { name, columnName, found: rest.length } };
  const others = rest.filter((shard) => shard !== all[at]);
  const joined = others.length > 1 ? [asOneFile(others, { ...shards, setApart: setApart + 1 })] : others;
  return { rest: [...joined, all[at]], file: all[at].name, why: { name, columnName, isPart: true } };
}

/**
 * The place of the shard with an offset; that of the first if none is known.
 * @param {Entry[]} all
 * @param {number} [offset]
 */
function shardAt(all, offset = 0) {
  let end = 0;
  const at = all.findIndex(({ file }) => {
    end += file.size ?? 0;
    return offset < end;
  });
  return Math.max(0, at);
}

/** @param {Fault} fault */
function whyOf({ name }) {
  if (name.endsWith('Differs')) return name;
  if (name.endsWith('Ragged')) return 'ShardsSizes';
  return /^(Arrow|Parquet)Limit$/.test(name) ? 'ShardsLarge' : 'ShardsApart';
}
