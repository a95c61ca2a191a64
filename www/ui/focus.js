/** Where the focus goes in a viewer. */

import { current, inPane, isPaged, placeOf, view } from '../state/index.js';
import { isIdle } from './cells.js';

/**
 * @import { Store } from '../session/store.js'
 * @import { Frame } from './frame.js'
 * @import { View } from './view.js'
 */

export class Focus {
  #store;
  #view;
  #frame;
  /** The dataset that was drawn last. @type {number | null} */
  #drawn = null;

  /**
   * @param {Store} store
   * @param {View} view
   * @param {Frame} frame
   */
  constructor(store, view, frame) {
    this.#store = store;
    this.#view = view;
    this.#frame = frame;
  }

  /** After the user opened files, the focus goes to their items. */
  follow() {
    const { state } = this.#store;
    const dataset = current(state);
    const waits = isIdle() || this.#frame.dropZone.contains(document.activeElement);
    if (dataset && dataset.id !== this.#drawn && waits)
      this.#view
        .pane(state.active)
        .grid.focusItem(state.item === null ? view(state).first : placeOf(dataset, state.item), true);
    this.#drawn = dataset?.id ?? null;
  }

  /** The focus goes to the open item. */
  toItem() {
    this.#store.draw();
    const { state } = this.#store;
    const dataset = current(state);
    if (dataset && state.item !== null) this.#view.pane(state.active).grid.focusItem(placeOf(dataset, state.item));
  }

  /**
   * The focus goes to the items of a pane.
   * @param {number} pane
   * @param {number} [item]
   */
  toPane(pane, item) {
    const dataset = current(inPane(this.#store.state, pane));
    const { grid } = this.#view.pane(pane);
    // Only the first pane shows anything but a grid.
    if (dataset && !isPaged(dataset) && grid === this.#view.first.grid)
      /** @type {HTMLElement | null} */ (
        this.#frame.centre.querySelector(':scope > :not([hidden]) [tabindex="0"]')
      )?.focus();
    else if (dataset && item !== undefined) grid.focusItem(placeOf(dataset, item));
    else grid.enter();
  }

  /** Whether the focus is in the grid of the current dataset. */
  get isInGrid() {
    return this.#view.pane(this.#store.state.active).grid.contains(document.activeElement);
  }
}
