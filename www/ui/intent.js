import { ENGINE_FAULTS } from '../engine/client.js';

/** @import { Fault } from '../engine/protocol.js' */
/** @import { Mode, PaneEvent } from '../state/index.js' */
/** @import { Choice } from './export-files.js' */
/** @import { CheckIntent } from './check-actions.js' */
/** @import { FileIntent } from './file-actions.js' */

/**
 * The intents beyond a change of state.
 * @typedef {{ type: 'enter', item: number }
 *   | { type: 'mode-focused', mode: Mode }
 *   | { type: 'widen-panel', width: number }
 *   | { type: 'export', which: Choice | null }
 *   | { type: 'zoom' | 'turn-page-focused' | 'next-with-label', by: number }
 *   | { type: 'sample', sample: string }
 *   | { type: 'goto' | 'random' | 'select-focused' | 'bookmark-focused' | 'toggle-background' | 'next-palette' | 'next-limits' | 'help' | 'resize' | 'focus-dataset' | 'focus-files' | 'clear-filter' | 'compare' | 'save-labels' }} Wanted
 */

/** @typedef {PaneEvent | Wanted | CheckIntent | FileIntent} Intent */

/**
 * Sends an intent of the user to the viewer.
 * @param {EventTarget} from
 * @param {Intent} intent
 */
export function intend(from, intent) {
  from.dispatchEvent(new CustomEvent('intent', { detail: intent, bubbles: true }));
}

/**
 * Reports why a picture of a dataset could not be drawn.
 * @param {EventTarget} from
 * @param {string} file
 * @param {unknown} error
 */
export function reportFault(from, file, error) {
  const fault = /** @type {Fault} */ (error);
  if (!ENGINE_FAULTS.includes(fault.name))
    intend(from, { type: 'alert', alert: { key: 'page', file, severe: true, faults: [fault] } });
}
