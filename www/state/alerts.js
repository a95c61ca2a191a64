/** Alerts: problems that the page reports until the user dismisses them. */

import { total } from './dataset.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @import { Dataset } from './dataset.js'
 * @import { State } from './page.js'
 *
 * @typedef {{ key: string, file: string, severe: boolean, faults: Fault[], head?: number[] }} Alert
 *
 * @typedef {object} Tally  of the files of a drop
 * @property {string} key
 * @property {number} opened
 * @property {number} skipped
 * @property {string[]} passed  the names of skipped files that need no alert
 * @property {number} unlisted  skipped files without an alert or a name
 * @property {number} unread  files that "Cancel" left out
 */

/** What the keys of drops begin with. */
const DROP = 'drop:';

/**
 * Whether a file with these first bytes is gzip.
 * @param {number[]} [head]
 */
export function isGzip(head) {
  return head?.[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Adds an alert, in place of an earlier one with its key.
 * @param {Alert[]} alerts
 * @param {Alert} alert
 */
export function withAlert(alerts, alert) {
  const at = alerts.findIndex(({ key }) => key === alert.key);
  return at < 0 ? [...alerts, alert] : alerts.with(at, alert);
}

/**
 * Adds the counts of a drop, unless the alerts of the files that were refused say as much.
 * @param {State} state
 * @param {Omit<Tally, 'key'>} counts
 * @returns {State}
 */
export function withTally(state, counts) {
  const { passed, unlisted, unread } = counts;
  if (!passed.length && !unlisted && !unread) return state;
  const last = Number(state.tallies.at(-1)?.key.slice(DROP.length) ?? 0);
  return { ...state, tallies: [...state.tallies, { ...counts, key: `${DROP}${last + 1}` }] };
}

/**
 * Dismisses the alert, or the counts of a drop, with this key.
 * @param {State} state
 * @param {string} key
 */
export function dismiss(state, key) {
  const isKept = (/** @type {{ key: string }} */ message) => message.key !== key;
  if ([...state.alerts, ...state.tallies].every(isKept)) return state;
  return { ...state, alerts: state.alerts.filter(isKept), tallies: state.tallies.filter(isKept) };
}

/**
 * An alert about the item that a link asks for.
 * @param {Pick<Dataset, 'id' | 'name'>} dataset
 * @param {Fault} fault
 * @returns {Alert}
 */
export function itemAlert({ id, name }, fault) {
  return { key: `item:${id}`, file: name, severe: false, faults: [fault] };
}

/**
 * Reports that a link's filter leaves out the link's item.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {number} item
 * @returns {State}
 */
export function reportFiltered(state, dataset, item) {
  // Another alert reports an item that does not exist.
  if (item >= total(dataset)) return state;
  const fault = { name: 'NotAmong', found: item };
  return { ...state, alerts: withAlert(state.alerts, itemAlert(dataset, fault)) };
}
