/** <statistics-view>: mean and deviation images, mean and standard deviation of all values, their histogram, and checks. */

import { markup } from '../platform/trusted.js';
import { isFilter } from '../state/index.js';
import { text } from '../text/index.js';
import { show } from '../text/naming.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { paint } from './paint.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { CheckResult, Colours, Page, PageRequest, Statistics } from '../engine/protocol.js'
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
    <p class="note ends"><span class="min"></span><span>${words.logScale}</span><span class="max"></span></p>
    <ul class="checks"></ul>
  </div>`;

export class StatisticsView extends ViewerElement {
  #radios = this.findAll('input', HTMLInputElement);
  #pictures = this.findAll('.class-thumbnails canvas', HTMLCanvasElement);
  #histogram = this.find('.bars', HTMLCanvasElement);
  #latest = [new Latest(), new Latest()];
  /** @type {Statistics | null} */
  #shown = null;
  /** The colours of the histogram. */
  #drawn = '';

  constructor() {
    super(CONTENT);
    this.find('.start').addEventListener('click', () => intend(this, { type: 'measure' }));
    for (const radio of this.#radios)
      radio.addEventListener('change', () =>
        intend(this, { type: 'class-thumbnails', classThumbnails: /** @type {ClassThumbnails} */ (radio.value) }),
      );
  }

  /** @param {Props} props */
  render(props) {
    const { dataset, classThumbnails } = props;
    const { jobs, measuring } = dataset;
    const statistics = jobs.statistics?.report ?? null;
    const done = statistics !== null && statistics.items === statistics.total;
    const total = dataset.statuses.images?.items ?? 0;
    this.find('.start').hidden = measuring || statistics !== null || !dataset.statuses.images?.done;
    this.find('.start').textContent = words.start(total);
    const percent = statistics ? Math.floor((100 * statistics.items) / Math.max(1, statistics.total)) : 0;
    const waits = !dataset.statuses.images?.done;
    const start = this.find('.start').hidden ? '' : words.readsAll;
    this.find('.progress').textContent = done
      ? ''
      : waits
        ? words.stillReading
        : statistics
          ? words.progress(percent)
          : start;
    this.find('.progress').hidden = done;
    this.find('.known').hidden = !done;
    if (!done) return;
    for (const radio of this.#radios) radio.checked = radio.value === classThumbnails;
    this.find('.extent').hidden = !isFilter(dataset.query);
    this.find('.extent').textContent = words.ofAll(statistics.total);
    if (statistics !== this.#shown) {
      for (const latest of this.#latest) latest.clear();
      this.#drawn = '';
      this.#write(dataset, statistics);
    }
    this.#paint(props, statistics);
  }

  /**
   * @param {Dataset} dataset
   * @param {Statistics} statistics
   */
  #write({ statuses: { images, labels }, counts }, statistics) {
    this.#shown = statistics;
    const { spread, range, bins, checks, classes, pictured } = statistics;
    const type = images?.elementType ?? 'f64';
    this.find('.class-thumbnails').hidden = !pictured;
    this.find('fieldset').hidden = classes.length === 0;
    const omitted = this.find('.omitted');
    omitted.textContent = !pictured
      ? words.tooLarge
      : labels && counts?.classes.length && !classes.length
        ? words.tooManyClasses
        : '';
    omitted.hidden = !omitted.textContent;
    this.find('.spread').textContent = spread
      ? words.spread(
          short(spread[0]),
          short(spread[1]),
          type === 'u8' ? [short(spread[0] / 255), short(spread[1] / 255)] : null,
        )
      : words.noFinite;
    const [min, max] = range.map((end) => show(end, type));
    this.find('.min').textContent = min;
    this.find('.max').textContent = max;
    this.#histogram.setAttribute('aria-label', describe(bins, range, type));
    this.find('.checks').replaceChildren(...checks.filter(({ items }) => items).map((check) => this.#listOf(check)));
  }

  /**
   * The items that a check found, as a button that shows only these.
   * @param {CheckResult} check
   */
  #listOf({ name, items, ranges }) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet', title: words.showOnly });
    button.textContent = text.checks[name](items);
    button.addEventListener('click', () => {
      /** @type {Range[]} */
      const pairs = Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[2 * at], ranges[2 * at + 1]]);
      intend(this, { type: 'find', change: { items: pairs } });
    });
    const entry = document.createElement('li');
    entry.append(button);
    return entry;
  }

  /**
   * @param {Props} props
   * @param {Statistics} statistics
   */
  #paint({ dataset, colours, load }, { bins, pictured }) {
    const { images } = dataset.statuses;
    if (!images) return;
    const { rows, columns, orientation, arrangement } = images;
    const key = JSON.stringify([colours, dataset.id, rows, columns, orientation, arrangement, devicePixelRatio]);
    if (key !== this.#drawn) this.#drawBars(bins);
    this.#drawn = key;
    if (!pictured) return;
    const zoom = (ROOM * devicePixelRatio) / Math.max(rows, columns);
    const shrink = Math.max(1, Math.ceil(1 / zoom - 1e-9));
    const unit = Math.max(1, Math.floor(zoom)) / devicePixelRatio;
    /** @type {ClassThumbnails[]} */ (['means', 'deviations']).forEach(async (average, at) => {
      const request = { items: Float64Array.of(0), columns: 1, gapX: 0, gapY: 0, shrink, average, ...colours };
      const page = await this.#latest[at].ask({ key }, () => load(request, average)).catch(() => null);
      if (page?.image) paint(this.#pictures[at], page.image, unit);
    });
  }

  /** @param {number[]} bins */
  #drawBars(bins) {
    const context = this.#histogram.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, this.#histogram.width, HEIGHT);
    context.fillStyle = getComputedStyle(this.#histogram).color;
    const max = Math.log1p(Math.max(1, ...bins));
    bins.forEach((count, bin) => {
      const height = Math.ceil((HEIGHT * Math.log1p(count)) / max);
      context.fillRect(bin, HEIGHT - height, 1, height);
    });
  }
}

/**
 * Four significant digits.
 * @param {number} value
 */
function short(value) {
  return String(Number(value.toPrecision(4)));
}

/**
 * The histogram in words: the two most frequent values.
 * @param {number[]} bins
 * @param {[number, number]} range
 * @param {import('../engine/protocol.js').Status['elementType']} type
 */
function describe(bins, [min, max], type) {
  const total = bins.reduce((sum, count) => sum + count, 0);
  const sorted = bins.map((count, bin) => ({ count, bin })).sort((one, other) => other.count - one.count);
  const width = (max - min) / 256;
  const parts = sorted
    .slice(0, 2)
    .filter(({ count }) => count)
    .map(({ count, bin }) => {
      const values = type === 'u8' ? `${bin}` : words.values(short(min + bin * width), short(min + (bin + 1) * width));
      return words.share(((100 * count) / total).toFixed(1), values);
    });
  return words.histogram(parts);
}
