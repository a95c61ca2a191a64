/** Copies an image, or saves it as a file where the browser forbids that. */

import { download } from './download.js';

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
