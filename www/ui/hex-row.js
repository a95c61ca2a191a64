/** A row of bytes: the offset of the first, each as hexadecimal digits, and each as a character. */

import { grouped } from '../text/numbers.js';
import { hex } from './hex.js';

/**
 * @typedef {object} Marking
 * @property {{ kind: string, offset: number, length: number }[]} marks  bytes that have a class in the style
 * @property {{ start: number, size: number } | null} elements  where they start, and the length of each
 */

/**
 * @param {Uint8Array} bytes  at most as many as there are columns
 * @param {number} start  offset of the first
 * @param {number} columns
 * @param {Marking} marking
 */
export function hexRow(bytes, start, columns, { marks, elements }) {
  const row = document.createElement('tr');
  const offset = Object.assign(document.createElement('th'), { textContent: grouped(start) });
  offset.title = `0x${start.toString(16).toUpperCase()}`;
  row.append(offset);
  bytes.forEach((byte, column) => {
    const at = start + column;
    const cell = row.insertCell();
    cell.textContent = hex([byte]);
    const mark = marks.find(({ offset, length }) => at >= offset && at < offset + length);
    if (mark) cell.classList.add(mark.kind);
    if (elements && (at - elements.start) % elements.size === 0) cell.classList.add('first');
  });
  // The characters of a last row that is short stand below the others.
  if (bytes.length && bytes.length < columns) row.insertCell().colSpan = columns - bytes.length;
  const text = Object.assign(document.createElement('th'), { className: 'text' });
  for (const byte of bytes)
    text.append(Object.assign(document.createElement('span'), { textContent: character(byte) }));
  row.append(text);
  return row;
}

/**
 * A byte as a character, where it is one of ASCII that can be seen.
 * @param {number} byte
 */
function character(byte) {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}
