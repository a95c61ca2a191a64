/** Where the focus goes in a viewer: to what is shown of a dataset, and back there. */

import { current, isPaged, other, placeOf, view } from '../state/index.js';
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
      this.#view.pane(state).grid.focusItem(state.item === null ? view(state).first : placeOf(dataset, state.item));
    this.#drawn = state.current;
  }

  /** The focus goes to the open item. */
  toItem() {
    this.#store.draw();
    const { state } = this.#store;
    const dataset = current(state);
    if (dataset && state.item !== null) this.#view.pane(state).grid.focusItem(placeOf(dataset, state.item));
  }

  /**
   * The focus goes to what is shown of a dataset.
   * @param {boolean} aside  whether it is the one beside the current one
   * @param {number} [item]
   */
  toDataset(aside, item) {
    const { state } = this.#store;
    const dataset = aside ? other(state) : current(state);
    const { grid } = this.#view.pane(state, aside);
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
    return this.#view.pane(this.#store.state).grid.contains(document.activeElement);
  }
}
