/** The switch between the grid, the map, the check and predictions. */

import { isCheckList } from '../state/index.js';
import { intend } from './intent.js';

/** @import { Mode } from '../state/index.js' */

export class ModeSwitch {
  #group;
  #buttons;

  /** @param {HTMLElement} group  of buttons, whose values are modes */
  constructor(group) {
    this.#group = group;
    this.#buttons = [...group.querySelectorAll('button')];
    group.addEventListener('click', ({ target, detail }) => {
      const button = /** @type {Element} */ (target).closest('button');
      if (!button) return;
      const mode = /** @type {Mode} */ (button.value);
      // A click by keyboard has no detail. The focus goes along then: the view is many Tabs away from its button.
      intend(group, detail ? { type: 'mode', mode } : { type: 'mode-focused', mode });
    });
  }

  /**
   * Shows which view of a dataset is on, of those that it has. Returns it as a button has it.
   * @param {Mode} mode
   * @param {boolean} hasImages  whether there are images to compare
   * @param {boolean} hasPredictions
   */
  render(mode, hasImages, hasPredictions) {
    this.#group.hidden = !hasImages && !hasPredictions;
    const isThere = { map: hasImages, suspects: hasImages, predictions: hasPredictions, '': true };
    const wanted = isCheckList(mode) ? 'suspects' : mode === 'map' || mode === 'predictions' ? mode : '';
    const shown = isThere[wanted] ? wanted : '';
    for (const button of this.#buttons) {
      button.hidden = !isThere[/** @type {keyof typeof isThere} */ (button.value)];
      button.ariaPressed = String(button.value === shown);
    }
    return shown;
  }
}
