/** The side: the classes, statistics, and what a check has found, of one dataset or of two. */

import { isCheckList, mayHaveClasses } from '../state/index.js';
import { findingsProps } from './check-props.js';
import { statisticsProps } from './props.js';
import { Sections } from './sections.js';

/**
 * @import { Elements } from '../platform/modules.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Frame } from './frame.js'
 * @import { Later } from './later.js'
 * @import { Shown } from './sections.js'
 */

export class Side {
  #sections;
  #findings;
  #histogram;
  #pictures;

  /**
   * @param {Frame} frame
   * @param {<T extends keyof Elements>(tag: T, styles?: string[], after?: Promise<unknown>) => Later<T>} later  has an element
   *   loaded when it is needed
   */
  constructor(frame, later) {
    this.#sections = new Sections(frame, later);
    this.#findings = later('check-findings', ['check.css', 'check-side.css']);
    this.#histogram = later('class-histogram');
    // They stand beside the classes, so they come after them.
    this.#pictures = later('class-pictures', ['statistics.css'], customElements.whenDefined('class-histogram'));
  }

  /**
   * @param {State} state
   * @param {Dataset} dataset  of the active pane
   * @param {Shown[]} shown  of all panes, from left to right
   */
  render(state, dataset, shown) {
    const datasets = shown.map(({ dataset }) => dataset);
    this.#sections.render(state, shown);
    this.#findings.render(findingsProps(state, dataset), isCheckList(state.mode));
    this.#histogram.render(datasets, datasets.some(mayHaveClasses));
    // Labels may come at the end, and the side is not shown while the classes are loaded.
    if (datasets.some(({ grows }) => grows)) this.#histogram.prepare();
    const measured = datasets.some(({ jobs }) => jobs.statistics?.report?.classes.length);
    this.#pictures.render(
      shown.map(({ dataset, engine }) => statisticsProps(state, dataset, engine)),
      measured,
    );
  }
}
