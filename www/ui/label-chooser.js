/** Which column of a table is the label: buttons for the likely ones, and a field for others. */

import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/** @import { Fault, LabelColumnUse } from '../engine/protocol.js' */

const words = late.tables;

/** Limit of the buttons. */
const MAX_BUTTONS = 8;

/**
 * @param {string} alert  the key of the one about the table
 * @param {Fault[]} faults
 */
export function labelChooser(alert, [{ labelColumn }]) {
  if (labelColumn?.chosenAt !== 'alert') return [];
  const paragraph = note(words.question, []);
  const likely = likelyOf(labelColumn);
  for (const [column, name] of likely) {
    const isChosen = column === labelColumn.at;
    const button = quietButton(words.column(column, name), () => {
      if (!isChosen) intend(button, { type: 'choose-label', alert, column });
    });
    button.className = 'repair';
    // It keeps its place, so that nothing moves under the pointer.
    button.ariaPressed = String(isChosen);
    paragraph.append(' ', button);
  }
  if (likely !== labelColumn.choices) paragraph.append(' ', ...field(alert, labelColumn));
  return [paragraph];
}

/**
 * All columns that can be the label; of many, the first and the last one, and the one that is.
 * @param {LabelColumnUse} use
 * @returns {LabelColumnUse['choices']}
 */
function likelyOf({ count, at, choices }) {
  if (choices.length > 0 && choices.length <= MAX_BUTTONS) return choices;
  /** @type {LabelColumnUse['choices']} */
  const all =
    choices.length > 0
      ? choices
      : [
          [1, ''],
          [count, ''],
          [0, ''],
        ];
  const columns = all.filter(([column]) => column > 0);
  const [first, last] = [columns[0], columns[columns.length - 1]];
  const own = columns.find(([column]) => column === at) ?? /** @type {[number, string]} */ ([at, '']);
  const between = [0, first[0], last[0]].includes(at) ? [] : [own];
  return [first, ...between, last, ...all.filter(([column]) => column === 0)];
}

/**
 * A field for the number or the name of a column, and the answer to what is typed.
 * @param {string} alert
 * @param {LabelColumnUse} use
 */
function field(alert, { count, choices }) {
  const field = Object.assign(document.createElement('input'), { size: 14, placeholder: words.typed });
  const answer = Object.assign(document.createElement('span'), { className: 'problem', ariaLive: 'polite' });
  field.addEventListener('input', () => answer.replaceChildren());
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter' || !field.value.trim()) return;
    const column = columnIn(field.value, choices);
    if (column >= 1 && column <= count) intend(field, { type: 'choose-label', alert, column });
    else answer.textContent = words.unknown(field.value, count);
  });
  const label = document.createElement('label');
  label.append(words.other, ' ', field);
  return [label, ' ', answer];
}

/**
 * The number of a column as the page writes it, with or without commas, or the column with this name; NaN of anything else.
 * @param {string} text
 * @param {LabelColumnUse['choices']} choices
 */
function columnIn(text, choices) {
  const typed = text.trim().toLowerCase();
  if (/^[\d,]+$/.test(typed)) return Number(typed.replaceAll(',', ''));
  const [column] = choices.find(([, name]) => name && name.toLowerCase() === typed) ?? [];
  return column ?? Number.NaN;
}
