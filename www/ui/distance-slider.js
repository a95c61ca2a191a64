/**
 * <distance-slider>: how close images have to be to count as near duplicates, over a histogram of the distances, with the
 * pairs on either side of the limit.
 */

import { markup } from '../platform/trusted.js';
import { check as words } from '../text/check.js';
import { intend } from './intent.js';
import { showPictures } from './item-pictures.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { NearDuplicates } from '../pkg/insight.js'
 * @import { Description, Picture } from './item-pictures.js'
 */

/** CSS pixels of the longer side of a picture. */
const SIZE = 28;

const CONTENT = markup`
  <label><span>${words.threshold}</span> <span class="reach"></span>
    <span class="bins" aria-hidden="true"></span>
    <input type="range" min="0" step="0.01">
  </label>
  <div class="borderline">
    <div role="group" aria-label="${words.inside}"><span>${words.inside}</span><span class="inside similar"></span></div>
    <div role="group" aria-label="${words.outside}"><span>${words.outside}</span><span class="outside similar"></span></div>
  </div>`;

export class DistanceSlider extends ViewerElement {
  #slider = this.find('input', HTMLInputElement);
  #bins = this.find('.bins');
  #reach = this.find('.reach');

  constructor() {
    super(CONTENT);
    this.#slider.addEventListener('input', () => {
      this.#reach.textContent = words.closer(Number(this.#slider.value));
      intend(this, { type: 'near-threshold', threshold: Number(this.#slider.value) });
    });
  }

  /**
   * @param {NearDuplicates} found
   * @param {boolean} canChange  whether a worker has the images
   */
  render({ threshold, histogram, limit }, canChange) {
    this.#slider.max = String(limit);
    // The user may have moved it on.
    if (document.activeElement !== this.#slider) this.#slider.value = String(threshold);
    this.#slider.disabled = !canChange;
    this.#reach.textContent = words.closer(Number(this.#slider.value));
    const most = Math.max(1, ...histogram);
    this.#bins.replaceChildren(
      ...Array.from(histogram, (count, bin) => {
        const bar = document.createElement('i');
        // By the square root: a few groups of many copies would hide everything else.
        bar.style.setProperty('--share', String(Math.sqrt(count / most)));
        bar.classList.toggle('within', (bin + 0.5) / histogram.length <= threshold / limit);
        return bar;
      }),
    );
  }

  /**
   * Shows the pairs on either side of the limit.
   * @param {Picture[]} inside
   * @param {Picture[]} outside
   * @param {Description} describe
   */
  showPairs(inside, outside, describe) {
    showPictures(this.find('.inside'), inside, SIZE, { ...describe, labelled: false });
    showPictures(this.find('.outside'), outside, SIZE, { ...describe, labelled: false });
  }
}
