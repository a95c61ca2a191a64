/** <cleared-note>: offers for a while to restore a selection that was cleared. */

import { text } from '../text/index.js';
import { intend } from './intent.js';
import { note } from './note.js';

/** @import { Dataset, Selection } from '../state/index.js' */

/** Milliseconds in which a button restores the selection. */
const OFFER = 10_000;

const words = text.selection;

export class ClearedNote extends HTMLElement {
  /** The dataset shown last. @type {number | null} */
  #dataset = null;
  /** The selection that was offered last. @type {Selection | null} */
  #cleared = null;
  #timer = 0;

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** @param {Dataset} dataset */
  render({ id, cleared }) {
    // The selection of a dataset that was shown before is not offered again.
    const isOffered = cleared !== null && (this.#dataset ?? id) === id;
    this.#dataset = id;
    if (cleared === this.#cleared) return;
    this.#cleared = cleared;
    clearTimeout(this.#timer);
    if (!cleared || !isOffered) return this.#close();
    this.replaceChildren();
    this.hidden = false;
    // Screen readers announce what comes into a region that they know.
    requestAnimationFrame(() => {
      if (this.hidden || cleared !== this.#cleared) return;
      this.replaceChildren(note(words.cleared(cleared.items.size), [[words.undo, { type: 'restore-selection' }]]));
    });
    this.#timer = setTimeout(() => this.#close(), OFFER);
  }

  #close() {
    // The button that has the focus goes.
    if (this.contains(document.activeElement)) intend(this, { type: 'focus-dataset' });
    this.hidden = true;
    this.replaceChildren();
  }
}
