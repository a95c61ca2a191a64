/** Names what is kept of a file from one visit to the next. */

import { baseName } from '../state/index.js';

/** @import { Dataset } from '../state/index.js' */

/**
 * The key of a dataset's file: its fingerprint; where that has no checksum, the file's own name too.
 * @param {Dataset} dataset
 */
export function fileKey({ print, part, paths, addresses }) {
  const checked = isChecked(print);
  const own = addresses.images || addresses.labels || baseName(paths.images || paths.labels);
  return `${print}${checked ? '' : `:${own}`}${part && `:${part}`}`;
}

/**
 * Whether a fingerprint has a checksum, so that a file with other bytes has another one.
 * @param {string} print
 */
export function isChecked(print) {
  return /-[0-9a-f]{8}$/.test(print);
}
