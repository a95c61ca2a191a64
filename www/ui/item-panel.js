/** <item-panel>: one item, large, with the value at the cursor, its label, its values and what can be done with it. */

import { markup } from '../platform/trusted.js';
import { otherPredictions, predictedClass, shownPredictions } from '../state/index.js';
import { text } from '../text/index.js';
import { late } from '../text/late.js';
import { show, spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { copyImage, pictureFile } from './copy-image.js';
import { copyLink } from './copy-link.js';
import { intend, reportFault } from './intent.js';
import { ItemFigures } from './item-figures.js';
import { ItemPicture } from './item-picture.js';
import { ItemPrediction } from './item-prediction.js';
import { ItemReview } from './item-review.js';
import { Latest } from './latest.js';
import { shortNumber } from './pixel-values.js';
import { ValueTable } from './value-table.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { ItemPrediction as Prediction } from '../pkg/insight.js'
 * @import { Colours, Page, PageRequest, Statuses, Values } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { ItemKind } from '../state/views.js'
 * @import { Naming } from '../text/naming.js'
 * @import { LinkToCopy } from './copy-link.js'
 * @import { Props as TableProps } from './value-table.js'
 *
 * @typedef {object} Props
 * @property {number} item
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {boolean} first  whether it is the first item that matches the filter
 * @property {boolean} last
 * @property {string} appearance  changes when the item may look different
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {ItemKind} kind
 * @property {string} of  the dataset's name, where there are two
 * @property {boolean} plotted  whether it is drawn as a line
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(request: PageRequest) => Promise<Page | null>} loadCopy  without regard to what is loaded for the panel
 * @property {(item: number, row: number, column: number, rows: number, columns: number) => Promise<Values>} values
 * @property {TableProps['hex']} hex
 * @property {(item: number, limit: number) => Promise<Float64Array>} row  of its label
 * @property {boolean} bookmarked
 * @property {LinkToCopy} link  to this item
 * @property {(item: number) => Promise<Float64Array>} summary  minimum, maximum, mean, standard deviation, and how many values are NaN and infinite
 * @property {Dataset} dataset
 * @property {(label: number) => Promise<boolean>} fits  whether the labels file can hold a label
 * @property {(id: number, item: number, limit: number) => Promise<Prediction>} [predict]  the likeliest classes of an item by some predictions
 * @property {(item: number) => Promise<Float64Array | null>} distance  from the mean of its class, its rank, and the size of the class; empty if there is none
 */

customElements.define('item-figures', ItemFigures);
customElements.define('item-picture', ItemPicture);
customElements.define('item-prediction', ItemPrediction);
customElements.define('item-review', ItemReview);
customElements.define('value-table', ValueTable);

const words = late.item;
const CONTENT = markup`
  <div class="actions">
    <button type="button" class="previous" aria-label="${words.previous}" title="${words.previous}">←</button>
    <button type="button" class="next" aria-label="${words.next}" title="${words.next}">→</button>
    <button type="button" class="bookmark" aria-pressed="false" title="${words.bookmarkHint}">${words.bookmark}</button>
    <button type="button" class="close" aria-label="${words.close}" title="${words.closeHint}">×</button>
  </div>
  <item-picture></item-picture>
  <h2><bdi></bdi> <span></span></h2>
  <p class="same-label" hidden>
    ${words.sameLabel}
    <button type="button" class="previous-same" aria-label="${words.previousSame}" title="${words.previousSame}">←</button>
    <button type="button" class="next-same" aria-label="${words.nextSame}" title="${words.nextSame}">→</button>
    <span aria-live="polite"></span>
  </p>
  <p class="readout" aria-live="polite"></p>
  <item-review></item-review>
  <item-prediction hidden></item-prediction>
  <item-figures></item-figures>
  <similar-items></similar-items>
  <details class="values">
    <summary>${words.values}</summary>
    <value-table></value-table>
  </details>
  <p class="share"><button type="button" class="copy-image">${words.copyImage}</button> <button type="button" class="copy-link">${text.link.copy}</button> <button type="button" class="bytes" aria-haspopup="dialog">${words.bytes}</button> <span aria-live="polite"></span></p>`;

export class ItemPanel extends ViewerElement {
  #previous = this.find('.previous');
  #next = this.find('.next');
  #bookmark = this.find('.bookmark');
  #close = this.find('.close');
  #picture = this.find('item-picture', ItemPicture);
  #label = this.find('h2 bdi');
  #number = this.find('h2 span');
  #sameLabel = this.find('.same-label');
  #notice = this.find('.same-label span');
  #readout = this.find('.readout');
  #prediction = this.find('item-prediction', ItemPrediction);
  #figures = this.find('item-figures', ItemFigures);
  #review = this.find('item-review', ItemReview);
  #details = this.find('.values', HTMLDetailsElement);
  #table = this.find('value-table', ValueTable);
  #copyImage = this.find('.copy-image');
  #result = this.find('.share span');
  #pages = new Latest();
  #values = new Latest();
  #inside = new Latest();
  /** The label that was found last, and what it depends on. @type {{ key: string, label: number | null }} */
  #answer = { key: '', label: null };
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.#previous.addEventListener('click', () => intend(this, { type: 'step', by: -1 }));
    this.#next.addEventListener('click', () => intend(this, { type: 'step', by: 1 }));
    this.#close.addEventListener('click', () => intend(this, { type: 'close-panel' }));
    this.#bookmark.addEventListener('click', () => {
      if (this.#props) intend(this, { type: 'bookmark', items: [this.#props.item] });
    });
    this.find('.previous-same').addEventListener('click', () => intend(this, { type: 'next-with-label', by: -1 }));
    this.find('.next-same').addEventListener('click', () => intend(this, { type: 'next-with-label', by: 1 }));
    this.find('.copy-link').addEventListener('click', () => {
      if (this.#props) copyLink(this.#props.link, this.#result);
    });
    this.#copyImage.addEventListener('click', () => this.#copy());
    this.find('.bytes').addEventListener('click', () => intend(this, { type: 'bytes' }));
    this.#picture.onMove = (byKey) => {
      if (byKey !== undefined) this.#readout.ariaLive = byKey ? 'polite' : 'off';
      this.#table.mark(this.#picture.at);
      this.#read();
    };
    this.#details.addEventListener('toggle', () => {
      this.#tabulate();
      this.#table.mark(this.#picture.at);
    });
  }

  /** @param {Props | null} props */
  render(props) {
    const before = this.#props;
    this.#props = props;
    if (!props && !before) return;
    this.hidden = !props;
    if (!props) {
      for (const latest of [this.#pages, this.#inside]) latest.clear();
      this.#picture.clear();
      return;
    }
    const { item, first, last, statuses } = props;
    this.#bookmark.ariaPressed = String(props.bookmarked);
    this.#previous.ariaDisabled = String(first);
    this.#next.ariaDisabled = String(last);
    this.#picture.hidden = this.#readout.hidden = this.#copyImage.hidden = !statuses.images;
    // A label is its own value, unless it has several columns.
    this.#details.hidden = !statuses.images && statuses.labels?.columns === 1;
    if (!before && this.parentElement) this.parentElement.scrollTop = 0;
    this.#sameLabel.hidden = !statuses.labels?.kept;
    if (before?.item !== item) {
      this.say('');
      this.#result.replaceChildren();
      // In a low window, its buttons and as much of the image as there is room for.
      this.find('.actions').scrollIntoView({ block: 'nearest' });
      this.#read();
    }
    this.#paint();
    this.#figures.compare(props);
    this.#tabulate();
  }

  /**
   * Shows a notice about items with the same label.
   * @param {string} notice
   */
  say(notice) {
    this.#notice.textContent = notice;
  }

  /** Takes the focus. */
  enter() {
    if (this.#picture.hidden) this.#close.focus();
    else this.#picture.focus();
  }

  /** Copies the image, enlarged. */
  async #copy() {
    const props = this.#props;
    if (!props) return;
    const { item, firstNumber, dataset } = props;
    const file = pictureFile(this.#picture, props);
    try {
      const isCopied = await copyImage(file, words.fileName(numberOf(item, firstNumber)));
      const result = isCopied ? words.copied : words.saved;
      if (item === this.#props?.item) this.#result.replaceChildren(result);
    } catch (error) {
      reportFault(this, dataset.paths.images, { name: 'NotSaved', message: /** @type {Error} */ (error).message });
    }
  }

  async #paint() {
    const props = this.#props;
    if (!props) return;
    const { item, firstNumber, appearance, colours, plotted, statuses, dataset } = props;
    const { images, labels } = statuses;
    const { rows, columns } = images ?? { rows: 1, columns: 1 };
    const scale = this.#picture.fit({ rows, columns }, plotted);
    this.#picture.reserve({ rows, columns }, scale);
    const predicted = [shownPredictions(dataset), otherPredictions(dataset)].map((found) => found?.version);
    const key = JSON.stringify([item, firstNumber, appearance, scale, colours, predicted]);
    // A decision changes nothing else.
    if (key === this.#answer.key) this.#name(props, this.#answer.label);
    const request = { items: Float64Array.of(item), columns: 1, gapX: 0, gapY: 0, ...colours };
    const page = await this.#pages
      .ask({ key, version: statuses.version }, () => {
        this.#figures.clear();
        return props.load({ ...request, shrink: scale.shrink, plot: scale.plot });
      })
      .catch(() => this.#name(props, null));
    if (!page) return;
    this.#figures.render(props, key, page);
    const label = page.labels[0];
    this.#prediction.render(props, label);
    this.#pages.partial = page.missing > 0 || page.previews > 0 || (label === null && labels?.done === false);
    this.#answer = { key, label };
    this.#name(props, label);
    const said = label === null ? '' : spoken(props.naming, label);
    this.#picture.name = words.picture(props.kind, numberOf(item, firstNumber), rows, columns, said);
    if (!page.image) return;
    this.#picture.show(page.image, { rows, columns }, scale);
    this.#writeInside(props, key);
  }

  /**
   * Shows the label and the number of an item, both at once: the label before belongs to another number. A corrected
   * label follows the one in the file, and a predicted class both.
   * @param {Props} props
   * @param {number | null} label
   */
  #name(props, label) {
    const { dataset, item, firstNumber, of, naming } = props;
    const title = label === null ? '' : titled(naming, label);
    const corrected = dataset.review.decisions.get(item)?.label;
    const isCorrected = corrected !== undefined && title !== '';
    const old = isCorrected ? Object.assign(document.createElement('s'), { textContent: title }) : title;
    const predicted = predictedClass(shownPredictions(dataset), item);
    const beside = predicted === undefined ? '' : text.items.beside(titled(naming, predicted));
    this.#label.title = title + beside;
    this.#label.replaceChildren(old, isCorrected ? ` → ${titled(naming, corrected)}` : '', beside);
    this.#number.textContent = words.number(numberOf(item, firstNumber), of);
    this.find('h2').classList.toggle('apart', of !== '');
    this.#review.render(props, label);
  }

  /**
   * Writes the values into the pixels of the picture, if they are large enough.
   * @param {Props} props
   * @param {string} key
   */
  async #writeInside({ item, values, statuses: { images, version } }, key) {
    if (!images || !this.#picture.isRoomy || images.channels > 1) return this.#picture.write([]);
    const found = await this.#inside
      .ask({ key, version }, () => values(item, 0, 0, images.rows, images.columns))
      .catch(() => new Float64Array());
    if (found) this.#picture.write(Array.from(found, shortNumber));
  }

  /** Shows the value at the cursor. */
  async #read() {
    const props = this.#props;
    const images = props?.statuses.images;
    const { at } = this.#picture;
    if (!props || !images) return;
    if (!at) {
      this.#values.clear();
      this.#readout.textContent = props.plotted ? late.views.linePlot.hint : words.hint;
      return;
    }
    const key = JSON.stringify([props.item, props.appearance, at]);
    const values = await this.#values
      .ask({ key, version: props.statuses.version }, () => props.values(props.item, at.row, at.column, 1, 1))
      .catch(() => new Float64Array());
    if (!values) return;
    this.#values.partial = !values.length;
    const value = values.length
      ? words.value([...values].map((value) => show(value, images.elementType)))
      : words.notRead;
    this.#readout.replaceChildren(
      words.place(at.row, at.column),
      Object.assign(document.createElement('b'), { textContent: value }),
    );
  }

  #tabulate() {
    if (!this.#props || !this.#details.open) return;
    const { item, firstNumber, appearance, statuses, values, hex } = this.#props;
    const status = statuses.images ?? statuses.labels;
    if (!status) return;
    this.#table.render({
      title: text.values.ofItem(numberOf(item, firstNumber)),
      firstNumber,
      appearance: `${item} ${appearance}`,
      status,
      version: statuses.version,
      values: (...window) => values(item, ...window),
      hex,
    });
  }
}
