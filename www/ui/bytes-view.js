/** <bytes-view>: a dialog with the header of a file byte by byte, and the bytes of an item. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { numberOf } from '../text/numbering.js';
import { hex } from './hex.js';
import { intend } from './intent.js';
import { ItemBytes } from './item-bytes.js';
import { Latest } from './latest.js';
import { LayoutForm } from './layout-form.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { HeaderPart, OwnHeader, Slot, Status } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {{ dataset: Dataset, item: number, firstNumber: number, engine: Engine }} Props
 */

customElements.define('item-bytes', ItemBytes);
customElements.define('layout-form', LayoutForm);

const words = late.bytes;
const CONTENT = markup`
  <dialog aria-labelledby="title">
    <h2 id="title">${words.title}<bdi></bdi></h2>
    <label class="line file">${words.file} <select><option value="images">${words.images}</option><option value="labels">${words.labels}</option></select></label>
    <div class="head" tabindex="0" role="region" aria-label="${words.header}">
      <table><thead><tr><th scope="col">${words.columns.byte}</th><th scope="col">${words.columns.hex}</th><th scope="col">${words.columns.meaning}</th></tr></thead><tbody></tbody></table>
    </div>
    <p class="note"></p>
    <item-bytes></item-bytes>
    <layout-form></layout-form>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class BytesView extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #name = this.find('bdi');
  #choice = this.find('.file select', HTMLSelectElement);
  #header = this.find('tbody');
  #note = this.find('.note');
  #bytes = this.find('item-bytes', ItemBytes);
  #layout = this.find('layout-form', LayoutForm);
  #headers = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** @type {Slot} */
  #slot = 'images';

  constructor() {
    super(CONTENT);
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.#choice.addEventListener('change', () => this.#show(/** @type {Slot} */ (this.#choice.value)));
    this.#layout.onApply = (layout) => {
      this.#dialog.close();
      intend(this, { type: 'layout', slot: this.#slot, layout });
    };
  }

  /** @param {Props} props */
  open(props) {
    this.#props = props;
    const { statuses, name } = props.dataset;
    this.#name.textContent = name;
    this.find('.file').hidden = !statuses.images || !statuses.labels;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#show(statuses.images ? 'images' : 'labels');
  }

  /**
   * Shows what has been read since. Closes when another dataset is current, because another layout would apply to that.
   * @param {Dataset | null} dataset  the current one
   */
  follow(dataset) {
    if (!this.#props || dataset?.id !== this.#props.dataset.id) return this.#dialog.close();
    const before = this.#status?.layout.text;
    this.#props.dataset = dataset;
    if (this.#status?.layout.text !== before) this.#show(this.#slot);
    else if (this.#status) this.#bytes.render(this.#selected(this.#status));
  }

  get #status() {
    return this.#props?.dataset.statuses[this.#slot] ?? null;
  }

  /** @param {Status} status */
  #selected(status) {
    const { dataset, item, firstNumber, engine } = /** @type {Props} */ (this.#props);
    return { engine, slot: this.#slot, status, version: dataset.statuses.version, item, firstNumber };
  }

  /** @param {Slot} slot */
  async #show(slot) {
    this.#slot = this.#choice.value = slot;
    const [props, status] = [this.#props, this.#status];
    if (!props || !status) return;
    this.#layout.render({ status, engine: props.engine });
    this.#bytes.start(this.#selected(status));
    this.#headers.clear();
    const key = `${props.dataset.id},${slot}`;
    const own = await this.#headers.ask({ key }, () => props.engine.call('ownHeader', slot)).catch(() => null);
    if (own) this.#explain(own);
  }

  /** @param {OwnHeader} own */
  #explain(own) {
    const { bytes, layout } = own;
    this.#layout.headerLayout = layout.text;
    const rows = fields(own).map(({ kind, offset, length, text }) => {
      const row = document.createElement('tr');
      row.className = kind;
      for (const cell of [String(offset), hex(bytes.subarray(offset, offset + length)), text])
        row.insertCell().textContent = cell;
      return row;
    });
    this.#header.replaceChildren(...rows);
    const [props, status] = [this.#props, this.#status];
    if (!props || !status) return;
    const { text, offset, itemLength } = status.layout;
    const otherwise = text === layout.text ? [] : [words.readAs(status.layout)];
    const number = numberOf(props.item, props.firstNumber);
    const item = words.item(number, itemLength, offset + props.item * itemLength, !!status.gzip);
    this.#note.textContent = [words.order, ...otherwise, item].join(' ');
  }
}

/**
 * The parts of a header, and their meanings.
 * @param {OwnHeader} header
 */
function fields({ parts, layout: { elementType, shape } }) {
  const rank = parts.filter(({ kind }) => kind === 'dimension').length;
  let dimension = 0;
  /** @param {HeaderPart['kind']} kind */
  const meaning = (kind) => {
    if (kind === 'zero') return words.zero;
    if (kind === 'type') return words.type(elementType);
    if (kind === 'rank') return words.rank(rank);
    const index = dimension++;
    return words.dimension(rank, index, shape[index]);
  };
  return parts.map((part) => ({ ...part, text: meaning(part.kind) }));
}
