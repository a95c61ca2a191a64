/** The switch between the grid, the map, the check and predictions: a group of buttons, one of which is in the tab order. */

import { isFinding } from '../state/index.js';
import { intend } from './intent.js';

/** @import { Mode } from '../state/index.js' */

export class ModeSwitch {
  #group;
  #buttons;

  /** @param {HTMLElement} group  of buttons, whose values are modes */
  constructor(group) {
    this.#group = group;
    this.#buttons = [...group.querySelectorAll('button')];
    group.addEventListener('click', ({ target }) => {
      const button = /** @type {Element} */ (target).closest('button');
      if (button) intend(group, { type: 'mode', mode: /** @type {Mode} */ (button.value) });
    });
    group.addEventListener('keydown', (event) => this.#press(event));
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
    const wanted = isFinding(mode) ? 'suspects' : mode === 'map' || mode === 'predictions' ? mode : '';
    const shown = isThere[wanted] ? wanted : '';
    for (const button of this.#buttons) {
      button.hidden = !isThere[/** @type {keyof typeof isThere} */ (button.value)];
      button.ariaPressed = String(button.value === shown);
      button.tabIndex = button.value === shown ? 0 : -1;
    }
    return shown;
  }

  /**
   * Arrow keys move from button to button.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const shown = this.#buttons.filter(({ hidden }) => !hidden);
    const at = shown.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const last = shown.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    shown[Math.max(0, Math.min(to, last))].focus();
  }
}
