/** The state of a viewer: every change goes through here, and is drawn once the task that made it is over. */

import { reduce } from '../state/index.js';

/** @import { Event, State } from '../state/index.js' */

export class Store {
  #changed;
  #draw;
  #pending = false;

  /**
   * @param {State} state
   * @param {(state: State, before: State, event: Event) => void} changed  called at once after each change
   * @param {() => void} draw
   */
  constructor(state, changed, draw) {
    this.state = state;
    this.#changed = changed;
    this.#draw = draw;
  }

  /** @param {Event} event */
  dispatch(event) {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    this.#changed(this.state, before, event);
    this.refresh();
  }

  /**
   * Takes how many cells a grid has room for. Nothing is drawn again for it: the grids are about to be drawn.
   * @param {Event} event
   */
  fit(event) {
    this.state = reduce(this.state, event);
  }

  /** Draws when the present task is over. */
  refresh() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      if (this.#pending) this.draw();
    });
  }

  /** Draws now. */
  draw() {
    this.#pending = false;
    this.#draw();
  }
}
