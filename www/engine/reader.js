/** What a worker knows of the file in a slot of its dataset. */

import { sourceOf } from './source.js';

/**
 * @import { FileIndex } from './file-index.js'
 * @import { Place, Slot } from './protocol.js'
 * @import { SharedPages } from './shared-pages.js'
 * @import { Source } from './source.js'
 *
 * @typedef {object} Reader  of the file in a slot
 * @property {Slot} slot
 * @property {Place} place
 * @property {Source} source
 * @property {string} name
 * @property {boolean} ignoresIndex  whether an index from an earlier visit is of no use
 * @property {Promise<FileIndex | null> | null} index  of items in a .gz that do not stay in memory
 * @property {boolean} isRecalling  whether its parts from an earlier visit are being taken
 * @property {Promise<SharedPages | null> | null} pages  through which other workers read some of the wanted images
 * @property {Promise<void> | null} reading  ends when the core wants no more
 * @property {{ offset: number, bytes: Promise<Uint8Array> } | null} postponed  a read that wanted items interrupted
 */

/**
 * @param {Slot} slot
 * @param {Place} place
 * @param {string} name
 * @param {boolean} ignoresIndex
 * @returns {Reader}
 */
export const readerOf = (slot, place, name, ignoresIndex) => ({
  slot,
  place,
  name,
  ignoresIndex,
  source: sourceOf(place),
  index: null,
  isRecalling: false,
  pages: null,
  reading: null,
  postponed: null,
});

/**
 * Ends all that reads the file.
 * @param {Reader | null} reader
 */
export function closeReader(reader) {
  reader?.source.close();
  reader?.pages?.then((pages) => pages?.close());
}
