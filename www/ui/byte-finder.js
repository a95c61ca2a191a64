/** <byte-finder>: finds bytes or text in a file, from the cursor on and then from the start. */

import { findBytes } from '../engine/find-bytes.js';
import { markup } from '../platform/trusted.js';
import { bytePattern } from '../text/byte-pattern.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/** @import { FileBytes } from '../engine/file-bytes.js' */

const words = late.bytes;
const CONTENT = markup`
  <form class="places">
    <label>${words.find} <input type="text" autocomplete="off" placeholder="${words.findExample}" aria-describedby="found"></label>
    <button type="submit">${words.findNext}</button>
    <p class="problem" id="found" aria-live="polite"></p>
  </form>`;

export class ByteFinder extends ViewerElement {
  #typed = this.find('input', HTMLInputElement);
  #next = this.find('button');
  #result = this.find('.problem');
  /** Ends the search that runs. @type {AbortController | null} */
  #search = null;
  /** The bytes to search, and where the cursor is. @type {() => { bytes: FileBytes, at: number } | null} */
  target = () => null;
  /** Takes the offset of what was found, and its length. @type {(offset: number, length: number) => void} */
  onFind = () => {};

  constructor() {
    super(CONTENT);
    this.find('form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#search) this.cancel();
      else this.#find();
    });
    this.#typed.addEventListener('input', () => this.#search || this.#report(''));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.cancel();
  }

  /** Ends the search. */
  cancel() {
    this.#search?.abort();
    this.#search = null;
    this.#report('');
  }

  async #find() {
    const target = this.target();
    const wanted = bytePattern(this.#typed.value);
    if (!target || !wanted) return;
    const { bytes, at } = target;
    const search = new AbortController();
    this.#search = search;
    let begun = performance.now();
    /** @param {number} done */
    const progress = (done) => {
      // Short searches say only how they end.
      if (performance.now() - begun < 200) return;
      begun = performance.now();
      this.#report(words.searching(Math.floor((100 * done) / bytes.length)));
    };
    const { signal } = search;
    try {
      const after = await findBytes(
        bytes,
        wanted,
        at + 1,
        bytes.isComplete === false ? Infinity : bytes.length,
        signal,
        (to) => progress(to - at),
      );
      const found =
        after >= 0
          ? after
          : await findBytes(bytes, wanted, 0, at + 1, signal, (to) => progress(bytes.length - at + to));
      this.#search = null;
      this.#report(found < 0 ? words.notFound : after < 0 ? words.wrapped : '');
      if (found >= 0) this.onFind(found, wanted.length);
    } catch {
      if (signal.aborted) return;
      this.#search = null;
      this.#report(words.lacking);
    }
  }

  /** @param {string} result */
  #report(result) {
    this.#result.textContent = result;
    this.#next.textContent = this.#search ? words.cancel : words.findNext;
  }
}

customElements.define('byte-finder', ByteFinder);
