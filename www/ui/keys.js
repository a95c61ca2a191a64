/** The keyboard shortcuts that work wherever the focus is. The grid and the image in the panel have keys of their own. */

import { keep, kept } from '../session/storage.js';

/**
 * @import { Late } from '../text/late.js'
 * @import { Intent } from './intent.js'
 *
 * @typedef {Exclude<keyof Late['shortcuts'], 'title' | 'single' | 'or' | 'close'>} Help
 *
 * @typedef {object} Shortcut
 * @property {Help} help  the words that describe it
 * @property {string[]} keys  as the list of shortcuts shows them
 * @property {Record<string, Intent>} [intents]  by the key; a shortcut without any belongs to the grid or the panel
 * @property {boolean} [always]  whether it works even if single keys are off, and while the user types
 * @property {boolean} [first]  whether it works on the first screen, too
 */

/** @type {Record<string, Intent>} */
const CLASSES = Object.fromEntries(
  Array.from({ length: 10 }, (_, label) => [label, { type: 'class', label, several: false }]),
);

/** In the order of the list. @type {Shortcut[]} */
export const SHORTCUTS = [
  { help: 'move', keys: ['←', '→', '↑', '↓'] },
  { help: 'row', keys: ['Home', 'End'] },
  {
    help: 'screen',
    keys: ['PgUp', 'PgDn'],
    intents: { PageUp: { type: 'turn-page-focused', by: -1 }, PageDown: { type: 'turn-page-focused', by: 1 } },
    always: true,
  },
  {
    help: 'page',
    keys: ['[', ']'],
    intents: { '[': { type: 'turn-page', by: -1 }, ']': { type: 'turn-page', by: 1 } },
  },
  { help: 'open', keys: ['Enter', 'Space'] },
  { help: 'step', keys: [',', '.'], intents: { ',': { type: 'step', by: -1 }, '.': { type: 'step', by: 1 } } },
  {
    help: 'sameLabel',
    keys: ['<', '>'],
    intents: { '<': { type: 'next-with-label', by: -1 }, '>': { type: 'next-with-label', by: 1 } },
  },
  { help: 'escape', keys: ['Esc'], intents: { Escape: { type: 'close-panel' } }, always: true },
  { help: 'undo', keys: ['u'], intents: { u: { type: 'restore-selection' } } },
  { help: 'selectAll', keys: ['Ctrl+A'], intents: { 'Ctrl+a': { type: 'select-all' } } },
  { help: 'select', keys: ['x'], intents: { x: { type: 'select-focused' } } },
  { help: 'bookmark', keys: ['s'], intents: { s: { type: 'bookmark-focused' } } },
  { help: 'class', keys: ['0', '…', '9'], intents: CLASSES },
  { help: 'decide', keys: ['Enter', 'Backspace', 'x', 'u'] },
  { help: 'relabel', keys: ['0', '…', '9', 'l'] },
  {
    help: 'review',
    keys: ['Ctrl+Z', 'Ctrl+Shift+Z'],
    intents: { 'Ctrl+z': { type: 'undo' }, 'Ctrl+Shift+z': { type: 'redo' }, 'Ctrl+y': { type: 'redo' } },
  },
  { help: 'saveLabels', keys: ['Ctrl+S'], intents: { 'Ctrl+s': { type: 'save-labels' } }, always: true },
  { help: 'goTo', keys: ['g'], intents: { g: { type: 'goto' } } },
  { help: 'random', keys: ['r'], intents: { r: { type: 'random' } } },
  {
    help: 'zoom',
    keys: ['+', '-'],
    intents: { '+': { type: 'zoom', by: 1 }, '=': { type: 'zoom', by: 1 }, '-': { type: 'zoom', by: -1 } },
  },
  { help: 'wholeLine', keys: ['z'] },
  { help: 'background', keys: ['i'], intents: { i: { type: 'toggle-background' } } },
  { help: 'palette', keys: ['p'], intents: { p: { type: 'next-palette' } } },
  { help: 'limits', keys: ['m'], intents: { m: { type: 'next-limits' } } },
  {
    help: 'orientation',
    keys: ['t', 'R', 'h', 'v'],
    intents: {
      t: { type: 'orient', by: 't' },
      R: { type: 'orient', by: 'r' },
      h: { type: 'orient', by: 'h' },
      v: { type: 'orient', by: 'v' },
    },
  },
  { help: 'slice', keys: ['j', 'k'], intents: { j: { type: 'slice', by: -1 }, k: { type: 'slice', by: 1 } } },
  { help: 'reset', keys: ['d'], intents: { d: { type: 'reset' } } },
  { help: 'bytes', keys: ['b'], intents: { b: { type: 'bytes' } } },
  {
    help: 'views',
    keys: ['G', 'M', 'C', 'P'],
    intents: {
      G: { type: 'mode-focused', mode: '' },
      M: { type: 'mode-focused', mode: 'map' },
      C: { type: 'mode-focused', mode: 'suspects' },
      P: { type: 'mode-focused', mode: 'predictions' },
    },
  },
  { help: 'present', keys: ['f'], intents: { f: { type: 'mode', mode: 'one' } } },
  { help: 'compare', keys: ['c'], intents: { c: { type: 'compare' } } },
  { help: 'openFiles', keys: ['o'], intents: { o: { type: 'pick' } }, first: true },
  { help: 'help', keys: ['?'], intents: { '?': { type: 'help' } }, first: true },
];

/**
 * What a key does.
 * @param {string} key
 * @param {boolean} single  whether single keys count
 * @param {boolean} open  whether a dataset is shown
 */
function intentOf(key, single, open) {
  const found = SHORTCUTS.find(
    ({ intents, always, first }) => intents && Object.hasOwn(intents, key) && (always || single) && (open || first),
  );
  return found?.intents?.[key];
}

/**
 * Whether Alt was needed to type the key. Many keyboards have brackets only with AltGr, or on a Mac with Option.
 * @param {KeyboardEvent} event
 */
function isTypedWithAlt(event) {
  return event.getModifierState('AltGraph') || (event.altKey && !event.ctrlKey && /^[[\]]$/.test(event.key));
}

/**
 * The key as it would be without Caps Lock.
 * @param {KeyboardEvent} event
 */
function withoutCapsLock(event) {
  const { key, shiftKey } = event;
  if (key.length > 1 || !event.getModifierState('CapsLock')) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/**
 * The key with its modifiers, which are Ctrl, or on a Mac Command, and Shift; '' with others.
 * @param {KeyboardEvent} event
 */
function withControl({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey || ctrlKey === metaKey) return '';
  return `Ctrl+${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`;
}

/**
 * Whether the keys that turn pages have another use at an element: they scroll its column, or change its value.
 * @param {Element} focused
 */
function scrolls(focused) {
  const column = focused.closest('.right, .side');
  return (
    focused.closest('input, select, value-table') !== null || (column?.scrollHeight ?? 0) > (column?.clientHeight ?? 0)
  );
}

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
 * @param {() => boolean} isOpen  whether a dataset is shown, and not the first screen
 * @param {AbortSignal} signal
 */
export function listen(target, root, act, isOpen, signal) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const modified = (event.ctrlKey || event.altKey || event.metaKey) && !isTypedWithAlt(event);
    if (event.defaultPrevented || root.querySelector('dialog[open]')) return;
    const focused = event.target instanceof Element ? event.target : document.body;
    const typing = focused.matches(
      'input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea',
    );
    // There, Escape takes back what is typed or composed.
    if (event.isComposing || (typing && event.key === 'Escape')) return;
    const key = modified ? withControl(event) : withoutCapsLock(event);
    const intent = intentOf(key, !typing && (modified || areSingle()), isOpen());
    if (!intent || (event.key.startsWith('Page') && scrolls(focused))) return;
    event.preventDefault();
    act(intent);
  };
  target.addEventListener('keydown', /** @type {EventListener} */ (press), { signal });
}
