/** Files of any size: one part is repeated, and the browser stores it once. */

import { watch } from './drop.js';

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {number[]} head  bytes
 * @property {string} part  address
 * @property {number} times
 * @property {number[]} tail  bytes
 */

/**
 * @param {Recipe} recipe
 * @returns {Promise<File>}
 */
export async function make({ name, head, part, times, tail }) {
  const blob = await (await fetch(part)).blob();
  const file = new File([Uint8Array.from(head), ...Array(times).fill(blob), Uint8Array.from(tail)], name);
  // The browser assembles the file lazily; a file on a disk would be complete.
  await file.slice(0, 1).arrayBuffer();
  return file;
}

/**
 * Drops such a file on the page; `painted` of drop.js measures it.
 * @param {Recipe} recipe
 */
export async function drop(recipe) {
  const file = await make(recipe);
  watch();
  dropFile(file);
}

/** @param {File} file */
export function dropFile(file) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}
