/** The keys that work wherever the focus is; those of the grid and of the panel's image are at home there. */

import { keep, kept } from '../session/storage.js';
import { intend } from './intent.js';

/** @import { Intent } from './intent.js' */

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
  x: { type: 'mark-focused' },
  s: { type: 'bookmark-focused' },
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
  j: { type: 'slice', by: -1 },
  k: { type: 'slice', by: 1 },
  d: { type: 'reset' },
  b: { type: 'bytes' },
  o: { type: 'pick' },
  c: { type: 'compare' },
  '?': { type: 'help' },
};

for (let label = 0; label < 10; label++) SINGLE[label] = { type: 'class', label, several: false };

/** @type {Record<string, Intent>} */
const NAMED = {
  PageUp: { type: 'leaf', by: -1 },
  PageDown: { type: 'leaf', by: 1 },
  Escape: { type: 'shut' },
};

/** Under this name storage keeps whether single keys are wanted. */
const KEPT = 'single-keys';
let single = kept(KEPT) !== 'off';

/** Whether single keys do something. */
export function areSingle() {
  return single;
}

/** @param {boolean} on */
export function setSingle(on) {
  single = on;
  keep(KEPT, on ? 'on' : 'off');
}

export function listen() {
  addEventListener('keydown', (event) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      document.querySelector('dialog[open]')
    )
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = target.matches(
      'input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea',
    );
    const intent = NAMED[event.key] ?? (single && !typing ? SINGLE[event.key] : undefined);
    if (!intent || (event.key.startsWith('Page') && target.closest('input, select, value-table, .right, .side')))
      return;
    event.preventDefault();
    intend(document, intent);
  });
}
