/** What a map shows, in a line below it and for who cannot see it. */

import { isOtherPlan } from '../engine/check-plan.js';
import { check as checkWords } from '../text/check.js';
import { map as words } from '../text/map.js';

/**
 * @import { Plan } from '../engine/check-plan.js'
 * @import { Colouring } from './map-colours.js'
 * @import { Props } from './map-view.js'
 */

export class MapNote {
  #area;
  #line;
  #again;

  /**
   * @param {HTMLElement} area  of the map
   * @param {HTMLElement} line
   * @param {HTMLElement} again  the button that compares images again
   */
  constructor(area, line, again) {
    this.#area = area;
    this.#line = line;
    this.#again = again;
  }

  /**
   * @param {Plan} plan  the images that were compared
   * @param {Props} props
   * @param {Colouring} colouring
   */
  render(plan, { dataset, datasets, check, describe: { kind } }, colouring) {
    this.#area.ariaLabel = words.named(dataset.name, plan.sets[0].count, kind, words.colourings[colouring]);
    const others = plan.sets.slice(1).map((set) => datasets.find(({ id }) => id === set.dataset)?.name ?? '');
    const isOutdated = check?.stage === null && isOtherPlan(dataset, datasets, plan);
    const note = [
      words.shows(dataset.name),
      ...(others.length ? [words.others(others.join(', '))] : []),
      words.meaning(kind),
      ...(isOutdated ? [checkWords.others] : []),
    ].join(' ');
    if (this.#line.textContent !== note) this.#line.textContent = note;
    this.#again.hidden = !isOutdated;
  }
}
