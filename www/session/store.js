/** The state of a viewer. Every change goes through here, and is drawn when the task that made it is over: reports of workers together. */

import { reduce } from '../state/index.js';

/** @import { Event, State } from '../state/index.js' */

/** What workers report, often several at a time. @type {Event['type'][]} */
const REPORTS = ['status', 'counts', 'job'];
/** Milliseconds in which reports are collected before they are drawn: a page that comes among them need not wait for that. */
const PAUSE = 8;

export class Store {
  #changed;
  #draw;
  /** Whether the page still shows an older state. */
  #isOld = false;
  #timer = 0;

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
    // Timers of a hidden page wait for a second.
    if (document.hidden || !REPORTS.includes(event.type)) return this.refresh();
    this.#isOld = true;
    this.#timer ||= setTimeout(() => this.#drawIfOld(), PAUSE);
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
    this.#isOld = true;
    queueMicrotask(() => this.#drawIfOld());
  }

  /** Draws now. */
  draw() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#isOld = false;
    this.#draw();
  }

  #drawIfOld() {
    if (this.#isOld) this.draw();
  }
}
