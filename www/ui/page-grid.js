/** <page-grid>: one canvas with the page's pixels, and over it the cells as text. Both change in one go. */

import { markup } from '../platform/trusted.js';
import { text } from '../text/index.js';
import { cellLayout } from './cell-layout.js';
import { fitTexts } from './cell-texts.js';
import { Cells } from './cells.js';
import { intend, reportFault } from './intent.js';
import { Latest } from './latest.js';
import { turnBySwipe, turnByWheel } from './page-gestures.js';
import { PageScroll } from './page-scroll.js';
import { measureSheet, placeSheet, roomIn, rowsToPaint } from './page-sheet.js';
import { paint } from './paint.js';
import { selectByBand } from './rubber-band.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { Colours, Page, PageRequest, Statuses } from '../engine/protocol.js'
 * @import { Decisions, ItemSet, Predicted } from '../state/index.js'
 * @import { ItemKind } from '../state/views.js'
 * @import { Naming } from '../text/naming.js'
 * @import { CellLayout, Item } from './cell-layout.js'
 *
 * @typedef {object} Props
 * @property {number} dataset
 * @property {string} name
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {string} appearance  changes when the same items would look different
 * @property {number} first  place of the page's first item among the items that match the filter
 * @property {number[]} items  the items on the page
 * @property {number} total  items that match the filter
 * @property {number} longest  characters of the longest number of an item
 * @property {{ column: number, columns: number } | null} missing  the column that the filter asks for, where there are not so many
 * @property {boolean} filtered
 * @property {ItemKind} kind
 * @property {number} size
 * @property {number} page
 * @property {number} pages
 * @property {number | null} open  place of the item in the panel
 * @property {ItemSet} selection
 * @property {ItemSet} bookmarks
 * @property {Decisions} decisions
 * @property {Predicted | null} predicted  what is predicted for the items, if something is
 * @property {number | null} predictionVersion  see Predicted
 * @property {boolean} selectsByClick
 * @property {(place: number) => number} itemAt
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 */

const CONTENT = markup`
  <div class="frame">
    <p class="nothing" hidden></p>
    <div class="sheet">
      <canvas width="1" height="1" aria-hidden="true"></canvas>
      <div role="grid" aria-rowcount="0" aria-colcount="1"></div>
    </div>
  </div>`;

export class PageGrid extends ViewerElement {
  #frame = this.find('.frame');
  #scroll = new PageScroll(this.#frame);
  #sheet = this.find('.sheet');
  #grid = this.find('[role=grid]');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #nothing = this.find('.nothing');
  #cells = new Cells(this.#grid);
  /** @type {Props | null} */
  #props = null;
  /** @type {CellLayout | null} */
  #layout = null;
  #latest = new Latest();
  /** The page whose labels these are. */
  #shown = '';
  /** @type {(number | null)[]} */
  #labels = [];

  constructor() {
    super(CONTENT);
    this.#cells.onmove = (at, before, extend) => {
      const props = this.#props;
      if (!props) return;
      const item = props.itemAt(at);
      if (extend) intend(this, { type: 'select', item, run: true, from: props.itemAt(before) });
      intend(this, props.open === null ? { type: 'show-place', at } : { type: 'open', item });
    };
    this.#cells.onscroll = (by) => this.#move(by);
    this.#grid.addEventListener('click', (event) => this.#click(event));
    selectByBand(this.#frame);
    // Shift would select the text from there to here.
    this.#grid.addEventListener('mousedown', (event) => event.shiftKey && event.preventDefault());
    this.#grid.addEventListener('keydown', (event) => {
      this.#grid.classList.remove('quiet');
      if (event.key === 'Enter' || event.key === ' ') this.#open(event, 'enter');
    });
    this.#frame.addEventListener('scroll', () => this.#ask(), { passive: true });
    turnByWheel(
      this.#frame,
      (by) => this.#scroll.hasMore(by),
      (by) => this.turnPage(by),
    );
    turnBySwipe(this.#frame, (by) => intend(this, { type: 'turn-page', by }));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#frame, signal, () => intend(this, { type: 'resize' }));
  }

  /**
   * Works out where the cells go, in as much room as there is.
   * @param {Item | number} item
   * @param {number} scale
   * @param {boolean} scrolls
   */
  arrange(item, scale, scrolls) {
    this.#scroll.isOn = scrolls;
    const room = roomIn(this.#frame);
    this.#layout = cellLayout(item, room, devicePixelRatio, scale, textScale());
    placeSheet(this.#sheet, room, this.#layout);
    return this.#layout;
  }

  /** @param {Props} props */
  render(props) {
    // In another dataset, the user has chosen no item yet.
    if (this.focused !== null && props.dataset !== this.#props?.dataset) this.#grid.classList.add('quiet');
    this.#props = props;
    this.#ask();
    this.#grid.classList.toggle('selecting', props.selectsByClick);
    this.#cells.select(props.open, props.selection, props.bookmarks, props.decisions);
  }

  /** Something else shows the dataset: when the grid comes back, it asks for its page again. */
  rest() {
    this.#latest.clear();
  }

  /**
   * Focuses an item by its place among those that match the filter.
   * @param {number} place
   * @param {boolean} [quiet]  whether the page chose it: the focus is seen when a key is pressed
   */
  focusItem(place, quiet = false) {
    this.#grid.classList.toggle('quiet', quiet);
    this.#cells.focus(place);
  }

  /** Puts the focus where it was last in the grid. */
  enter() {
    this.#cells.enter();
  }

  /**
   * A screenful up or down; at the end of the page, the page.
   * @param {number} by
   */
  turnPage(by) {
    if (this.#move(by)) return;
    this.#scroll.leave(by);
    intend(this, { type: 'turn-page', by });
  }

  /** @param {number} by */
  #move(by) {
    return this.#scroll.move(by, this.#layout?.pitch.height);
  }

  async #ask() {
    const props = this.#props;
    const arranged = this.#layout;
    if (!props || !arranged) return;
    const page = JSON.stringify([
      props.dataset,
      props.appearance,
      props.firstNumber,
      props.first,
      props.items,
      props.total,
      props.colours,
      props.predictionVersion,
      { ...arranged, steps: 0 },
    ]);
    const strip = rowsToPaint(this.#frame, arranged, props.items.length);
    const { columns, gapX, gapY, plot } = arranged;
    const from = strip.from * columns;
    const to = Math.min(props.items.length, strip.to * columns);
    const items = Float64Array.from(props.items.slice(from, to));
    const shrink = arranged.steps[arranged.step]?.shrink ?? 1;
    // While the user turns page after page, each is shown as it arrives.
    const question = {
      key: `${page} ${strip.from}-${strip.to}`,
      subject: String(props.dataset),
      version: props.statuses.version,
    };
    try {
      const answer = await this.#latest.ask(question, () =>
        props.load({ items, columns, gapX, gapY, shrink, plot, ...props.colours }),
      );
      if (!answer) return;
      if (page !== this.#shown) this.#labels = Array(props.items.length).fill(null);
      this.#shown = page;
      this.#labels.splice(from, to - from, ...answer.labels);
      const lacksLabels = props.statuses.labels?.done === false && this.#labels.includes(null);
      this.#latest.partial = answer.missing > 0 || answer.previews > 0 || lacksLabels;
      this.#show(props, arranged, strip.from, answer);
    } catch (error) {
      reportFault(this, props.name, error);
    }
  }

  /**
   * @param {Props} props
   * @param {CellLayout} arranged
   * @param {number} firstRow  of the answer
   * @param {Page} answer
   */
  #show(props, arranged, firstRow, { image, missing, range, ramp }) {
    const { columns, unit, pitch } = arranged;
    const { first, items, size, total, page, pages, statuses, naming } = props;
    const count = items.length;

    measureSheet(this.#sheet, arranged, count);
    fitTexts(this.#grid, arranged, { ...props, labels: this.#labels });
    this.#scroll.enter(first);
    this.#canvas.hidden = !image;
    if (image) {
      paint(this.#canvas, image, unit);
      this.#canvas.style.top = `${firstRow * pitch.height}px`;
    }

    const rows = Math.ceil(size / columns);
    const totalRows = (pages - 1) * rows + Math.ceil((total - (pages - 1) * size) / columns);
    const pictures = statuses.images !== null;
    this.#grid.classList.toggle('textual', !pictures);
    this.#nothing.hidden = total > 0;
    this.#nothing.textContent = props.filtered ? whyNone(props) : text.items.none;
    this.#grid.hidden = total === 0;
    this.#grid.setAttribute('aria-label', text.items.grid(props.kind, props.name));
    const inView = this.#scroll.isOn ? columns * this.#scroll.rowsInView(pitch.height) : size;
    this.#cells.fill({
      first,
      count,
      items,
      size,
      inView,
      columns,
      firstRow: page * rows,
      totalRows,
      total,
      labels: this.#labels,
      predicted: props.predicted,
      naming,
      pictures,
      kind: props.kind,
      firstNumber: props.firstNumber,
    });
    intend(this, { type: 'painted', dataset: props.dataset, page, pages, items: count, missing, range, ramp });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = this.#cells.itemOf(event.target);
    const selects = event.shiftKey || event.ctrlKey || event.metaKey || this.#props?.selectsByClick;
    if (item !== null && selects) intend(this, { type: 'select', item, run: event.shiftKey });
    else this.#open(event, 'open');
  }

  /** The item that has the focus, if one has. */
  get focused() {
    return this.contains(document.activeElement) ? this.#cells.itemOf(document.activeElement) : null;
  }

  /**
   * @param {Event} event
   * @param {'open' | 'enter'} type
   */
  #open(event, type) {
    const item = this.#cells.itemOf(event.target);
    if (item === null) return;
    event.preventDefault();
    intend(this, { type, item });
  }
}

/**
 * Why no item matches the filter.
 * @param {Props} props
 */
function whyNone({ missing }) {
  return missing ? text.items.noColumn(missing.column, missing.columns) : text.items.noMatch;
}
