/** <raw-bytes>: a dialog with the bytes of a file that could not be opened, or is not read yet. */

import { StoredBytes } from '../engine/file-bytes.js';
import { isAtHand } from '../engine/files.js';
import { UnpackedFile } from '../engine/unpacked-file.js';
import { markup } from '../platform/trusted.js';
import { bytePlace } from '../text/byte-place.js';
import { MAX_HEADER, refusedFields } from '../text/header-fields.js';
import { late } from '../text/late.js';
import './byte-finder.js';
import './header-table.js';
import { hex } from './hex.js';
import './hex-view.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Fault, Place } from '../engine/protocol.js'
 * @import { Field } from '../text/header-fields.js'
 * @import { ByteFinder } from './byte-finder.js'
 * @import { HeaderTable } from './header-table.js'
 * @import { HexView } from './hex-view.js'
 *
 * @typedef {object} WrongByte  the one that an alert names
 * @property {Fault} fault
 * @property {number} offset
 * @property {boolean} isGzip
 * @property {boolean} isStored  whether the offset counts in the file as it is stored, or else in the unpacked data
 *
 * @typedef {WrongByte & { name: string, place: Place }} Props
 */

const words = late.bytes;
const CONTENT = markup`
  <dialog aria-labelledby="title">
    <h2 id="title">${words.title}<bdi></bdi></h2>
    <header-table hidden></header-table>
    <form class="places">
      <label class="form">${words.form} <select><option value="">${words.unpacked}</option><option value="stored">${words.stored}</option></select></label>
      <label>${words.goTo} <input type="text" autocomplete="off" placeholder="${words.exampleOffset}" aria-describedby="misplaced"></label>
      <p class="problem" id="misplaced" aria-live="polite"></p>
    </form>
    <byte-finder></byte-finder>
    <hex-view></hex-view>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class RawBytes extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #header = /** @type {HeaderTable} */ (this.find('header-table'));
  #form = this.find('select', HTMLSelectElement);
  #place = this.find('input', HTMLInputElement);
  #problem = this.find('.problem');
  #finder = /** @type {ByteFinder} */ (this.find('byte-finder'));
  #hex = /** @type {HexView} */ (this.find('hex-view'));
  /** @type {Props | null} */
  #props = null;
  /** @type {StoredBytes | UnpackedFile | null} */
  #bytes = null;
  /** Of the header, in the bytes that are shown. @type {Field[]} */
  #fields = [];
  /** Grows as more bytes are unpacked. */
  #version = 0;

  constructor() {
    super(CONTENT);
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#release());
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.#form.addEventListener('change', () => this.#begin(0));
    this.find('.places').addEventListener('submit', (event) => {
      event.preventDefault();
      const place = bytePlace(this.#place.value, words.itemWord);
      this.#goTo(place && 'offset' in place ? place.offset : NaN);
    });
    this.#place.addEventListener('input', () => {
      this.#problem.textContent = '';
    });
    this.#finder.target = () => this.#bytes && { bytes: this.#bytes, at: this.#hex.cursor };
    this.#finder.onFind = (offset, length) => this.#hex.goTo(offset, length);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#release();
  }

  /** @param {Props} props */
  open(props) {
    this.#props = props;
    this.#fields = [];
    this.#header.hidden = true;
    this.find('bdi').textContent = props.name;
    this.find('.form').hidden = !props.isGzip;
    this.#form.value = props.isStored ? 'stored' : '';
    this.#problem.textContent = isAtHand(props.place) ? '' : words.lacking;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#begin(props.offset);
  }

  /**
   * Shows the bytes in the chosen form, and the header once its bytes are there.
   * @param {number} offset  of the byte at the cursor
   */
  async #begin(offset) {
    const props = this.#props;
    if (!props) return;
    this.#release();
    const { name, place, fault } = props;
    const bytes = this.#form.value ? new StoredBytes(place) : new UnpackedFile(place, name);
    this.#bytes = bytes;
    this.#hex.start(this.#shown(props, bytes), 0);
    if (bytes instanceof UnpackedFile) {
      bytes.onchange = () => this.#hex.render(this.#shown(props, bytes));
      await bytes.reach(MAX_HEADER);
      if (bytes !== this.#bytes) return;
      if (!bytes.length) return this.#showStored();
    }
    const header = await bytes.read(0, MAX_HEADER).catch(() => new Uint8Array());
    if (bytes !== this.#bytes) return;
    if (!this.#isPacked(props, bytes)) {
      this.#fields = refusedFields(header, fault);
      this.#header.hidden = !this.#fields.length;
      this.#header.render(this.#fields, header);
    }
    this.#hex.render(this.#shown(props, bytes));
    if (bytes instanceof UnpackedFile) await bytes.reach(offset);
    if (bytes !== this.#bytes) return;
    if (bytes.length) this.#hex.goTo(Math.min(offset, bytes.length - 1));
  }

  /** Nothing can be unpacked. */
  #showStored() {
    this.#form.value = 'stored';
    this.find('.form').hidden = true;
    this.#begin(0);
  }

  /**
   * Whether the bytes in view are those of gzip.
   * @param {Props} props
   * @param {StoredBytes | UnpackedFile} bytes
   */
  #isPacked({ isGzip }, bytes) {
    return isGzip && bytes instanceof StoredBytes;
  }

  /**
   * @param {Props} props
   * @param {StoredBytes | UnpackedFile} bytes
   */
  #shown(props, bytes) {
    const isPacked = this.#isPacked(props, bytes);
    return {
      key: [props.name, this.#form.value, this.#fields.length].join(),
      bytes,
      version: this.#version++,
      marks: isPacked ? [] : this.#fields,
      elements: null,
      /** @param {number} at @param {number} byte */
      describe: async (at, byte) => {
        const field = this.#fields.find(({ offset, length }) => at >= offset && at < offset + length);
        return words.byte(at, hex([byte]), isPacked ? words.packed : (field?.text ?? String(byte)));
      },
    };
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
