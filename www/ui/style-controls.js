/** <style-controls>: view, cell size, background and colours, order; the rest in a closed section. */

import { markup } from '../platform/trusted.js';
import { isPaged, isPainted, PAGE_SIZES, PALETTES, principal, shownAs } from '../state/index.js';
import { late } from '../text/late.js';
import { grouped } from '../text/numbers.js';
import { isDark } from './appearance.js';
import { scaleOf } from './cell-layout.js';
import { ColourControls } from './colour-controls.js';
import { ColourLegend } from './colour-legend.js';
import { intend } from './intent.js';
import { ShapeControls } from './shape-controls.js';
import { SortControl } from './sort-control.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { View } from '../engine/protocol.js'
 * @import { Dataset, Pane, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 *
 * @typedef {object} Props
 * @property {Pick<CellLayout, 'steps' | 'step'>} layout
 * @property {Dataset} dataset
 * @property {Pick<State, 'inverted' | 'fixed' | 'palette'>} state
 * @property {Pane['painted']} painted
 * @property {boolean} usual  whether there is nothing to reset
 */

customElements.define('colour-legend', ColourLegend);
customElements.define('colour-controls', ColourControls);
customElements.define('shape-controls', ShapeControls);
customElements.define('sort-control', SortControl);

const words = late.style;
const CONTENT = markup`
  <h2>${words.title}</h2>
  <label class="line view" hidden><span>${words.view}</span> <select></select></label>
  <label class="line size"><span>${words.size}</span> <input type="range" min="0" value="0" step="1"></label>
  <fieldset class="line">
    <legend>${words.background}</legend>
    <label><input type="radio" name="background" value="light"><span>${words.light}</span></label>
    <label><input type="radio" name="background" value="dark"><span>${words.dark}</span></label>
  </fieldset>
  <label class="line palette"><span>${words.palette}</span> <select></select></label>
  <colour-legend></colour-legend>
  <sort-control></sort-control>
  <details class="more">
    <summary>${words.more}</summary>
    <div class="drop-down">
      <label class="line per-page"><span>${words.perPage}</span> <select></select></label>
      <colour-controls></colour-controls>
      <shape-controls></shape-controls>
      <button type="button" class="quiet reset" disabled>${words.reset}</button>
    </div>
  </details>`;

export class StyleControls extends ViewerElement {
  #size = this.find('[type=range]', HTMLInputElement);
  #backgrounds = this.findAll('[type=radio]', HTMLInputElement);
  #perPage = this.find('.per-page select', HTMLSelectElement);
  #view = this.find('.view select', HTMLSelectElement);
  #sort = this.find('sort-control', SortControl);
  #palette = this.find('.palette');
  #palettes = this.find('.palette select', HTMLSelectElement);
  #sizes = this.find('.size');
  #background = this.find('fieldset');
  #legend = this.find('colour-legend', ColourLegend);
  #more = this.find('details', HTMLDetailsElement);
  #colours = this.find('colour-controls', ColourControls);
  #shape = this.find('shape-controls', ShapeControls);
  #reset = this.find('.reset', HTMLButtonElement);
  /** @type {Pick<CellLayout, 'steps' | 'step'> | null} */
  #layout = null;

  constructor() {
    super(CONTENT);
    this.#perPage.append(
      new Option(words.fitWindow, '0'),
      ...PAGE_SIZES.map((size) => new Option(grouped(size), String(size))),
    );
    this.#palettes.append(...PALETTES.map((palette) => new Option(words.palettes[palette], palette)));
    this.#palettes.addEventListener('change', () => intend(this, { type: 'palette', palette: this.#palettes.value }));
    this.#perPage.addEventListener('change', () =>
      intend(this, { type: 'page-size', size: Number(this.#perPage.value) }),
    );
    this.#view.addEventListener('change', () =>
      intend(this, { type: 'view', view: /** @type {View} */ (this.#view.value) }),
    );
    this.#reset.addEventListener('click', () => {
      intend(this, { type: 'reset' });
      // The button, which has the focus, is disabled then.
      this.#more.querySelector('summary')?.focus();
    });
    this.#size.addEventListener('input', () => this.#resize(this.#size.valueAsNumber));
    for (const input of this.#backgrounds) {
      input.addEventListener('change', () =>
        intend(this, { type: 'invert', inverted: (input.value === 'dark') !== isDark() }),
      );
    }
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    // In the toolbar, the section lies over the panel, until the user goes on elsewhere.
    const options = { signal, capture: true };
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(
        type,
        ({ target }) => target instanceof Node && !this.contains(target) && this.#closeMore(),
        options,
      );
    this.#more.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || !this.#closeMore()) return;
      event.stopPropagation();
      this.#more.querySelector('summary')?.focus();
    });
  }

  /** Closes what lies over the panel. Whether it was open. */
  #closeMore() {
    if (!this.#more.open || !this.closest('.toolbar')) return false;
    this.#more.open = false;
    return true;
  }

  /**
   * One size up or down.
   * @param {number} by
   */
  zoom(by) {
    if (this.#layout) this.#resize(this.#layout.step + by);
  }

  /** @param {Props} props */
  render({ layout, dataset, state: { inverted, fixed, palette }, painted, usual }) {
    const { statuses, limits, shape } = dataset;
    const status = statuses.images;
    this.#layout = layout;
    this.#sort.render(dataset);
    this.#offer(dataset);
    this.#size.max = String(Math.max(0, layout.steps.length - 1));
    this.#size.disabled = layout.steps.length < 2;
    this.#size.value = String(layout.step);
    const coloured = isPainted(dataset);
    const drawn = coloured || isPaged(dataset);
    // Neither makes a difference to labels alone, nor the background to lines.
    this.#sizes.hidden = !status || !drawn;
    this.#background.hidden = !status || !coloured;
    this.find('.per-page').hidden = !isPaged(dataset);
    this.#legend.hidden = !coloured;
    const step = layout.steps[layout.step];
    const scale = step ? words.scale(step.k, step.shrink) : '';
    this.#size.setAttribute('aria-valuetext', scale);
    this.#size.title = scale;
    for (const input of this.#backgrounds) input.checked = (input.value === 'dark') === (inverted !== isDark());
    this.#perPage.value = String(fixed);
    this.#legend.render({ status, limits, painted });
    this.#palettes.value = palette;
    // Images with channels show their own colours, and lines have none.
    this.#palette.hidden = !status || status.channels > 1 || !coloured;
    this.#colours.hidden = this.#shape.hidden = !status;
    this.#reset.disabled = usual;
    if (!status) return;
    this.#colours.render({ status, limits, range: painted?.range ?? null });
    this.#shape.render({ status, shape });
  }

  /** @param {Dataset} dataset */
  #offer(dataset) {
    const views = principal(dataset)?.views ?? [];
    this.find('.view').hidden = views.length < 2;
    const options = [...this.#view.options].map(({ value }) => value);
    if (options.join() !== views.join())
      this.#view.replaceChildren(...views.map((view) => new Option(late.views.names[view], view)));
    this.#view.value = shownAs(dataset);
  }

  /** @param {number} index */
  #resize(index) {
    const step = this.#layout?.steps[index];
    if (step) intend(this, { type: 'scale', scale: scaleOf(step, devicePixelRatio) });
  }
}
