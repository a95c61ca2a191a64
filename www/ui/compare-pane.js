/** <compare-pane>: a second dataset, page by page like the first and in the same style. */

import { markup } from '../platform/trusted.js';
import { current, isPaged } from '../state/index.js';
import { late } from '../text/late.js';
import { renderPage } from './first-pane.js';
import { PageGrid } from './page-grid.js';
import { PageNav } from './page-nav.js';
import { cell } from './props.js';
import { SummaryLine } from './summary-line.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { PaneEvent, OpenFile, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 *
 * @typedef {object} Props
 * @property {State} state  with this pane as the active one
 * @property {Engine} engine
 * @property {OpenFile[]} files
 */

const words = late.compare;
const CONTENT = markup`
  <div class="notes">
    <summary-line aria-live="polite" aria-atomic="true"></summary-line>
    <p class="note">${words.onlyGrids}</p>
  </div>
  <page-grid></page-grid>
  <page-nav></page-nav>`;

export class ComparePane extends ViewerElement {
  grid = this.find('page-grid', PageGrid);
  nav = this.find('page-nav', PageNav);
  /** @type {CellLayout | null} */
  layout = null;
  #summary = this.find('summary-line', SummaryLine);
  #note = this.find('.note');

  constructor() {
    super(CONTENT);
    // Two landmarks of one name could not be told apart.
    this.nav.landmark = words.pages;
  }

  /**
   * Lays out the cells.
   * @param {State} state  with this pane as the active one
   * @returns {Extract<PaneEvent, { type: 'fit' }> | null}  how many cells there is room for
   */
  arrange(state) {
    const dataset = current(state);
    this.hidden = !dataset;
    if (!dataset) return null;
    const paged = isPaged(dataset);
    this.grid.hidden = this.nav.hidden = !paged;
    this.#note.hidden = paged;
    this.layout = this.grid.arrange(cell(dataset), state.scale, state.fixed > 0);
    const { columns, rows } = this.layout;
    return { type: 'fit', columns, rows };
  }

  /** @param {Props | null} props */
  render(props) {
    const dataset = props && current(props.state);
    this.hidden = !dataset;
    if (!dataset) return;
    const { engine, files, state } = props;
    const painted = renderPage(this, { state, dataset, engine });
    this.#summary.render({
      dataset,
      inspecting: false,
      files,
      firstNumber: state.firstNumber,
      painted: isPaged(dataset) ? painted : null,
      named: true,
    });
  }
}
