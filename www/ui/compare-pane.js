/** <compare-pane>: a second dataset, page by page like the first, and looked at in the same way. */

import { current, isPaged, reduce } from '../state/index.js';
import { cell } from './drawing.js';
import { renderPage } from './first-pane.js';
import { intend } from './intent.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { PaneEvent, OpenFile, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 * @import { PageGrid } from './page-grid.js'
 * @import { PageNav } from './page-nav.js'
 * @import { SummaryLine } from './summary-line.js'
 *
 * @typedef {object} Props
 * @property {State} state  as it is for who looks at this dataset
 * @property {Engine} engine
 * @property {OpenFile[]} files
 */

export class ComparePane extends HTMLElement {
  grid = /** @type {PageGrid} */ (document.createElement('page-grid'));
  nav = /** @type {PageNav} */ (document.createElement('page-nav'));
  /** @type {CellLayout | null} */
  layout = null;
  #summary = /** @type {SummaryLine} */ (document.createElement('summary-line'));
  #note = document.createElement('p');

  connectedCallback() {
    const notes = document.createElement('div');
    notes.className = 'notes';
    this.#summary.role = 'status';
    this.#note.className = 'note';
    this.#note.textContent =
      'There is no room here for a matrix, a table or a plot. “Show as” offers other ways while its tab is chosen.';
    notes.append(this.#summary, this.#note);
    // Two landmarks of one name could not be told apart.
    this.nav.landmark = 'Pages of the second dataset';
    this.append(notes, this.grid, this.nav);
  }

  /** @param {Props | null} props */
  render(props) {
    const dataset = props && current(props.state);
    this.hidden = !dataset;
    if (!dataset) return;
    const { engine, files, state } = props;
    const paged = isPaged(dataset);
    this.grid.hidden = this.nav.hidden = !paged;
    this.#note.hidden = paged;
    const { columns, rows } = (this.layout = this.grid.arrange(cell(dataset), state.scale, state.fixed > 0));
    /** @type {PaneEvent} */
    const fit = { type: 'fit', columns, rows };
    if (columns !== state.fit.columns || rows !== state.fit.rows) intend(this, fit);
    const painted = renderPage(this, { state: reduce(state, fit), dataset, engine });
    this.#summary.render({
      dataset,
      inspecting: false,
      files,
      firstNumber: state.firstNumber,
      painted: paged ? painted : null,
      named: true,
    });
  }
}
