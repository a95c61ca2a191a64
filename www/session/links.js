/** What a link leads to and is not open: fetched from where it says, or opened out of a file that is here. */

import { current, leadsTo } from '../state/index.js';
import { fetchSample } from './sample.js';

/**
 * @import { Event, State, Wish } from '../state/index.js'
 * @import { Library } from '../engine/library.js'
 * @import { Slot } from '../engine/protocol.js'
 */

export class Links {
  #library;
  #state;
  #dispatch;
  /** The link whose array was looked for last. @type {Wish | null} */
  #parted = null;

  /**
   * @param {Library} library
   * @param {() => State} state
   * @param {(event: Event) => void} dispatch
   */
  constructor(library, state, dispatch) {
    this.#library = library;
    this.#state = state;
    this.#dispatch = dispatch;
  }

  /** Opens what a link names and is not open. */
  async follow() {
    const { wish } = this.#state();
    if (wish?.sample) await this.openSample();
    else if (wish?.images || wish?.labels) {
      const had = await this.#library.visit(wish);
      const state = this.#state();
      // What could not be had may still be dropped, but what is open is another matter.
      if (state.wish === wish && (had.images || had.labels || !current(state)))
        this.#dispatch({ type: 'restore', wish: { ...wish, ...had } });
    }
    const { awaited } = this.#state();
    if (awaited?.sample) await this.openSample();
    else if (awaited?.images || awaited?.labels) {
      const had = await this.#library.visit(awaited);
      if (this.#state().awaited === awaited) this.#dispatch({ type: 'accompany', companion: { ...awaited, ...had } });
    }
  }

  /** Opens an array that a link leads to, once the file is open that holds it behind another. */
  openPart() {
    const { wish, datasets } = this.#state();
    const [, slot, as] = /^(images|labels),(.*)/.exec(wish?.part ?? '') ?? [];
    const whole = wish && slot ? datasets.find((dataset) => leadsTo({ ...wish, part: '' }, dataset)) : undefined;
    if (!whole || wish === this.#parted) return;
    this.#parted = wish;
    this.#library.separate(whole.id, /** @type {Slot} */ (slot), as);
  }

  async openSample() {
    try {
      await this.#library.add(await fetchSample(), this.#state().current, 'digits');
    } catch (error) {
      const fault = { name: 'SampleMissing', message: /** @type {Error} */ (error).message };
      this.#dispatch({ type: 'alert', alert: { key: 'sample', file: '', severe: true, faults: [fault] } });
    }
  }
}
