/** Reads the places in a file that users type. */

import { offsetOf } from './layouts.js';

/**
 * An offset such as `1,024` or `0x400`, or an item's number such as `item 7`; null if it is neither.
 * @param {string} typed
 * @param {string} item  the word for an item
 * @returns {{ offset: number } | { number: number } | null}
 */
export function bytePlace(typed, item) {
  const text = typed.trim().toLowerCase();
  if (/^0x[\da-f]+$/.test(text)) return { offset: Number(text) };
  const names = text.startsWith(item);
  const number = offsetOf(names ? text.slice(item.length) : text);
  if (number === null) return null;
  return names ? { number } : { offset: number };
}
