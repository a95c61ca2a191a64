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

/**
 * @param {string} alert  the key of the one about the picture
 * @param {Fault[]} faults
 */
export function cutter(alert, [{ sheet }]) {
  if (!sheet) return [];
  const { width, height, cells } = sheet;
  const paragraph = note('', []);
  /** @param {string} name @param {Cell} cell */
  const offer = (name, cell) => {
    const button = quietButton(name, () => intend(button, { type: 'cut', alert, cell }));
    button.className = 'repair';
    paragraph.append(button, ' ');
  };
  for (const cell of cells) offer(words.cut((width / cell.width) * (height / cell.height), cell), cell);
  offer(words.one, { width, height, shape: [height, width] });
  const field = Object.assign(document.createElement('input'), { size: 8, placeholder: '28 × 28' });
  const problem = Object.assign(document.createElement('span'), { className: 'problem', ariaLive: 'polite' });
  field.addEventListener('change', () => {
    const cell = typed(field.value);
    const fits = cell && width % cell.width === 0 && height % cell.height === 0;
    problem.textContent = fits ? '' : words.unfit(field.value, width, height);
    if (fits) intend(field, { type: 'cut', alert, cell });
  });
  const label = document.createElement('label');
  label.append(words.other, ' ', field);
  paragraph.append(label, ' ', problem);
  return [paragraph];
}

/**
 * The height and the width of an image, as they are typed: 28 × 28, 28x28, or 28 for both.
 * @param {string} text
 * @returns {Cell | null}
 */
function typed(text) {
  const [height, width = height, ...more] = shape(text).split('x').map(Number);
  return height && !more.length ? { width, height, shape: [height, width] } : null;
}
