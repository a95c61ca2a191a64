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
  for (const column of [1, count, 0].filter((column) => column !== at)) {
    const button = quietButton(words.column(column), () => intend(button, { type: 'choose-label', alert, column }));
    button.className = 'repair';
    paragraph.append(' ', button);
  }
  const field = Object.assign(document.createElement('input'), { size: 5, inputMode: 'numeric' });
  const answer = Object.assign(document.createElement('span'), { className: 'problem', ariaLive: 'polite' });
  field.addEventListener('input', () => answer.replaceChildren());
  field.addEventListener('change', () => {
    const column = Number(field.value);
    const isColumn = Number.isInteger(column) && column > 0 && column <= count;
    if (isColumn) intend(field, { type: 'choose-label', alert, column });
    else if (field.value.trim()) answer.textContent = words.unknown(field.value, count);
  });
  const label = document.createElement('label');
  label.append(words.other, ' ', field);
  paragraph.append(' ', label, ' ', answer);
  return [paragraph];
}
