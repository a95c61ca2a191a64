/** Shards of a dataset that are packed. */

import { isGzip } from '../state/index.js';
import { unpackedIn } from './archives.js';
import { joinFiles } from './shards.js';

/**
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 */

/**
 * Unpacks the shards in gzip, such as files in compressed zip archives, so that they can be read in parts. Returns whether that
 * came to its end: it is cancelled otherwise. Throws what is wrong with one.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {Watch} watch
 */
export async function unpackShards(engine, entry, watch) {
  const { archive, shards } = entry;
  // Elsewhere, few are packed.
  if (!shards || !archive) return true;
  // A shard alone is no dataset to be shown.
  const unseen = { ...watch, onfiles: async () => {} };
  /** @type {File[]} */
  const files = [];
  for (const shard of shards.all) {
    const file = /** @type {File} */ (shard.file);
    if (!isGzip([...new Uint8Array(await file.slice(0, 2).arrayBuffer())])) {
      files.push(file);
      continue;
    }
    const { files: found, damage } = await unpackedIn(engine, shard, unseen);
    if (watch.isCancelled()) return false;
    if (damage || !found.length) {
      const readAt = shards.all.slice(0, files.length).reduce((sum, { file }) => sum + (file.size ?? 0), 0);
      throw Object.assign(damage ?? new Error('a shard is empty'), { readAt });
    }
    files.push(/** @type {File} */ (found[0].file));
  }
  entry.file = joinFiles(files, entry);
  entry.shards = { ...shards, all: shards.all.map((shard, at) => ({ ...shard, file: files[at] })) };
  return true;
}
