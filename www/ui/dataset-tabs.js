/** <dataset-tabs>: the open datasets, one of which is shown, or two beside each other. */

import { total } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { intend } from './intent.js';

/** @import { Dataset, State } from '../state/index.js' */

export class DatasetTabs extends HTMLElement {
  #drawn = '';

  connectedCallback() {
    // What is read beside them takes their room, and gives it back.
    new ResizeObserver(() => this.#reveal()).observe(this);
    this.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) intend(this, { type: 'select', dataset: Number(button.value) });
    });
  }

  /** Focuses the tab of the dataset that is shown. */
  enter() {
    /** @type {HTMLElement | null} */ (this.querySelector('[aria-pressed=true]'))?.focus();
  }

  /** @param {Pick<State, 'datasets' | 'current' | 'beside'>} props */
  render({ datasets, current, beside }) {
    const drawn = JSON.stringify([
      current,
      beside?.dataset,
      datasets.map((dataset) => [dataset.id, dataset.name, total(dataset)]),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.hidden = datasets.length === 0;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(
      ...datasets.map((dataset) => tab(dataset, dataset.id === current, dataset.id === beside?.dataset)),
    );
    if (focused) this.enter();
    // Later, because it needs a layout that is about to change.
    requestAnimationFrame(() => this.#reveal());
  }

  #reveal() {
    this.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/**
 * @param {Dataset} dataset
 * @param {boolean} shown
 * @param {boolean} beside
 */
function tab(dataset, shown, beside) {
  const button = document.createElement('button');
  button.type = 'button';
  button.value = String(dataset.id);
  button.setAttribute('aria-pressed', String(shown));
  button.classList.toggle('beside', beside);
  const name = document.createElement('bdi');
  name.textContent = button.title = dataset.name;
  const count = document.createElement('small');
  count.textContent = grouped(total(dataset));
  button.append(name, ' ', count);
  return button;
}
