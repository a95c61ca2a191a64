/** Opens the files of a link: fetched from their addresses, or found in an open file. */

import { current, leadsTo } from '../state/index.js';
import { fetchSample } from './sample.js';

/**
 * @import { Event, State, Link } from '../state/index.js'
 * @import { Library } from '../engine/library.js'
 * @import { Slot } from '../engine/protocol.js'
 */

export class Links {
  #library;
  #state;
  #dispatch;
  /** The link whose array was opened last. @type {Link | null} */
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

  /** Opens the files that a link names. */
  async follow() {
    const { link } = this.#state();
    if (link?.sample) await this.openSample(link.sample, link);
    else if (link?.images || link?.labels) {
      const had = await this.#library.visit(link);
      const state = this.#state();
      // The user may still drop files that could not be fetched. Until then an open dataset stays as it is.
      if (state.link === link && (had.images || had.labels || !current(state)))
        this.#dispatch({ type: 'restore', link: { ...link, ...had } });
    }
    const { pending } = this.#state();
    if (pending?.sample) await this.#open(pending.sample);
    else if (pending?.images || pending?.labels) {
      const had = await this.#library.visit(pending);
      const isNamed = had.images || had.labels || pending.dataset;
      if (this.#state().pending === pending)
        this.#dispatch({ type: 'second', link: isNamed ? { ...pending, ...had } : null });
    }
  }

  /** Opens the array that a link asks for, once the file is open that holds it behind another array. */
  openPart() {
    const { link, datasets } = this.#state();
    const [, slot, layout] = /^(images|labels),(.*)/.exec(link?.part ?? '') ?? [];
    const whole = link && slot ? datasets.find((dataset) => leadsTo({ ...link, part: '' }, dataset)) : undefined;
    if (!whole || link === this.#parted) return;
    this.#parted = link;
    this.#library.separate(whole.id, /** @type {Slot} */ (slot), layout);
  }

  /**
   * Opens a sample, as the user or a link wishes.
   * @param {string} sample
   * @param {Pick<Link, 'show'>} [link]
   */
  async openSample(sample, { show } = { show: '' }) {
    await this.#open(sample);
    if (sample === 'signals' && current(this.#state())?.sample === sample && !show)
      this.#dispatch({ type: 'view', view: 'signals' });
  }

  /** @param {string} sample */
  async #open(sample) {
    try {
      await this.#library.add(await fetchSample(sample), current(this.#state())?.id ?? null, sample);
    } catch (error) {
      const fault = { name: 'SampleMissing', message: /** @type {Error} */ (error).message };
      this.#dispatch({ type: 'alert', alert: { key: 'sample', file: '', severe: true, faults: [fault] } });
    }
  }
}
