/** The settings of what is shown: how it looks, which items, which labels, and from which files. */

import { isDefault, isPainted } from '../state/index.js';
import { isUnknown } from '../text/naming.js';
import { linkTo, pageSheet } from './props.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Elements } from '../platform/modules.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 * @import { Later } from './later.js'
 */

export class Settings {
  #finder;
  #axes;
  #labels;
  #names;
  #pairing;

  /** @param {<T extends keyof Elements>(tag: T, styles?: string[]) => Later<T>} later  has an element loaded when it is needed */
  constructor(later) {
    this.#finder = later('item-finder', ['settings.css']);
    this.style = later('style-controls', ['settings.css']);
    this.#axes = later('axis-controls', ['settings.css']);
    this.#labels = later('label-controls', ['settings.css']);
    this.#names = later('names-question', ['names-question.css']);
    this.#pairing = later('file-pairing', ['settings.css']);
  }

  /**
   * @param {State} state
   * @param {Dataset} dataset
   * @param {Engine} engine
   * @param {Pick<CellLayout, 'steps' | 'step'>} layout  of the cells in the active pane
   */
  render(state, dataset, engine, layout) {
    const pane = state.panes[state.active];
    const painted = pane.painted?.dataset === dataset.id && isPainted(dataset) ? pane.painted : null;
    const { selectsByClick, firstNumber } = state;
    this.#finder.render({ dataset, selectsByClick, firstNumber, page: () => pageSheet(state, dataset, engine) });
    this.style.render({ layout, dataset, state, painted, usual: isDefault(state) });
    this.#axes.render(dataset, !!dataset.statuses.images?.axes.length);
    this.#labels.render(dataset, !!dataset.statuses.labels?.labelling);
    this.#names.render(dataset, isUnknown(dataset));
    this.#pairing.render({ dataset, datasets: state.datasets, files: state.files, link: linkTo(state) });
  }
}
