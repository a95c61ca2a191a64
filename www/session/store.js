/** The state of a viewer: every change goes through here, and is drawn once the task that made it is over. */

import { reduce } from '../state/index.js';

/** @import { Event, State } from '../state/index.js' */

export class Store {
  #changed;
  #draw;
  #pending = false;

  /**
   * @param {State} state
   * @param {(state: State, before: State, returning: boolean) => void} changed  called at once after each change
   * @param {() => void} draw
   */
  constructor(state, changed, draw) {
    this.state = state;
    this.#changed = changed;
    this.#draw = draw;
  }

  /**
   * @param {Event} event
   * @param {boolean} [returning]  whether the address asked for the change
   */
  dispatch(event, returning = false) {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    this.#changed(this.state, before, returning);
    this.refresh();
  }

  /**
   * Changes the state while it is drawn, because the grids report how many cells they have room for.
   * @param {Event} event
   */
  adjust(event) {
    this.state = reduce(this.state, event);
    return this.state;
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
