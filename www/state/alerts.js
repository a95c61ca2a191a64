/** Alerts: problems that the page reports until the user dismisses them. */

import { total } from './dataset.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @import { Dataset } from './dataset.js'
 * @import { State } from './page.js'
 *
 * @typedef {{ key: string, file: string, severe: boolean, faults: Fault[], head?: number[] }} Alert
 */

/**
 * Adds an alert, in place of an earlier one with its key.
 * @param {Alert[]} alerts
 * @param {Alert} alert
 */
export function withAlert(alerts, alert) {
  return [...alerts.filter(({ key }) => key !== alert.key), alert];
}

/**
 * Dismisses the alert with this key.
 * @param {State} state
 * @param {string} key
 */
export function dismiss(state, key) {
  const rest = state.alerts.filter((alert) => alert.key !== key);
  return rest.length === state.alerts.length ? state : withAlerts(state, rest);
}

/**
 * The state with these alerts. The count of skipped files goes with the last alert.
 * @param {State} state
 * @param {Alert[]} alerts
 * @returns {State}
 */
export function withAlerts(state, alerts) {
  return { ...state, alerts, tally: alerts.length ? state.tally : null };
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
