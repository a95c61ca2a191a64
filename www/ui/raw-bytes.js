/** <raw-bytes>: a dialog with the bytes of a file as they are stored, for files that could not be read, too. */

import { StoredBytes } from '../engine/file-bytes.js';
import { isAtHand } from '../engine/files.js';
import { markup } from '../platform/trusted.js';
import { bytePlace } from '../text/byte-place.js';
import { late } from '../text/late.js';
import './byte-finder.js';
import { hex } from './hex.js';
import './hex-view.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Place } from '../engine/protocol.js'
 * @import { ByteFinder } from './byte-finder.js'
 * @import { HexView } from './hex-view.js'
 */

const words = late.bytes;
const CONTENT = markup`
  <dialog aria-labelledby="title">
    <h2 id="title">${words.title}<bdi></bdi></h2>
    <form class="places">
      <label>${words.goTo} <input type="text" autocomplete="off" placeholder="${words.exampleOffset}" aria-describedby="misplaced"></label>
      <p class="problem" id="misplaced" aria-live="polite"></p>
    </form>
    <byte-finder></byte-finder>
    <hex-view></hex-view>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class RawBytes extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #place = this.find('input', HTMLInputElement);
  #problem = this.find('.problem');
  #finder = /** @type {ByteFinder} */ (this.find('byte-finder'));
  #hex = /** @type {HexView} */ (this.find('hex-view'));
  /** @type {StoredBytes | null} */
  #bytes = null;

  constructor() {
    super(CONTENT);
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#release());
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.find('.places').addEventListener('submit', (event) => {
      event.preventDefault();
      const place = bytePlace(this.#place.value, words.itemWord);
      this.#goTo(place && 'offset' in place ? place.offset : NaN);
    });
    this.#finder.target = () => this.#bytes && { bytes: this.#bytes, at: this.#hex.cursor };
    this.#finder.onFind = (offset, length) => this.#hex.goTo(offset, length);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#release();
  }

  /**
   * @param {string} name
   * @param {Place} place
   * @param {number} offset  of the byte at the cursor
   */
  open(name, place, offset) {
    this.#release();
    this.find('bdi').textContent = name;
    const bytes = new StoredBytes(place);
    this.#bytes = bytes;
    if (!this.#dialog.open) this.#dialog.showModal();
    const describe = async (/** @type {number} */ offset, /** @type {number} */ byte) =>
      words.byte(offset, hex([byte]), String(byte));
    this.#hex.start({ key: name, bytes, version: 0, marks: [], elements: null, describe }, 0);
    this.#problem.textContent = isAtHand(place) ? '' : words.lacking;
    if (bytes.length) this.#hex.goTo(Math.min(offset, bytes.length - 1));
  }

  /** @param {number} offset */
  #goTo(offset) {
    const length = this.#bytes?.length ?? 0;
    const isKnown = offset < length;
    this.#problem.textContent = isKnown
      ? ''
      : Number.isNaN(offset)
        ? words.noOffset(this.#place.value)
        : words.beyond(length);
    if (isKnown) this.#hex.goTo(offset);
  }

  #release() {
    this.#finder.cancel();
    this.#bytes?.close();
    this.#bytes = null;
  }
}
