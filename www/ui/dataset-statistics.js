/** <dataset-statistics>: mean and deviation images of a dataset, the figures of its values, their histogram, and checks. */

import { markup } from '../platform/trusted.js';
import { isFilter, isPainted } from '../state/index.js';
import { itemKind } from '../text/item-kind.js';
import { late } from '../text/late.js';
import { naming } from '../text/naming.js';
import { short } from '../text/numbers.js';
import { FigureTable } from './figure-table.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { paint } from './paint.js';
import { ValueHistogram } from './value-histogram.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { CheckResult, Colours, FigureTable as Table, Page, PageRequest, Statistics } from '../engine/protocol.js'
 * @import { Dataset, ClassThumbnails, Range } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Colours} colours
 * @property {ClassThumbnails} classThumbnails
 * @property {(request: PageRequest, lane: string) => Promise<Page | null>} load
 * @property {(items: Uint32Array) => Promise<Table | null>} figures  of some of the items
 * @property {() => void} clearFigures  gives back the memory that those of some of the items took
 */

/** The key of all items. */
const ALL = 'all';
/** CSS pixels that a picture has room for. */
const ROOM = 84;

customElements.define('value-histogram', ValueHistogram);
customElements.define('figure-table', FigureTable);

const words = late.statistics;
const CONTENT = markup`
  <p class="name"><bdi></bdi></p>
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
    <p class="note extent"></p>
    <p class="spread"></p>
    <p class="note fractions"></p>
    <p class="note not-finite"></p>
    <value-histogram></value-histogram>
    <ul class="checks"></ul>
    <figure-table></figure-table>
  </div>`;

export class DatasetStatistics extends ViewerElement {
  #radios = this.findAll('input', HTMLInputElement);
  #pictures = this.findAll('.class-thumbnails canvas', HTMLCanvasElement);
  #histogram = this.find('value-histogram', ValueHistogram);
  #figures = this.find('figure-table', FigureTable);
  #pictured = [new Latest(), new Latest()];
  /** The room of each picture. */
  #room = '';
  #filtered = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** @type {Statistics | null} */
  #shown = null;
  /** The figures of the items that match the filter, and of which matches they are. @type {{ key: string, table: Table } | null} */
  #ofFilter = null;
  /** All that the figures on screen depend on. */
  #written = '';

  constructor() {
    super(CONTENT);
    this.find('.start').addEventListener('click', () => {
      if (this.#props) intend(this, { type: 'measure', dataset: this.#props.dataset.id });
    });
    for (const radio of this.#radios)
      radio.addEventListener('change', () =>
        intend(this, { type: 'class-thumbnails', classThumbnails: /** @type {ClassThumbnails} */ (radio.value) }),
      );
  }

  /** @param {Props} props */
  render(props) {
    const { dataset, classThumbnails } = props;
    this.#props = props;
    this.find('bdi').textContent = dataset.name;
    const { jobs, measuring } = dataset;
    const statistics = jobs.statistics?.report ?? null;
    const done = statistics !== null && statistics.items === statistics.total;
    const total = dataset.statuses.images?.items ?? 0;
    const kind = itemKind(dataset);
    this.find('.start').hidden = measuring || statistics !== null || !dataset.statuses.images?.done;
    this.find('.start').textContent = words.start(kind, total);
    const percent = statistics ? Math.floor((100 * statistics.items) / Math.max(1, statistics.total)) : 0;
    const waits = !dataset.statuses.images?.done;
    const start = this.find('.start').hidden ? '' : words.readsAll;
    this.find('.progress').textContent = done
      ? ''
      : waits
        ? words.stillReading(kind)
        : statistics
          ? words.progress(percent)
          : start;
    this.find('.progress').hidden = done;
    this.find('.known').hidden = !done;
    if (!done) return;
    for (const radio of this.#radios) radio.checked = radio.value === classThumbnails;
    if (statistics !== this.#shown) {
      for (const latest of this.#pictured) latest.clear();
      this.#shown = statistics;
      this.#written = '';
      this.#ofFilter = null;
      this.#filtered.clear();
      this.find('.checks').replaceChildren(
        ...statistics.checks.filter(({ items }) => items).map((check) => this.#listOf(check)),
      );
    }
    this.#follow(props, statistics);
  }

  /**
   * Shows the figures and pictures of the items that match the filter; of all, if there is none.
   * @param {Props} props
   * @param {Statistics} statistics
   */
  async #follow(props, statistics) {
    const { dataset, figures, clearFigures } = props;
    const { matches, statuses } = dataset;
    const { images, labels } = statuses;
    const isFiltered = matches !== null && isFilter(matches.query);
    if (!isFiltered) {
      this.#filtered.clear();
      if (this.#ofFilter) clearFigures();
      this.#ofFilter = null;
      return this.#write(props, statistics, statistics.table, ALL);
    }
    const isRead = images?.done && (!labels || labels.done);
    const { queryId, items } = matches;
    const key = [queryId, items.length, images?.layout.text, dataset.labels, labels?.labelling?.column].join();
    if (key !== this.#ofFilter?.key) {
      // The worker keeps the pictures of the last filter only.
      this.#ofFilter = null;
      this.find('.extent').textContent = words.measuringMatches(itemKind(dataset), items.length);
      if (!isRead || !this.checkVisibility()) return;
      const table = await this.#filtered.ask({ key }, () => figures(items)).catch(() => null);
      if (!table) return;
      this.#ofFilter = { key, table };
      // The colours may be others by now.
      return this.render(this.#props ?? props);
    }
    this.#write(props, statistics, this.#ofFilter.table, key);
  }

  /**
   * @param {Props} props
   * @param {Statistics} statistics
   * @param {Table} table
   * @param {string} key  of the items that the figures are of
   */
  #write(props, { total, classes, pictured, checks }, table, key) {
    const { dataset, colours } = props;
    if (pictured && isPainted(dataset) && table.all.items) this.#paint(props, key);
    const called = naming(dataset);
    const kind = itemKind(dataset);
    const { images, labels } = dataset.statuses;
    const written = JSON.stringify([key, called.key, kind, dataset.id, dataset.name, colours]);
    if (written === this.#written) return;
    this.#written = written;
    const type = images?.elementType ?? 'f64';
    const { items, spread, notFinite } = table.all;
    const hasLists = checks.some((check) => check.items);
    this.find('.extent').textContent =
      key === ALL ? words.ofAll(kind, total) : words.ofMatches(kind, items, hasLists ? total : 0);
    // The mean of signals would be a flat picture of a line.
    const hasPictures = pictured && isPainted(dataset);
    this.find('.class-thumbnails').hidden = !hasPictures || !items;
    this.find('fieldset').hidden = !hasPictures || classes.length === 0;
    const omitted = this.find('.omitted');
    omitted.textContent = !pictured
      ? words.tooLarge(kind)
      : labels && dataset.counts?.classes.length && !classes.length
        ? words.tooManyClasses(kind)
        : '';
    omitted.hidden = !omitted.textContent;
    const [mean, deviation] = spread ?? [NaN, NaN];
    this.find('.spread').textContent = spread ? words.spread(short(mean), short(deviation)) : words.noFinite;
    const fractions = this.find('.fractions');
    fractions.hidden = type !== 'u8' || !spread;
    fractions.textContent = words.fractions(short(mean / 255), short(deviation / 255));
    this.find('.not-finite').hidden = !notFinite.some((count) => count);
    this.find('.not-finite').textContent = words.notFinite(notFinite);
    this.#histogram.render({ table, type });
    this.#figures.hidden = !table.classes.length;
    this.#figures.render({ table, naming: called, type, name: dataset.name });
  }

  /**
   * The items that a check found, as a button that shows only these.
   * @param {CheckResult} check
   */
  #listOf({ name, items, ranges }) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet', title: words.showOnly });
    button.textContent = late.checks[name](items);
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
   * The pictures take their room before they come, so that they move nothing below.
   * @param {number} width  in CSS pixels
   * @param {number} height
   */
  #reserve(width, height) {
    const room = `${width} ${height}`;
    if (room === this.#room) return;
    this.#room = room;
    for (const canvas of this.#pictures) {
      // The picture of the last dataset would be stretched.
      Object.assign(canvas, { width: 1, height: 1 });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    }
  }

  /**
   * @param {Props} props
   * @param {string} key  of the items that the pictures are of
   */
  #paint({ dataset, colours, load }, key) {
    const { images } = dataset.statuses;
    if (!images) return;
    const { rows, columns, orientation, arrangement } = images;
    const asked = JSON.stringify([key, colours, dataset.id, rows, columns, orientation, arrangement, devicePixelRatio]);
    const zoom = (ROOM * devicePixelRatio) / Math.max(rows, columns);
    const shrink = Math.max(1, Math.ceil(1 / zoom - 1e-9));
    const unit = Math.max(1, Math.floor(zoom)) / devicePixelRatio;
    this.#reserve(Math.ceil(columns / shrink) * unit, Math.ceil(rows / shrink) * unit);
    /** @type {ClassThumbnails[]} */ (['means', 'deviations']).forEach(async (average, at) => {
      const cells = { items: Float64Array.of(0), columns: 1, gapX: 0, gapY: 0, shrink };
      const request = { ...cells, average, filtered: key !== ALL, ...colours };
      const page = await this.#pictured[at].ask({ key: asked }, () => load(request, average)).catch(() => null);
      if (page?.image) paint(this.#pictures[at], page.image, unit);
    });
  }
}
