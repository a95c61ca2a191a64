/** Carries out the intents of the check. */

import { comparedItems, EVERYTHING, placeOf } from '../state/index.js';

/**
 * @import { Checks } from '../session/checks.js'
 * @import { Store } from '../session/store.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Intent } from './intent.js'
 * @import { View } from './view.js'
 *
 * @typedef {{ type: 'check' | 'cancel-check' | 'sketch' }
 *   | { type: 'open-in', dataset: number, item: number }
 *   | { type: 'show-compared', title: string, places: number[] }
 *   | { type: 'select-copies', items: number[] }
 *   | { type: 'near-threshold', threshold: number }} CheckIntent  places are those among the images that were compared
 */

/** @type {Intent['type'][]} */
const TYPES = ['check', 'cancel-check', 'sketch', 'open-in', 'show-compared', 'select-copies', 'near-threshold'];

/**
 * @param {Intent} intent
 * @returns {intent is CheckIntent}
 */
export function isOfCheck(intent) {
  return TYPES.includes(intent.type);
}

export class CheckActions {
  #store;
  #checks;
  #view;

  /**
   * @param {Store} store
   * @param {Checks} checks
   * @param {View} view
   */
  constructor(store, checks, view) {
    this.#store = store;
    this.#checks = checks;
    this.#view = view;
  }

  /**
   * @param {CheckIntent} intent
   * @param {Dataset} dataset
   */
  act(intent, dataset) {
    const store = this.#store;
    switch (intent.type) {
      case 'check':
        return this.#checks.start(dataset);
      case 'cancel-check':
        return this.#checks.end();
      case 'sketch':
        this.#view.openSketch(store);
        return;
      case 'open-in':
        return this.#openIn(intent.dataset, intent.item);
      case 'near-threshold':
        return this.#checks.findNear(dataset, intent.threshold);
      case 'select-copies':
        return store.dispatch({ type: 'select-these', items: intent.items, more: false });
      default: {
        const items = Uint32Array.from(new Set(comparedItems(dataset, intent.places)));
        store.dispatch({ type: 'show-list', list: { title: intent.title, items } });
      }
    }
  }

  /**
   * Opens an item of any dataset that is still open, whatever the filter there.
   * @param {number} id
   * @param {number} item
   */
  #openIn(id, item) {
    const store = this.#store;
    const dataset = store.state.datasets.find((dataset) => dataset.id === id);
    if (!dataset) return;
    store.dispatch({ type: 'show-dataset', dataset: id });
    if (placeOf(dataset, item) < 0) store.dispatch({ type: 'find', change: EVERYTHING });
    store.dispatch({ type: 'open', item });
  }
}
