/** <look-controls>: cell size, background, items per page, and folded away colours, rotation and shape. */

import { markup } from '../platform/trusted.js';
import { isPaged, isPainted, PAGE_SIZES, principal, shownAs } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { isDark } from './appearance.js';
import { AxisControls } from './axis-controls.js';
import { scaleOf } from './cell-layout.js';
import { ColourControls } from './colour-controls.js';
import { ColourLegend } from './colour-legend.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';
import { ShapeControls } from './shape-controls.js';

/**
 * @import { View } from '../engine/protocol.js'
 * @import { Dataset, Pane, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 *
 * @typedef {object} Props
 * @property {Pick<CellLayout, 'steps' | 'step'>} layout
 * @property {Dataset} dataset
 * @property {Pick<State, 'inverted' | 'fixed' | 'palette'>} look
 * @property {Pane['painted']} painted
 * @property {boolean} usual  whether there is nothing to reset
 */

/** What the ways to show items are called. */
const WAYS = {
  images: 'images',
  slice: 'slices',
  heat: 'heat map',
  signals: 'signals',
  table: 'table',
  labels: 'labels',
  plot: 'line plot',
};

customElements.define('axis-controls', AxisControls);
customElements.define('colour-legend', ColourLegend);
customElements.define('colour-controls', ColourControls);
customElements.define('shape-controls', ShapeControls);

const CONTENT = markup`
  <h2>Style</h2>
  <label class="line way" hidden><span>Show as</span> <select></select></label>
  <axis-controls hidden></axis-controls>
  <label class="line"><span>Size</span> <input type="range" min="0" value="0" step="1"></label>
  <fieldset class="line">
    <legend>Background</legend>
    <label><input type="radio" name="background" value="light"><span>light</span></label>
    <label><input type="radio" name="background" value="dark"><span>dark</span></label>
  </fieldset>
  <label class="line"><span>Per page</span> <select></select></label>
  <colour-legend>
    <canvas width="256" height="1" aria-hidden="true"></canvas>
    <p class="note"></p>
    <ul class="note" aria-label="Not finite" hidden></ul>
  </colour-legend>
  <details class="more">
    <summary>Colours and shape</summary>
    <colour-controls>
      <label class="line"><span>Colours</span> <select></select></label>
      <label class="line">
        <span>Range</span>
        <select>
          <option value="file"></option>
          <option value="item">each item: min–max</option>
          <option value="fixed">fixed</option>
        </select>
      </label>
      <div class="line ends" hidden>
        <span></span>
        <input type="text" inputmode="decimal" autocomplete="off" aria-label="Minimum" aria-describedby="ends-complaint">
        <input type="text" inputmode="decimal" autocomplete="off" aria-label="Maximum" aria-describedby="ends-complaint">
      </div>
      <p class="complaint" id="ends-complaint" aria-live="polite" hidden>Type two numbers, the smaller one first.</p>
    </colour-controls>
    <shape-controls>
      <div class="line turns" role="group" aria-label="Orientation">
        <span>Rotate</span>
        <button type="button" value="t" aria-label="Transpose" title="Transpose: rows as columns (t)">⤡</button>
        <button type="button" value="r" aria-label="Rotate right" title="Rotate right (R)">↻</button>
        <button type="button" value="h" aria-label="Flip left to right" title="Flip left to right (h)">↔</button>
        <button type="button" value="v" aria-label="Flip upside down" title="Flip upside down (v)">↕</button>
      </div>
      <p class="note" hidden></p>
      <label class="line"><span>Shape</span> <input type="text" autocomplete="off" list="shapes" aria-describedby="shape-complaint"></label>
      <datalist id="shapes"></datalist>
      <p class="complaint" id="shape-complaint" aria-live="polite" hidden></p>
    </shape-controls>
  </details>
  <button type="button" class="quiet reset" hidden>Reset view</button>`;

export class LookControls extends Filled {
  #size = /** @type {HTMLInputElement} */ (this.querySelector('[type=range]'));
  #backgrounds = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('[type=radio]')]);
  #perPage = /** @type {HTMLSelectElement} */ (this.querySelector('label:not(.way) select'));
  #way = /** @type {HTMLSelectElement} */ (this.querySelector('.way select'));
  /** What makes no difference where there are only labels. */
  #pictorial = /** @type {HTMLElement[]} */ ([this.#size.parentElement, this.querySelector('fieldset')]);
  #axes = /** @type {AxisControls} */ (this.querySelector('axis-controls'));
  #legend = /** @type {ColourLegend} */ (this.querySelector('colour-legend'));
  #more = /** @type {HTMLDetailsElement} */ (this.querySelector('details'));
  #colours = /** @type {ColourControls} */ (this.querySelector('colour-controls'));
  #shape = /** @type {ShapeControls} */ (this.querySelector('shape-controls'));
  #reset = /** @type {HTMLButtonElement} */ (this.querySelector('.reset'));
  /** @type {Pick<CellLayout, 'steps' | 'step'> | null} */
  #layout = null;

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    this.#perPage.append(
      new Option('fit window', '0'),
      ...PAGE_SIZES.map((size) => new Option(grouped(size), String(size))),
    );
    this.#perPage.addEventListener('change', () =>
      intend(this, { type: 'page-size', size: Number(this.#perPage.value) }),
    );
    this.#way.addEventListener('change', () =>
      intend(this, { type: 'view', view: /** @type {View} */ (this.#way.value) }),
    );
    this.#reset.addEventListener('click', () => {
      intend(this, { type: 'reset' });
      // What had the focus is about to go.
      this.#perPage.focus();
    });
    this.#size.addEventListener('input', () => this.#resize(this.#size.valueAsNumber));
    for (const input of this.#backgrounds) {
      input.addEventListener('change', () =>
        intend(this, { type: 'invert', inverted: (input.value === 'dark') !== isDark() }),
      );
    }
  }

  /**
   * One size up or down.
   * @param {number} by
   */
  zoom(by) {
    if (this.#layout) this.#resize(this.#layout.step + by);
  }

  /** @param {Props} props */
  render({ layout, dataset, look: { inverted, fixed, palette }, painted, usual }) {
    const { statuses, limits, shape } = dataset;
    const status = statuses.images;
    this.#layout = layout;
    this.#offer(dataset);
    this.#size.max = String(Math.max(0, layout.steps.length - 1));
    this.#size.disabled = layout.steps.length < 2;
    this.#size.value = String(layout.step);
    const coloured = isPainted(dataset);
    for (const line of this.#pictorial) line.hidden = !status || !coloured;
    /** @type {HTMLElement} */ (this.#perPage.parentElement).hidden = !isPaged(dataset);
    this.#legend.hidden = !coloured;
    const step = layout.steps[layout.step];
    const text = !step ? '' : step.shrink > 1 ? `1/${step.shrink}` : `${step.k} x`;
    this.#size.setAttribute('aria-valuetext', text);
    this.#size.title = text;
    for (const input of this.#backgrounds) input.checked = (input.value === 'dark') === (inverted !== isDark());
    this.#perPage.value = String(fixed);
    this.#axes.render(dataset);
    this.#legend.render({ status, limits, painted });
    this.#more.hidden = !status || !coloured;
    this.#reset.hidden = usual;
    if (!status) return;
    this.#colours.render({ status, palette, limits, range: painted?.range ?? null });
    this.#shape.render({ status, shape });
  }

  /** @param {Dataset} dataset */
  #offer(dataset) {
    const views = principal(dataset)?.views ?? [];
    const line = /** @type {HTMLElement} */ (this.#way.parentElement);
    line.hidden = views.length < 2;
    const options = [...this.#way.options].map(({ value }) => value);
    if (options.join() !== views.join())
      this.#way.replaceChildren(...views.map((view) => new Option(WAYS[view], view)));
    this.#way.value = shownAs(dataset);
  }

  /** @param {number} index */
  #resize(index) {
    const step = this.#layout?.steps[index];
    if (step) intend(this, { type: 'scale', scale: scaleOf(step, devicePixelRatio) });
  }
}
