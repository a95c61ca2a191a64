/** Dialogs about the current dataset, which may have to be loaded first. */

import { current } from '../state/index.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Library } from '../engine/library.js'
 * @import { Store } from '../session/store.js'
 * @import { Dataset, State } from '../state/index.js'
 *
 * @typedef {{ state: State, dataset: Dataset, engine: Engine }} Shown
 */

/**
 * Opens a dialog with what is known once it is here. It stays closed if another dataset is current then.
 * @template E
 * @param {{ use(task: (element: E) => void): void }} dialog
 * @param {Store} store
 * @param {Library} library
 * @param {(element: E, shown: Shown) => void} open
 */
export function openCurrent(dialog, store, library, open) {
  const id = current(store.state)?.id;
  dialog.use((element) => {
    const { state } = store;
    const dataset = current(state);
    const engine = dataset?.id === id && dataset ? library.engine(dataset.id) : null;
    if (dataset && engine) open(element, { state, dataset, engine });
  });
}
