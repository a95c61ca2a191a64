import { ENDINGS } from '../engine/endings.js';

/** @import { Fault, Slot } from '../engine/protocol.js' */
/** @import { PaneEvent } from '../state/index.js' */

/**
 * What a person can want beyond a change of state.
 * @typedef {{ type: 'files', entries: { file: File, name: string }[] }
 *   | { type: 'pair', labels: number | null }
 *   | { type: 'separate', slot: Slot, as: string }
 *   | { type: 'close', dataset: number }
 *   | { type: 'keep', budget: number }
 *   | { type: 'enter', item: number }
 *   | { type: 'zoom' | 'leaf' | 'alike', by: number }
 *   | { type: 'sample' | 'cancel' | 'pick' | 'goto' | 'random' | 'mark-focused' | 'bookmark-focused' | 'save-page' | 'polarity' | 'next-palette' | 'next-limits' | 'help' | 'resize' | 'leave' | 'clear' | 'bytes' | 'compare' }} Wanted
 */

/** @typedef {PaneEvent | Wanted} Intent */

/**
 * Says what a person wants; main.js listens.
 * @param {EventTarget} from
 * @param {Intent} intent
 */
export function intend(from, intent) {
  from.dispatchEvent(new CustomEvent('intent', { detail: intent, bubbles: true }));
}

/**
 * Says why a picture of a dataset could not be had.
 * @param {EventTarget} from
 * @param {string} file
 * @param {unknown} error
 */
export function complain(from, file, error) {
  const fault = /** @type {Fault} */ (error);
  if (!ENDINGS.includes(fault.name))
    intend(from, { type: 'alert', alert: { key: 'page', file, severe: true, faults: [fault] } });
}
