/** How a picture can be cut into images: buttons for the likely sizes, and a field for another one. */

import { shape } from '../state/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Fault } from '../engine/protocol.js'
 */

const words = late.sheets;

/** Pixels that may be between images of a size that the user types. */
const MAX_GAP = 16;

/**
 * @param {string} alert  the key of the one about the picture
 * @param {Fault[]} faults
 */
export function cutter(alert, [{ sheet }]) {
  if (!sheet) return [];
  const { width, height, cells } = sheet;
  const paragraph = note('', []);
  /** @param {string} name @param {Cell} cell */
  const offered = (name, cell) => {
    const button = quietButton(name, () => intend(button, { type: 'cut', alert, cell }));
    button.className = 'repair';
    return button;
  };
  const whole = { width, height, shape: [height, width], gap: 0, margin: 0 };
  for (const cell of cells) paragraph.append(offered(words.cut(cell.count ?? countOf(cell, sheet), cell), cell), ' ');
  paragraph.append(offered(words.one, whole), ' ');
  const field = Object.assign(document.createElement('input'), { size: 8, placeholder: '28 × 28' });
  const answer = Object.assign(document.createElement('span'), { ariaLive: 'polite' });
  field.addEventListener('input', () => answer.replaceChildren());
  field.addEventListener('change', () => {
    const cell = typed(field.value, sheet);
    answer.className = cell ? '' : 'problem';
    answer.textContent = cell ? '' : words.unfit(field.value, [height, width]);
    // Gaps were not typed.
    if (cell?.gap) answer.append(offered(words.cut(countOf(cell, sheet), cell), cell));
    else if (cell) intend(field, { type: 'cut', alert, cell });
  });
  const label = document.createElement('label');
  label.append(words.other, ' ', field);
  paragraph.append(label, ' ', answer);
  return [paragraph];
}

/**
 * How many such cells fill a picture; 0 if they do not.
 * @param {Cell} cell
 * @param {{ width: number, height: number }} sheet
 */
export function countOf({ width, height, gap, margin }, sheet) {
  /** @param {number} side @param {number} whole */
  const along = (side, whole) => (whole - 2 * margin + gap) / (side + gap);
  const [across, down] = [along(width, sheet.width), along(height, sheet.height)];
  return [across, down].every((count) => Number.isInteger(count) && count > 0) ? across * down : 0;
}

/**
 * Cells with the height and the width of an image that are typed: 28 × 28, 28x28, or 28 for both. They have the smallest
 * gaps with which they fill the picture.
 * @param {string} text
 * @param {{ width: number, height: number }} sheet
 * @returns {Cell | undefined}
 */
export function typed(text, sheet) {
  const [height, width = height, ...more] = shape(text).split('x').map(Number);
  if (!height || !width || more.length) return undefined;
  const gaps = Array.from({ length: MAX_GAP + 1 }, (_, gap) => gap);
  const cells = gaps.flatMap((gap) =>
    [gap, 0].map((margin) => ({ width, height, shape: [height, width], gap, margin })),
  );
  return cells.find((cell) => countOf(cell, sheet));
}
