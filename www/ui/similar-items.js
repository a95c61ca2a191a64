/** <similar-items>: the images that are most similar to the item in the panel, in all open datasets of its size. */

import { markup } from '../platform/trusted.js';
import { canCheck } from '../state/index.js';
import { check as words } from '../text/check.js';
import { picturesOf } from './card-pictures.js';
import { intend } from './intent.js';
import { openOnClick, SMALL, showPictures } from './item-pictures.js';
import { Latest } from './latest.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Dataset } from '../state/index.js'
 * @import { Found } from '../session/checks.js'
 * @import { Source } from './card-pictures.js'
 * @import { Description } from './item-pictures.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {number} item
 * @property {boolean} isReady  whether the images have been collected, so that the answer comes at once
 * @property {boolean} isBusy  whether another dataset is being checked, so that there is no answer until that ends
 * @property {number | null} memory  bytes that the search takes, about; null if a worker has the images
 * @property {string} appearance  a key that changes when images may look different
 * @property {Description} describe
 * @property {(dataset: number) => Source | null} source  of pictures
 * @property {(sought: number, count: number) => Promise<Found[]>} similar
 */

/** Images that are shown. */
const COUNT = 6;

const CONTENT = markup`
  <h3>${words.similar}</h3>
  <p><span class="busy" hidden>${words.busy}</span> <button type="button" class="find"></button>
    <button type="button" class="draw" aria-haspopup="dialog">${words.draw}</button>
    <small class="memory"></small></p>
  <div class="similar" role="group" tabindex="-1" aria-label="${words.similar}" aria-live="polite"></div>`;

export class SimilarItems extends ViewerElement {
  #find = this.find('.find');
  #memory = this.find('.memory');
  #pictures = this.find('.similar');
  #answers = new Latest();
  /** The dataset whose images the user wants to be compared, however long that takes. @type {number | null} */
  #asked = null;
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.#find.addEventListener('click', () => {
      this.#asked = this.#props?.dataset.id ?? null;
      this.#update();
      // The button that had the focus is gone.
      if (this.#find.hidden) this.#pictures.focus();
    });
    this.find('.draw').addEventListener('click', () => intend(this, { type: 'sketch' }));
    openOnClick(this.#pictures);
  }

  /** @param {Props | null} props */
  render(props) {
    this.#props = props;
    this.hidden = !props || !canCheck(props.dataset);
    if (props && !this.hidden) this.#update();
  }

  async #update() {
    const props = /** @type {Props} */ (this.#props);
    const { dataset, item, isReady, isBusy, memory, appearance, describe, source, similar } = props;
    const isWanted = !isBusy && (isReady || this.#asked === dataset.id);
    this.find('.busy').hidden = !isBusy;
    // A signal is a line of values, not a drawing.
    this.find('.draw').hidden = describe.kind !== 'image';
    this.#find.textContent = words.findSimilar(describe.kind);
    this.#find.hidden = this.#memory.hidden = isWanted || isBusy;
    this.#memory.textContent = memory === null ? '' : words.takes(memory);
    this.#pictures.hidden = !isWanted;
    if (!isWanted) return;
    const key = JSON.stringify([dataset.id, item, appearance]);
    const pictures = await this.#answers.ask({ key, version: dataset.statuses.version }, async () => {
      const found = await similar(item, COUNT).catch(() => []);
      return picturesOf(found, SMALL * devicePixelRatio, source);
    });
    if (pictures) showPictures(this.#pictures, pictures, SMALL, { ...describe, labelled: true });
  }
}
