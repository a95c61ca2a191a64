/** <statistics-view>: what the images are like together: their mean, their spread, how often there is which value. */

import { markup } from '../platform/trusted.js';
import { isFilter } from '../state/index.js';
import { text } from '../text/index.js';
import { show } from '../text/naming.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

/**
 * @import { Colours, Page, PageRequest, Statistics } from '../engine/protocol.js'
 * @import { Dataset, ClassThumbnails, Range } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Colours} colours
 * @property {ClassThumbnails} classThumbnails
 * @property {(request: PageRequest, lane: string) => Promise<Page | null>} load
 */

/** CSS pixels that a picture has room for. */
const ROOM = 84;
const HEIGHT = 48;

const words = text.statistics;
const CONTENT = markup`
  <p class="note progress" aria-live="polite"></p>
  <button type="button" class="start"></button>
  <div class="known">
    <div class="class-thumbnails">
      <figure><canvas role="img" aria-label="${words.meanImage}"></canvas><figcaption>${words.mean}</figcaption></figure>
      <figure><canvas role="img" aria-label="${words.deviationImage}"></canvas><figcaption>${words.deviation}</figcaption></figure>
    </div>
    <fieldset class="line">
      <legend>${words.classes}</legend>
      <label><input type="radio" name="class-thumbnails" value="means"><span>${words.mean}</span></label>
      <label><input type="radio" name="class-thumbnails" value="deviations"><span>${words.deviation}</span></label>
    </fieldset>
    <p class="note omitted"></p>
    <p class="spread"></p>
    <p class="note extent"></p>
    <canvas class="bars" role="img" width="256" height="${HEIGHT}"></canvas>
    <p class="note ends"><span></span><span>${words.logScale}</span><span></span></p>
    <p class="blank"><button type="button" class="quiet"></button></p>
  </div>`;

export class StatisticsView extends Filled {
  /** @type {Statistics | null} */
  #shown = null;
  #painted = '';

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    this.#part('.start').addEventListener('click', () => intend(this, { type: 'measure' }));
    this.#part('.blank button').addEventListener('click', () => {
      const ends = this.#shown?.blank ?? [];
      /** @type {Range[]} */
      const items = Array.from({ length: ends.length / 2 }, (_, at) => [ends[2 * at], ends[2 * at + 1]]);
      intend(this, { type: 'find', change: { items } });
    });
    for (const radio of this.#radios)
      radio.addEventListener('change', () =>
        intend(this, { type: 'class-thumbnails', classThumbnails: /** @type {ClassThumbnails} */ (radio.value) }),
      );
  }

  /** @param {Props} props */
  render(props) {
    const { dataset, classThumbnails } = props;
    const {
      jobs: {
        statistics: { report: statistics },
      },
      measuring,
    } = dataset;
    const done = statistics !== null && statistics.items === statistics.total;
    const total = dataset.statuses.images?.items ?? 0;
    this.#part('.start').hidden = measuring || statistics !== null || !dataset.statuses.images?.done;
    this.#part('.start').textContent = words.start(total);
    const percent = statistics ? Math.floor((100 * statistics.items) / Math.max(1, statistics.total)) : 0;
    const waits = !dataset.statuses.images?.done;
    const start = this.#part('.start').hidden ? '' : words.readsAll;
    this.#part('.progress').textContent = done
      ? ''
      : waits
        ? words.stillReading
        : statistics
          ? words.progress(percent)
          : start;
    this.#part('.progress').hidden = done;
    this.#part('.known').hidden = !done;
    if (!done) return;
    for (const radio of this.#radios) radio.checked = radio.value === classThumbnails;
    this.#part('.extent').hidden = !isFilter(dataset.query);
    this.#part('.extent').textContent = words.ofAll(statistics.total);
    if (statistics !== this.#shown) this.#write(dataset, statistics);
    this.#paint(props, statistics);
  }

  /**
   * @param {Dataset} dataset
   * @param {Statistics} statistics
   */
  #write({ statuses: { images, labels }, counts }, statistics) {
    this.#shown = statistics;
    const { spread, range, bins, blanks, blank, classes, pictured } = statistics;
    const type = images?.elementType ?? 'f64';
    this.#part('.class-thumbnails').hidden = !pictured;
    this.#part('fieldset').hidden = classes.length === 0;
    const omitted = this.#part('.omitted');
    omitted.textContent = !pictured
      ? words.tooLarge
      : labels && counts?.classes.length && !classes.length
        ? words.tooManyClasses
        : '';
    omitted.hidden = !omitted.textContent;
    // What a model takes to have its inputs centred.
    this.#part('.spread').textContent = spread
      ? words.spread(
          short(spread[0]),
          short(spread[1]),
          type === 'u8' ? [short(spread[0] / 255), short(spread[1] / 255)] : null,
        )
      : words.noFinite;
    const [least, , greatest] = this.#part('.ends').children;
    [least.textContent, greatest.textContent] = range.map((end) => show(end, type));
    this.#part('.bars').setAttribute('aria-label', describe(bins, range, type));
    const button = this.#part('.blank button');
    button.textContent = words.blank(blanks);
    button.title = words.showOnly;
    this.#part('.blank').hidden = blank.length === 0;
  }

  /**
   * @param {Props} props
   * @param {Statistics} statistics
   */
  #paint({ dataset, colours, load }, statistics) {
    const { images } = dataset.statuses;
    const painted = JSON.stringify([
      colours,
      dataset.id,
      images?.rows,
      images?.columns,
      images?.orientation,
      images?.raster,
      devicePixelRatio,
    ]);
    if ((painted === this.#painted && this.#drawn === statistics) || !images) return;
    this.#painted = painted;
    this.#drawn = statistics;
    this.#drawBars(statistics.bins);
    if (!statistics.pictured) return;
    const zoom = (ROOM * devicePixelRatio) / Math.max(images.rows, images.columns);
    const shrink = Math.max(1, Math.ceil(1 / zoom - 1e-9));
    const unit = Math.max(1, Math.floor(zoom)) / devicePixelRatio;
    const canvases = /** @type {HTMLCanvasElement[]} */ ([...this.querySelectorAll('.class-thumbnails canvas')]);
    /** @type {ClassThumbnails[]} */ (['means', 'deviations']).forEach(async (of, at) => {
      const page = await load(
        { items: Float64Array.of(0), columns: 1, gapX: 0, gapY: 0, shrink, of, ...colours },
        of,
      ).catch(() => null);
      // Others may have been measured, or asked for, meanwhile.
      if (!page?.image || this.#drawn !== statistics || this.#painted !== painted) return;
      const { width, height } = page.image;
      Object.assign(canvases[at], { width, height });
      Object.assign(canvases[at].style, { width: `${width * unit}px`, height: `${height * unit}px` });
      canvases[at].getContext('2d')?.putImageData(page.image, 0, 0);
    });
  }

  /** What is in the canvases. @type {Statistics | null} */
  #drawn = null;

  /** @param {number[]} bins */
  #drawBars(bins) {
    const canvas = /** @type {HTMLCanvasElement} */ (this.#part('.bars'));
    const context = canvas.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, canvas.width, HEIGHT);
    context.fillStyle = getComputedStyle(canvas).color;
    const most = Math.log1p(Math.max(1, ...bins));
    bins.forEach((count, bin) => {
      const height = Math.ceil((HEIGHT * Math.log1p(count)) / most);
      context.fillRect(bin, HEIGHT - height, 1, height);
    });
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  get #radios() {
    return /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('input')]);
  }
}

/**
 * Four figures.
 * @param {number} value
 */
function short(value) {
  return String(Number(value.toPrecision(4)));
}

/**
 * The bars in words: the two values that there are most of.
 * @param {number[]} bins
 * @param {[number, number]} range
 * @param {import('../engine/protocol.js').Status['elementType']} type
 */
function describe(bins, [least, greatest], type) {
  const total = bins.reduce((sum, count) => sum + count, 0);
  const most = bins.map((count, bin) => ({ count, bin })).sort((one, other) => other.count - one.count);
  const width = (greatest - least) / 256;
  const parts = most
    .slice(0, 2)
    .filter(({ count }) => count)
    .map(({ count, bin }) => {
      const where =
        type === 'u8' ? `${bin}` : words.values(short(least + bin * width), short(least + (bin + 1) * width));
      return words.share(((100 * count) / total).toFixed(1), where);
    });
  return words.histogram(parts);
}
