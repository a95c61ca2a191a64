/** The image under the pointer or the keyboard cursor of the map, in a corner that the pointer is not in. */

import { loadPictures, picturesAt } from './card-pictures.js';
import { showPictures } from './item-pictures.js';
import { Latest } from './latest.js';

/**
 * @import { Plan } from '../engine/check-plan.js'
 * @import { Props } from './map-view.js'
 */

/** CSS pixels of the longer side of the picture. */
const PICTURE = 84;

export class MapTip {
  #element;
  #area;
  #answers = new Latest();

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} area  that it stands over
   */
  constructor(element, area) {
    this.#element = element;
    this.#area = area;
  }

  /**
   * Stays away from a place: moves to the other corner if it is near.
   * @param {{ x: number, y: number }} place
   */
  avoid({ x, y }) {
    const { offsetWidth, offsetHeight } = this.#element;
    const { clientWidth, clientHeight } = this.#area;
    const isLow = y > clientHeight - Math.max(120, offsetHeight) - 40;
    this.#element.classList.toggle('aside', isLow && x < Math.min(clientWidth / 2, Math.max(120, offsetWidth) + 40));
  }

  /**
   * @param {number | null} place  of the image among all that were compared; null for none
   * @param {Plan} plan
   * @param {Props} props
   */
  async show(place, plan, { source, describe, appearance, dataset }) {
    this.#element.hidden = place === null;
    if (place === null) return this.#answers.clear();
    const key = [place, appearance].join();
    const pictures = await this.#answers.ask({ key, version: dataset.statuses.version }, async () => {
      const pictures = picturesAt(plan, [place], source);
      await loadPictures(pictures, PICTURE * devicePixelRatio, source);
      return pictures;
    });
    if (!pictures) return;
    showPictures(this.#element, pictures, PICTURE, { ...describe, labelled: false });
    const button = /** @type {HTMLButtonElement} */ (this.#element.firstElementChild);
    const caption = button.querySelector('bdi');
    if (caption) caption.textContent = button.ariaLabel;
    // Enter on the map opens the same image.
    button.tabIndex = -1;
  }
}
