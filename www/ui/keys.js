/** The keyboard shortcuts that work wherever the focus is. The grid and the image in the panel have keys of their own. */

import { keep, kept } from '../session/storage.js';

/** @import { Intent } from './intent.js' */

/** @type {Record<string, Intent>} */
const SINGLE = {
  '[': { type: 'turn-page', by: -1 },
  ']': { type: 'turn-page', by: 1 },
  ',': { type: 'step', by: -1 },
  '.': { type: 'step', by: 1 },
  '<': { type: 'next-with-label', by: -1 },
  '>': { type: 'next-with-label', by: 1 },
  g: { type: 'goto' },
  r: { type: 'random' },
  x: { type: 'select-focused' },
  s: { type: 'bookmark-focused' },
  '+': { type: 'zoom', by: 1 },
  '=': { type: 'zoom', by: 1 },
  '-': { type: 'zoom', by: -1 },
  i: { type: 'toggle-background' },
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
  PageUp: { type: 'turn-page-focused', by: -1 },
  PageDown: { type: 'turn-page-focused', by: 1 },
  Escape: { type: 'close-panel' },
};

/** Storage keeps under this name whether single keys work. */
const KEPT = 'single-keys';

/** Whether single keys work. Every viewer of the browser shares this setting. */
export function areSingle() {
  return kept(KEPT) !== 'off';
}

/** @param {boolean} on */
export function setSingle(on) {
  keep(KEPT, on ? 'on' : 'off');
}

/**
 * Listens for keys until the signal is aborted.
 * @param {EventTarget} target  the document, or an element
 * @param {HTMLElement} root  the viewer's own
 * @param {(intent: Intent) => void} act
 * @param {AbortSignal} signal
 */
export function listen(target, root, act, signal) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (event.defaultPrevented || modified || root.querySelector('dialog[open]')) return;
    const focused = event.target instanceof Element ? event.target : document.body;
    const typing = focused.matches(
      'input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea',
    );
    const intent = NAMED[event.key] ?? (!typing && areSingle() ? SINGLE[event.key] : undefined);
    if (!intent || (event.key.startsWith('Page') && focused.closest('input, select, value-table, .right, .side')))
      return;
    event.preventDefault();
    act(intent);
  };
  target.addEventListener('keydown', /** @type {EventListener} */ (press), { signal });
}
