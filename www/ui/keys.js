/** The keys that work wherever the focus is; those of the grid and of the panel's image are at home there. */

import { intend } from './intent.js';

/** @import { Intent } from './intent.js' */

/** @type {{ keys: string[], does: string }[]} */
export const SHORTCUTS = [
  { keys: ['←', '→', '↑', '↓'], does: 'from image to image; in the large image, from value to value' },
  { keys: ['Home', 'End'], does: 'first and last image of the row, with Ctrl of all' },
  { keys: ['PgUp', 'PgDn'], does: 'up and down the page, then the previous and next one' },
  { keys: ['[', ']'], does: 'previous and next page' },
  { keys: ['Enter', 'Space'], does: 'open the image, to read its values' },
  { keys: [',', '.'], does: 'previous and next item, from the large image too' },
  { keys: ['<', '>'], does: 'previous and next item with the same label' },
  { keys: ['Esc'], does: 'close it' },
  { keys: ['0', '…', '9'], does: 'only the items of that class; once more, all' },
  { keys: ['g'], does: 'go to an item by number' },
  { keys: ['r'], does: 'open an item at random' },
  { keys: ['+', '-'], does: 'larger and smaller cells' },
  { keys: ['i'], does: 'invert: ink on paper, or paper on ink' },
  { keys: ['p'], does: 'other colours' },
  { keys: ['m'], does: 'range of the values: of the file, or of each item' },
  { keys: ['t', 'R', 'h', 'v'], does: 'transpose, turn right, flip left to right, flip upside down' },
  { keys: ['d'], does: 'reset the view' },
  { keys: ['o'], does: 'open files' },
  { keys: ['?'], does: 'show this list' },
];

/** @type {Record<string, Intent>} */
const SINGLE = {
  '[': { type: 'turn', by: -1 },
  ']': { type: 'turn', by: 1 },
  ',': { type: 'step', by: -1 },
  '.': { type: 'step', by: 1 },
  '<': { type: 'alike', by: -1 },
  '>': { type: 'alike', by: 1 },
  g: { type: 'goto' },
  r: { type: 'random' },
  '+': { type: 'zoom', by: 1 },
  '=': { type: 'zoom', by: 1 },
  '-': { type: 'zoom', by: -1 },
  i: { type: 'polarity' },
  p: { type: 'next-palette' },
  m: { type: 'next-limits' },
  t: { type: 'orient', by: 't' },
  R: { type: 'orient', by: 'r' },
  h: { type: 'orient', by: 'h' },
  v: { type: 'orient', by: 'v' },
  d: { type: 'reset' },
  o: { type: 'pick' },
  '?': { type: 'help' },
};

for (let label = 0; label < 10; label++) SINGLE[label] = { type: 'class', label, several: false };

/** @type {Record<string, Intent>} */
const NAMED = {
  PageUp: { type: 'leaf', by: -1 },
  PageDown: { type: 'leaf', by: 1 },
  Escape: { type: 'shut' },
};

/**
 * @param {() => boolean} single  whether single keys are wanted
 */
export function listen(single) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = target.matches('input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea');
    const intent = NAMED[event.key] ?? (single() && !typing ? SINGLE[event.key] : undefined);
    if (!intent || (event.key.startsWith('Page') && target.closest('input, select, value-table, .right, .side'))) return;
    event.preventDefault();
    intend(document, intent);
  });
}
