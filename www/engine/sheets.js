/** Pictures that hold many images. How one is cut is guessed, and the user decides. */

import { baseName } from '../state/index.js';
import { converted } from './conversion.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 * @import { Fault } from './protocol.js'
 */

/**
 * How a picture can be cut; null if that is cancelled.
 * @param {Engine} engine
 * @param {File} file
 * @param {Watch} watch
 */
export async function scan(engine, file, watch) {
  const found = await converted(engine, watch, 'sheet', { file, cell: null });
  return found && { width: found.width, height: found.height, cells: found.cells };
}

/**
 * The images that are cut out of a picture, and what the user has to know about them; null if that is cancelled.
 * @param {Engine} engine
 * @param {Entry & { file: File }} picture
 * @param {Cell} cell
 * @param {Watch} watch
 * @returns {Promise<{ images: Entry, faults: Fault[] } | null>}
 */
export async function cut(engine, { file, name, root = null }, cell, watch) {
  const made = await converted(engine, watch, 'sheet', { file, cell });
  if (!made?.images) return null;
  const stem = baseName(name).replace(/\.\w+$/, '');
  const images = { file: made.images, name: `${name}/${stem}-images`, root, archive: name };
  return { images, faults: made.empty ? [{ name: 'PictureEmpty', found: made.empty }] : [] };
}
