/** <bytes-view>: a dialog with the header of a file byte by byte, and all bytes of the file. */

import { StoredBytes, UnpackedBytes } from '../engine/file-bytes.js';
import { isAtHand } from '../engine/files.js';
import { markup } from '../platform/trusted.js';
import { bytePlace } from '../text/byte-place.js';
import { headerFields } from '../text/header-fields.js';
import { late } from '../text/late.js';
import { show } from '../text/naming.js';
import { itemOf, numberOf } from '../text/numbering.js';
import { hex } from './hex.js';
import './byte-finder.js';
import './header-table.js';
import './hex-view.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { LayoutForm } from './layout-form.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { FileBytes } from '../engine/file-bytes.js'
 * @import { Known } from '../engine/files.js'
 * @import { OwnHeader, Slot, Status } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Field } from '../text/header-fields.js'
 * @import { ByteFinder } from './byte-finder.js'
 * @import { HeaderTable } from './header-table.js'
 * @import { HexView } from './hex-view.js'
 *
 * @typedef {{ dataset: Dataset, item: number, firstNumber: number, engine: Engine, files: Record<Slot, Known | null> | undefined }} Props
 * @typedef {{ slot: Slot, offset: number, isStored: boolean }} Offset  in the file as it is stored, or else in the unpacked one
 */

customElements.define('layout-form', LayoutForm);

const words = late.bytes;
const CONTENT = markup`
  <dialog aria-labelledby="title">
    <h2 id="title">${words.title}<bdi></bdi></h2>
    <label class="line file">${words.file} <select><option value="images">${words.images}</option><option value="labels">${words.labels}</option></select></label>
    <header-table></header-table>
    <p class="note"></p>
    <form class="places">
      <label class="form">${words.form} <select><option value="">${words.unpacked}</option><option value="stored">${words.stored}</option></select></label>
      <label>${words.goTo} <input type="text" name="place" autocomplete="off" placeholder="${words.example}" aria-describedby="misplaced"></label>
      <p class="problem" id="misplaced" aria-live="polite"></p>
    </form>
    <byte-finder></byte-finder>
    <hex-view></hex-view>
    <layout-form></layout-form>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class BytesView extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #name = this.find('bdi');
  #choice = this.find('.file select', HTMLSelectElement);
  #form = this.find('.form select', HTMLSelectElement);
  #place = this.find('[name=place]', HTMLInputElement);
  #problem = this.find('.problem');
  #header = /** @type {HeaderTable} */ (this.find('header-table'));
  #note = this.find('.note');
  #finder = /** @type {ByteFinder} */ (this.find('byte-finder'));
  #hex = /** @type {HexView} */ (this.find('hex-view'));
  #layout = this.find('layout-form', LayoutForm);
  #headers = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** @type {Slot} */
  #slot = 'images';
  /** @type {Field[]} */
  #fields = [];
  /** @type {Uint8Array} */
  #headerBytes = new Uint8Array();
  /** @type {FileBytes | null} */
  #bytes = null;

  constructor() {
    super(CONTENT);
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#release());
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.#choice.addEventListener('change', () => this.#show(/** @type {Slot} */ (this.#choice.value)));
    this.#form.addEventListener('change', () => this.#begin());
    this.find('.places').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#goTo(this.#place.value);
    });
    this.#place.addEventListener('input', () => this.#report(''));
    this.#finder.target = () => this.#bytes && { bytes: this.#bytes, at: this.#hex.cursor };
    this.#finder.onFind = (offset, length) => this.#hex.goTo(offset, length);
    this.#layout.onApply = (layout) => {
      this.#dialog.close();
      intend(this, { type: 'layout', slot: this.#slot, layout });
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#release();
  }

  /**
   * @param {Props} props
   * @param {Offset | null} at  of the byte at the cursor; null for the start of the item
   */
  open(props, at) {
    this.#props = props;
    const { statuses, name } = props.dataset;
    this.#name.textContent = name;
    this.find('.file').hidden = !statuses.images || !statuses.labels;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#show(at?.slot ?? (statuses.images ? 'images' : 'labels'), at);
  }

  /**
   * Shows what has been read since. Closes when another dataset is current, because another layout would apply to that.
   * @param {Dataset | null} dataset  the current one
   */
  follow(dataset) {
    if (!this.#props || dataset?.id !== this.#props.dataset.id) return this.#dialog.close();
    const before = this.#status?.layout.text;
    this.#props.dataset = dataset;
    const status = this.#status;
    if (status?.layout.text !== before) return void this.#show(this.#slot);
    if (!status || !this.#bytes) return;
    if (this.#bytes instanceof UnpackedBytes) this.#bytes.follow(status);
    this.#hex.render(this.#shown(status, this.#bytes));
  }

  get #status() {
    return this.#props?.dataset.statuses[this.#slot] ?? null;
  }

  #release() {
    this.#finder.cancel();
    this.#bytes?.close();
    this.#bytes = null;
  }

  /**
   * @param {Slot} slot
   * @param {Offset | null} [at]
   */
  async #show(slot, at = null) {
    this.#slot = this.#choice.value = slot;
    const [props, status] = [this.#props, this.#status];
    if (!props || !status) return;
    this.#release();
    const place = props.files?.[slot]?.place;
    const hasForms = status.gzip > 0 && !!place && isAtHand(place);
    this.find('.form').hidden = !hasForms;
    this.#form.value = at?.isStored && hasForms ? 'stored' : '';
    this.#layout.render({ status, engine: props.engine });
    this.#headers.clear();
    const key = `${props.dataset.id},${slot}`;
    const own = await this.#headers.ask({ key }, () => props.engine.call('ownHeader', slot)).catch(() => null);
    // Until its header is there again, a file that is read again has none.
    if (!this.#dialog.open || slot !== this.#slot) return;
    if (own) this.#explain(own);
    this.#begin();
    // A .gz on a host is seen unpacked alone.
    if (at && (hasForms || !at.isStored || !status.gzip)) this.#reach(at.offset);
  }

  /** Shows the bytes in the chosen form, from the item on or else from the start. */
  #begin() {
    const [props, status] = [this.#props, this.#status];
    const place = props?.files?.[this.#slot]?.place;
    if (!props || !status || !place) return;
    this.#release();
    this.#report('');
    const isStored = isAtHand(place) && (!status.gzip || this.#isPacked(status));
    const bytes = isStored
      ? new StoredBytes(place)
      : new UnpackedBytes(props.engine, this.#slot, status, this.#headerBytes);
    this.#bytes = bytes;
    this.#hex.start(this.#shown(status, bytes), this.#isPacked(status) ? 0 : startOf(status, props.item));
  }

  /** Whether the bytes in view are those of gzip. @param {Status} status */
  #isPacked(status) {
    return status.gzip > 0 && this.#form.value === 'stored';
  }

  /**
   * @param {Status} status
   * @param {FileBytes} bytes
   */
  #shown(status, bytes) {
    const { dataset, item } = /** @type {Props} */ (this.#props);
    const { offset, itemLength, elementSize } = status.layout;
    const packed = this.#isPacked(status);
    const marks = [...this.#fields, { kind: 'item', offset: startOf(status, item), length: itemLength }];
    return {
      key: [dataset.id, this.#slot, this.#form.value, status.layout.text].join(),
      bytes,
      version: dataset.statuses.version,
      marks: packed ? [] : marks,
      elements: packed ? null : { start: offset % elementSize, size: elementSize },
      /** @param {number} offset @param {number} byte */
      describe: async (offset, byte) => {
        const meaning = packed ? words.packed : await this.#meaning(status, offset);
        return meaning === null ? null : words.byte(offset, hex([byte]), meaning);
      },
    };
  }

  /**
   * The header's field or the element that a byte belongs to; null while that is unknown.
   * @param {Status} status
   * @param {number} offset
   */
  async #meaning(status, offset) {
    const field = this.#fields.find((field) => offset >= field.offset && offset < field.offset + field.length);
    const { engine, firstNumber } = /** @type {Props} */ (this.#props);
    const { offset: start, itemLength, elementSize: size } = status.layout;
    if (field && offset < start) return field.text;
    if (offset < start) return words.before;
    const item = Math.floor((offset - start) / itemLength);
    if (!(item < status.items)) return status.done ? words.after : null;
    const at = (offset - start) % itemLength;
    const element = await engine.call('element', this.#slot, item, at);
    if (!element) return null;
    const part = size > 1 ? words.partOf((at % size) + 1, size, hex(element.bytes)) : '';
    const value = words.element(element.place, show(element.value, status.elementType));
    return part + words.inItem(numberOf(item, firstNumber), value);
  }

  /** @param {string} typed */
  #goTo(typed) {
    const [props, status, bytes] = [this.#props, this.#status, this.#bytes];
    if (!props || !status || !bytes) return;
    const place = bytePlace(typed, words.itemWord);
    if (!place) return this.#report(words.noPlace(typed));
    if ('number' in place) {
      const item = itemOf(place.number, props.firstNumber);
      if (this.#isPacked(status)) return this.#report(words.itemsUnpacked);
      if (item < 0 || item >= status.promised) return this.#report(words.noItem(place.number));
      return this.#move(startOf(status, item), bytes);
    }
    this.#move(place.offset, bytes);
  }

  /**
   * @param {number} offset
   * @param {FileBytes} bytes
   */
  #move(offset, bytes) {
    if (offset >= bytes.length) return this.#report(words.beyond(bytes.length));
    this.#report('');
    this.#hex.goTo(offset);
  }

  /**
   * Moves to the byte that an alert names. It can be the first one behind the file's end, or behind the items.
   * @param {number} offset
   */
  #reach(offset) {
    const bytes = this.#bytes;
    if (!bytes?.length) return;
    if (offset >= bytes.length && bytes instanceof UnpackedBytes) this.#report(words.behind(offset));
    this.#hex.goTo(Math.min(offset, bytes.length - 1));
  }

  /** @param {string} problem */
  #report(problem) {
    this.#problem.textContent = problem;
  }

  /** @param {OwnHeader} own */
  #explain(own) {
    const { bytes, layout } = own;
    this.#layout.headerLayout = layout.text;
    this.#fields = headerFields(own);
    this.#headerBytes = bytes;
    this.#header.render(this.#fields, bytes);
    const [props, status] = [this.#props, this.#status];
    if (!props || !status) return;
    const { text, itemLength } = status.layout;
    const otherwise = text === layout.text ? [] : [words.readAs(status.layout)];
    const number = numberOf(props.item, props.firstNumber);
    const item = words.item(number, itemLength, startOf(status, props.item), !!status.gzip);
    this.#note.textContent = [words.order, ...otherwise, item].join(' ');
  }
}

/**
 * Where an item starts in the unpacked file.
 * @param {Status} status
 * @param {number} item
 */
function startOf({ layout: { offset, itemLength } }, item) {
  return offset + item * itemLength;
}
