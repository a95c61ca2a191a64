/** Copies an image, or saves it as a file where the browser forbids that. */

import { single, whole } from './contact-sheet.js';
import { download } from './download.js';
import { paint } from './paint.js';

/**
 * @import { Props } from './item-panel.js'
 * @import { ItemPicture } from './item-picture.js'
 */

/** Pixels of a line plot that is copied. @type {[number, number]} */
const PLOT = [1024, 512];

/**
 * The picture of an item as a file, enlarged. A line is drawn anew.
 * @param {ItemPicture} picture
 * @param {Props} props
 */
export async function pictureFile(picture, { item, colours, plotted, loadCopy }) {
  if (!plotted) return picture.toBlob();
  const line = { items: Float64Array.of(item), columns: 1, gapX: 0, gapY: 0, shrink: 1, plot: PLOT, ...colours };
  const { image } = await whole(loadCopy, line);
  const canvas = document.createElement('canvas');
  paint(canvas, image);
  return single(canvas, false);
}

/**
 * Whether it was copied.
 * @param {Promise<Blob>} image  a PNG; a promise, because WebKit copies nothing after a wait
 * @param {string} fileName
 */
export async function copyImage(image, fileName) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    return true;
  } catch {
    download(await image, fileName);
    return false;
  }
}
