/** <presentation-slide>: an item that an audience sees. A click shows or hides its label. */

import { markup } from '../platform/trusted.js';
import { paint } from './paint.js';
import { shortNumber, writeValues } from './pixel-values.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Props as ItemProps } from './item-panel.js'
 *
 * @typedef {object} Slide
 * @property {number} item
 * @property {ImageData | null} image
 * @property {number} unit  CSS pixels of a pixel of the image
 * @property {string | null} label  as it is shown; null without labels
 * @property {boolean} isHidden  whether the label is hidden
 * @property {string} name  accessible
 * @property {[values: ItemProps['values'], rows: number, columns: number] | null} values  to be written into the pixels, which are large enough
 */

const CONTENT = markup`
  <button type="button">
    <span class="sheet"><canvas width="1" height="1"></canvas><canvas class="inside" hidden></canvas></span>
    <bdi></bdi>
  </button>`;

export class PresentationSlide extends ViewerElement {
  /** The item's place among those that match the filter. */
  place = 0;
  #button = this.find('button');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #inside = this.find('.inside', HTMLCanvasElement);
  #label = this.find('bdi');
  /** @type {Slide | null} */
  #slide = null;

  constructor() {
    super(CONTENT);
    this.#button.addEventListener('click', () => {
      if (this.#slide?.label !== null) this.dispatchEvent(new CustomEvent('reveal', { bubbles: true }));
    });
  }

  /** @param {Slide} slide */
  render(slide) {
    this.#slide = slide;
    const { image, unit, label, isHidden, name } = slide;
    this.#button.ariaLabel = name;
    this.#label.textContent = label ?? '';
    this.#label.classList.toggle('hidden-label', isHidden);
    if (image) paint(this.#canvas, image, unit);
    this.#write(slide);
  }

  /**
   * Writes the values into the pixels.
   * @param {Slide} slide
   */
  async #write(slide) {
    const { item, image, unit, values } = slide;
    this.#inside.hidden = true;
    if (!values || !image) return;
    const [load, rows, columns] = values;
    const numbers = await load(item, 0, 0, rows, columns).catch(() => new Float64Array());
    if (slide !== this.#slide || !numbers.length) return;
    this.#inside.hidden = false;
    writeValues(this.#inside, image, unit, Array.from(numbers, shortNumber));
  }
}
