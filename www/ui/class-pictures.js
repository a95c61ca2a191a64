/** <class-pictures>: what the images of each class are like, small, beside the class in the list around it. */

/**
 * @import { Colours, Page, PageRequest } from '../engine/protocol.js'
 * @import { Dataset, Portraits } from '../state.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Colours} colours
 * @property {Portraits} portraits
 * @property {(request: PageRequest, lane: string) => Promise<Page | null>} load
 */

/** CSS pixels of a picture. */
const SIZE = 22;

export class ClassPictures extends HTMLElement {
  /** What the pictures were drawn from. @type {unknown[]} */
  #drawn = [];

  /** @param {Props} props */
  async render({ dataset, colours, portraits, load }) {
    const { statistics, statuses: { images }, counts } = dataset;
    if (!images || !statistics) return;
    const drawn = [statistics, counts, JSON.stringify([colours, portraits, images.rows, images.columns, images.orientation, images.layout])];
    if (drawn.every((part, at) => part === this.#drawn[at])) return;
    this.#drawn = drawn;
    const list = /** @type {HTMLElement} */ (this.parentElement);
    const { classes } = statistics;
    const shown = statistics.items === statistics.total && classes.length > 0;
    list.classList.toggle('pictured', shown);
    if (!shown) return;
    const shrink = Math.max(1, Math.floor(Math.max(images.rows, images.columns) / (SIZE * devicePixelRatio)));
    const items = Float64Array.from(classes, (_, index) => index + 1);
    const page = await load({ items, columns: 1, gapX: 0, gapY: 0, shrink, of: portraits, ...colours }, 'classes').catch(() => null);
    if (drawn !== this.#drawn) return;
    if (!page?.image) {
      // To be asked for again.
      this.#drawn = [];
      return;
    }
    const { width, height } = page.image;
    const names = classes.map(String);
    for (const button of list.querySelectorAll('button[value]')) {
      const canvas = button.querySelector('canvas') ?? button.appendChild(document.createElement('canvas'));
      const at = names.indexOf(/** @type {HTMLButtonElement} */ (button).value);
      canvas.ariaHidden = 'true';
      Object.assign(canvas, { width, height: height / classes.length });
      canvas.getContext('2d')?.putImageData(page.image, 0, (-at * height) / classes.length);
    }
  }
}
