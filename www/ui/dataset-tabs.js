/** <dataset-tabs>: the open datasets, with those in the panes highlighted. */

import { current, other, total } from '../state/index.js';
import { text } from '../text/index.js';
import { intend } from './intent.js';
import { onResize, ViewerElement } from './viewer-element.js';

/** @import { Dataset, State } from '../state/index.js' */

export class DatasetTabs extends ViewerElement {
  #drawn = '';

  constructor() {
    super();
    this.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) intend(this, { type: 'show-dataset', dataset: Number(button.value) });
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    // The progress bar beside the tabs takes room from them, and gives it back.
    onResize(this, signal, () => this.#reveal());
  }

  /** Focuses the tab of the dataset that is shown. */
  enter() {
    this.#current?.focus();
  }

  /** @param {State} state */
  render(state) {
    const { datasets } = state;
    const [shown, second] = [current(state)?.id, other(state)?.id];
    const drawn = JSON.stringify([
      shown,
      second,
      datasets.map((dataset) => [dataset.id, dataset.name, total(dataset)]),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.hidden = datasets.length === 0;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(...datasets.map((dataset) => tab(dataset, dataset.id === shown, dataset.id === second)));
    if (focused) this.enter();
    // Later, because the layout is about to change.
    requestAnimationFrame(() => this.#reveal());
  }

  #reveal() {
    this.#current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @returns {HTMLElement | null} */
  get #current() {
    return this.querySelector('[aria-pressed=true]');
  }
}

/**
 * @param {Dataset} dataset
 * @param {boolean} shown
 * @param {boolean} isSecond  whether it is in the other pane
 */
function tab(dataset, shown, isSecond) {
  const button = document.createElement('button');
  button.type = 'button';
  button.value = String(dataset.id);
  button.ariaPressed = String(shown);
  button.classList.toggle('second', isSecond);
  const name = document.createElement('bdi');
  name.textContent = button.title = dataset.name;
  const count = document.createElement('small');
  count.textContent = text.numbers.grouped(total(dataset));
  button.append(name, ' ', count);
  return button;
}
