/** <value-histogram>: how often each value occurs. The count of a bar is read out under the pointer and by keys. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { brief } from '../text/naming.js';
import { short } from '../text/numbers.js';
import { ViewerElement } from './viewer-element.js';

/** @import { FigureTable, Status } from '../engine/protocol.js' */

const HEIGHT = 48;

const words = late.statistics;
const CONTENT = markup`
  <div class="bars" role="img" tabindex="0" aria-description="${words.histogramKeys}">
    <canvas width="256" height="${HEIGHT}" aria-hidden="true"></canvas>
    <span class="cursor" hidden></span>
  </div>
  <p class="note ends"><span class="min"></span><span>${words.logScale}</span><span class="max"></span></p>
  <p class="note readout" aria-live="polite"></p>`;

export class ValueHistogram extends ViewerElement {
  #bars = this.find('.bars');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #cursor = this.find('.cursor');
  #readout = this.find('.readout');
  /** @type {Pick<FigureTable, 'bins' | 'range'>} */
  #table = { bins: [], range: [0, 1] };
  /** @type {Status['elementType']} */
  #type = 'u8';
  /** The bar that is read out. @type {number | null} */
  #at = null;

  constructor() {
    super(CONTENT);
    for (const type of ['pointermove', 'pointerdown'])
      this.#bars.addEventListener(type, (event) => {
        const { clientX } = /** @type {PointerEvent} */ (event);
        const { left, width } = this.#bars.getBoundingClientRect();
        this.#move(Math.floor((256 * (clientX - left)) / width));
      });
    this.#bars.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {{ table: FigureTable, type: Status['elementType'] }} props */
  render({ table, type }) {
    this.#table = table;
    this.#type = type;
    const [min, max] = table.range.map((end) => brief(end, type));
    this.find('.min').textContent = min;
    this.find('.max').textContent = max;
    this.#bars.ariaLabel = this.#describe();
    this.#draw();
    this.#move(this.#at);
  }

  #draw() {
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const { bins } = this.#table;
    context.clearRect(0, 0, bins.length, HEIGHT);
    context.fillStyle = getComputedStyle(this.#bars).color;
    const max = Math.log1p(Math.max(1, ...bins));
    bins.forEach((count, bin) => {
      const height = Math.ceil((HEIGHT * Math.log1p(count)) / max);
      context.fillRect(bin, HEIGHT - height, 1, height);
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.#at ?? -1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#table.bins.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#move(to);
  }

  /**
   * Reads out a bar.
   * @param {number | null} to
   */
  #move(to) {
    const { bins } = this.#table;
    this.#at = to === null ? null : Math.max(0, Math.min(to, bins.length - 1));
    this.#cursor.hidden = this.#at === null;
    this.#readout.textContent = this.#at === null ? words.histogramHint : this.#read(this.#at);
    if (this.#at !== null) this.#cursor.style.left = `${(100 * this.#at) / bins.length}%`;
  }

  /** @param {number} bin */
  #read(bin) {
    return words.bar(this.#values(bin), this.#table.bins[bin], this.#percent(bin));
  }

  /**
   * The values that a bar counts.
   * @param {number} bin
   */
  #values(bin) {
    const [min, max] = this.#table.range;
    // The difference may exceed the largest number.
    const end = (/** @type {number} */ at) => min * (1 - at / 256) + max * (at / 256);
    return this.#type === 'u8' ? String(bin) : words.values(short(end(bin)), short(end(bin + 1)));
  }

  /** @param {number} bin */
  #percent(bin) {
    const total = this.#table.bins.reduce((sum, count) => sum + count, 0);
    const percent = (100 * this.#table.bins[bin]) / (total || 1);
    return percent > 0 && percent < 0.05 ? '<0.1' : percent.toFixed(1);
  }

  /** The histogram in words: the two most frequent values. */
  #describe() {
    const sorted = this.#table.bins.map((count, bin) => ({ count, bin })).sort((one, other) => other.count - one.count);
    const frequent = sorted.slice(0, 2).filter(({ count }) => count);
    return words.histogram(frequent.map(({ bin }) => words.share(this.#percent(bin), this.#values(bin))));
  }
}
