/** The sections of the side about a whole dataset, such as statistics. They are closed until the user opens them. */

import { text } from '../text/index.js';
import { statisticsProps } from './props.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Elements } from '../platform/modules.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Frame } from './frame.js'
 * @import { Later } from './later.js'
 *
 * @typedef {{ dataset: Dataset, engine: Engine }} Shown  a dataset in a pane
 */

/** In the order in which they stand. */
const SECTIONS = /** @type {const} */ ([
  {
    tag: 'statistics-view',
    style: 'statistics.css',
    title: text.frame.statistics,
    fits: (/** @type {Dataset} */ dataset) => dataset.statuses.images !== null,
    props: (/** @type {State} */ state, /** @type {Shown[]} */ shown) =>
      shown
        .filter(({ dataset }) => dataset.statuses.images)
        .map((set) => statisticsProps(state, set.dataset, set.engine)),
  },
]);

export class Sections {
  #sections;

  /**
   * @param {Frame} frame
   * @param {<T extends keyof Elements>(tag: T, styles?: string[]) => Later<T>} later  has an element loaded when it is needed
   */
  constructor(frame, later) {
    this.#sections = SECTIONS.map(({ tag, style, title, ...rest }) => {
      const details = Object.assign(document.createElement('details'), { className: 'section', hidden: true });
      const summary = Object.assign(document.createElement('summary'), { textContent: title });
      details.append(summary, document.createElement(tag));
      frame.find('label-controls').before(details);
      return { ...rest, details, later: later(tag, [style]) };
    });
  }

  /**
   * @param {State} state
   * @param {Shown[]} shown  from left to right
   */
  render(state, shown) {
    for (const { details, later, fits, props } of this.#sections) {
      details.hidden = !shown.some(({ dataset }) => fits(dataset));
      later.render(props(state, shown), details.open && !details.hidden);
    }
  }
}
