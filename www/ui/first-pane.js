/** The first pane: the view that suits the dataset, and notes about how its files are read. */

import { current, isPaged, placeOf, principal, shownAs, total, view } from '../state/index.js';
import { matrixLayout } from './cell-layout.js';
import { cell, hasNotes, pageProps } from './props.js';
import { textScale } from './viewer-element.js';
import { VIEW_ELEMENTS } from './views.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset, PaneEvent, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 * @import { Elements } from '../platform/modules.js'
 * @import { Frame } from './frame.js'
 * @import { Later } from './later.js'
 * @import { PageGrid } from './page-grid.js'
 * @import { PageNav } from './page-nav.js'
 *
 * @typedef {object} Props
 * @property {State} state  with this pane as the active one
 * @property {Dataset} dataset
 * @property {Engine} engine
 */

/** CSS pixels beside a matrix, about. */
const ROW_HEADS = 80;

export class FirstPane {
  /** How its cells are laid out. @type {Pick<CellLayout, 'steps' | 'step'>} */
  layout = { steps: [], step: 0 };
  #notes;
  #views;

  /**
   * @param {Frame} frame
   * @param {<T extends keyof Elements>(tag: T, styles?: string[]) => Later<T>} later  has an element loaded when it is needed
   */
  constructor(frame, later) {
    this.grid = /** @type {PageGrid} */ (frame.find('.centre > page-grid'));
    this.nav = /** @type {PageNav} */ (frame.find('.centre > page-nav'));
    this.#notes = later('file-notes');
    this.#views = VIEW_ELEMENTS.map(({ tag, style, ...rest }) => {
      this.grid.after(Object.assign(document.createElement(tag), { hidden: true }));
      return { ...rest, later: later(tag, [style]) };
    });
  }

  /**
   * Shows more or less of a line, if there is one.
   * @param {number} by
   */
  zoom(by) {
    const plot = this.#views.find(({ view }) => view === 'plot')?.later;
    if (plot?.element?.hidden !== false) return false;
    plot.use((element) => 'zoom' in element && element.zoom(by));
    return true;
  }

  /**
   * Draws the notes, and lays out the cells in the room below them.
   * @param {State} state  with this pane as the active one
   * @returns {Extract<PaneEvent, { type: 'fit' }> | null}  how many cells there is room for
   */
  arrange(state) {
    const dataset = current(state);
    if (!dataset) return null;
    const { images } = dataset.statuses;
    this.#notes.render({ dataset, inverted: state.inverted, palette: state.palette }, hasNotes(dataset));
    const view = shownAs(dataset);
    this.grid.hidden = !isPaged(dataset);
    for (const { view: name, later } of this.#views) if (later.element) later.element.hidden = name !== view;
    const cells = view === 'heat' ? null : this.grid.arrange(cell(dataset), state.scale, state.fixed > 0);
    const room = /** @type {HTMLElement} */ (this.grid.parentElement).clientWidth;
    this.layout =
      cells ??
      matrixLayout(total(dataset), images?.columns ?? 1, room - ROW_HEADS * textScale(), devicePixelRatio, state.scale);
    // Every row of a matrix is a page of its own.
    return { type: 'fit', columns: cells?.columns ?? 1, rows: cells?.rows ?? 1 };
  }

  /** @param {Props} props */
  render({ state, dataset, engine }) {
    const view = shownAs(dataset);
    const status = principal(dataset);
    // A hidden view is drawn too, so that it shows the right dataset when it comes back.
    if (status)
      for (const { view: name, later, props } of this.#views)
        later.render(props({ state, dataset, engine, status, layout: this.layout }), name === view);
    renderPage(this, { state, dataset, engine });
  }
}

/**
 * Draws the page of a pane and its navigation. Returns the number of the page, and of pages.
 * @param {{ grid: PageGrid, nav: PageNav }} pane
 * @param {Props} props
 */
export function renderPage({ grid, nav }, { state, dataset, engine }) {
  const { page, pages } = view(state);
  const paged = isPaged(dataset);
  nav.render({
    page,
    pages,
    total: total(dataset),
    firstNumber: state.firstNumber,
    item: state.item,
    paged,
    has: (item) => placeOf(dataset, item) >= 0,
  });
  if (paged) grid.render(pageProps(state, dataset, engine));
  else grid.rest();
  return { page, pages };
}
