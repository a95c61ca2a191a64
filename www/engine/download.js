/** Files on hosts that have to be here as a whole, before others are made of them. */

import { fault } from './http.js';
import { Parts } from './parts.js';
import { sourceOf } from './source.js';

/**
 * @import { Conversion } from './convert.js'
 * @import { Remote } from './protocol.js'
 */

/** Limit of the bytes of a file, which the browser may keep on disk. */
const MAX_SIZE = 2 ** 30;
/** Bytes that are read at a time. */
const PART = 2 ** 20;

/**
 * @param {Remote} remote
 * @param {number} [limit]
 * @returns {Conversion<File>}
 */
export async function* download(remote, limit = MAX_SIZE) {
  const { name, size } = remote;
  const source = sourceOf(remote);
  const parts = new Parts();
  try {
    for (;;) {
      // The host may send more than it promises.
      if (Math.max(parts.length, size ?? 0) > limit)
        throw fault('DownloadLimit', 'too many bytes', { expected: limit });
      const bytes = await source.read(parts.length, PART, true);
      if (!bytes.length) return new File(parts.all(), name, { lastModified: 0 });
      parts.add(bytes);
      yield size ? Math.min(1, parts.length / size) : 0;
    }
  } finally {
    source.close();
  }
}
