/** Which column of a table is the label: buttons for the likely ones, and a field for another one. */

import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/** @import { Fault } from '../engine/protocol.js' */

const words = late.tables;

/**
 * @param {string} alert  the key of the one about the table
 * @param {Fault[]} faults
 */
export function labelChooser(alert, [{ labelColumn }]) {
  if (!labelColumn || labelColumn.isFixed) return [];
  const { count, at } = labelColumn;
  const paragraph = note(words.question, []);
  const likely = new Set([1, count, 0]);
  likely.delete(at);
  for (const column of likely) {
    const button = quietButton(words.column(column), () => intend(button, { type: 'choose-label', alert, column }));
    button.className = 'repair';
    paragraph.append(' ', button);
  }
  const field = Object.assign(document.createElement('input'), { size: 5, inputMode: 'numeric' });
  const answer = Object.assign(document.createElement('span'), { className: 'problem', ariaLive: 'polite' });
  field.addEventListener('input', () => answer.replaceChildren());
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter' || !field.value.trim()) return;
    const column = columnIn(field.value);
    if (column >= 1 && column <= count) intend(field, { type: 'choose-label', alert, column });
    else answer.textContent = words.unknown(field.value, count);
  });
  const label = document.createElement('label');
  label.append(words.other, ' ', field);
  paragraph.append(' ', label, ' ', answer);
  return [paragraph];
}

/**
 * The number of a column as the page writes it, with or without commas; NaN of anything else.
 * @param {string} text
 */
function columnIn(text) {
  return /^\s*[\d,]+\s*$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}
