/** Where the focus goes in a viewer. */

import { current, inPane, isCheckList, isPaged, isPredicting, placeOf, view } from '../state/index.js';
import { isIdle } from './cells.js';

/**
 * @import { Store } from '../session/store.js'
 * @import { Frame } from './frame.js'
 * @import { View } from './view.js'
 */

/** Frames in which a view is asked again for something to focus. */
const TRIES = 60;

export class Focus {
  #store;
  #view;
  #frame;
  /** The dataset that was drawn last. @type {number | null} */
  #drawn = null;
  /** The item that was in the panel then. @type {number | null} */
  #item = null;
  /** What had the focus last. @type {Element | null} */
  #last = null;
  #frameRequest = 0;

  /**
   * @param {Store} store
   * @param {View} view
   * @param {Frame} frame
   * @param {HTMLElement} root  of the viewer
   */
  constructor(store, view, frame, root) {
    this.#store = store;
    this.#view = view;
    this.#frame = frame;
    root.addEventListener('focusin', ({ target }) => (this.#last = /** @type {Element} */ (target)));
    // It went to something else in the document, which a viewer can be a part of.
    root.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !root.contains(/** @type {Node} */ (relatedTarget))) this.#last = null;
    });
  }

  /**
   * The focus goes to the items after the user opened files. It does, too, after the panel that had it has closed: a filter
   * closes the panel when its answer comes.
   */
  follow() {
    const { state } = this.#store;
    const dataset = current(state);
    // Asked last: `isIdle` makes the browser lay out the page.
    const waits = () => this.#frame.dropZone.contains(document.activeElement) || isIdle();
    if (dataset && dataset.id !== this.#drawn && waits())
      this.#view
        .pane(state.active)
        .grid.focusItem(state.item === null ? view(state).first : placeOf(dataset, state.item), true);
    else if (dataset && this.#item !== null && state.item === null && isIdle()) this.toView();
    this.#drawn = dataset?.id ?? null;
    this.#item = state.item;
    this.#keep(TRIES);
  }

  /**
   * Leads the focus to the view if what had it is gone, such as a button that was pressed.
   * @param {number} tries  as long as the view has nothing to focus yet
   */
  #keep(tries) {
    // After layout, `checkVisibility` costs nothing.
    this.#frameRequest ||= requestAnimationFrame(() => {
      this.#frameRequest = 0;
      if (this.#last?.checkVisibility() !== false || !isIdle()) return;
      if (current(this.#store.state)) this.toView();
      else this.#frame.dropZone.enter();
      if (isIdle() && tries) this.#keep(tries - 1);
    });
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

  /** The focus goes to the view that is on: the items, or what stands in their place. */
  toView() {
    const { state } = this.#store;
    const { mode } = state;
    const isThere = current(state)?.statuses.images;
    if (isThere && isCheckList(mode)) this.#view.check.use((check) => check.enter());
    else if (isThere && mode === 'map') this.#view.map.use((map) => map.enter());
    else if (isPredicting(state)) this.#view.predictions.use((predictions) => predictions.enter());
    else this.toPane(state.active);
  }

  /** The focus goes to the card of a finding; whether there is one. */
  toCard() {
    const { mode } = this.#store.state;
    if (!isCheckList(mode) || mode === 'listed') return false;
    const card = this.#frame.centre.querySelector('finding-card[tabindex="0"]');
    /** @type {HTMLElement | null} */ (card)?.focus();
    return card !== null && card === document.activeElement;
  }

  /** Whether the focus is in the grid of the current dataset. */
  get isInGrid() {
    return this.#view.pane(this.#store.state.active).grid.contains(document.activeElement);
  }
}
