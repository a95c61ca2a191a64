/** <class-pictures>: the mean or deviation image of each class, beside the class in the list around it. */

import { hasPictures } from '../state/index.js';
import { Latest } from './latest.js';

/**
 * @import { Colours, Page, PageRequest } from '../engine/protocol.js'
 * @import { Dataset, ClassThumbnails } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Colours} colours
 * @property {ClassThumbnails} classThumbnails
 * @property {(request: PageRequest, lane: string) => Promise<Page | null>} load
 */

/** CSS pixels of a picture. */
const SIZE = 22;
/** The classes of the canvases of the first and of the second dataset. */
const SIDES = ['one', 'two'];

export class ClassPictures extends HTMLElement {
  #latest = SIDES.map(() => new Latest());
  /** The statistics and the counts that the pictures belong to. @type {unknown[]} */
  #shown = [];
  /** The dataset whose pictures each side has. @type {(number | null)[]} */
  #painted = SIDES.map(() => null);

  /** @param {Props[]} sets  one dataset, or two that are compared */
  render(sets) {
    const shown = sets.flatMap(({ dataset: { jobs, counts } }) => [jobs.statistics?.report, counts]);
    if (shown.length !== this.#shown.length || shown.some((part, at) => part !== this.#shown[at])) {
      for (const latest of this.#latest) latest.clear();
    }
    this.#shown = shown;
    SIDES.forEach((side, at) => {
      const dataset = sets[at]?.dataset;
      const isDrawn = dataset && hasPictures(dataset);
      // Those of a dataset that was shown before stand beside other classes.
      if (!isDrawn || dataset.id !== this.#painted[at])
        this.parentElement?.querySelectorAll(`canvas.${side}`).forEach((canvas) => canvas.remove());
      this.#painted[at] = isDrawn ? dataset.id : null;
      if (isDrawn) this.#draw(sets[at], side, this.#latest[at]);
    });
  }

  /**
   * @param {Props} props
   * @param {string} side
   * @param {Latest} latest
   */
  async #draw({ dataset, colours, classThumbnails, load }, side, latest) {
    const { images } = dataset.statuses;
    const report = dataset.jobs.statistics?.report;
    if (!images || !report?.classes.length || report.items < report.total) return;
    const { classes } = report;
    const { rows, columns, orientation, arrangement, range } = images;
    const key = JSON.stringify([colours, classThumbnails, rows, columns, orientation, arrangement, range]);
    const shrink = Math.max(1, Math.floor(Math.max(rows, columns) / (SIZE * devicePixelRatio)));
    const items = Float64Array.from(classes, (_, index) => index + 1);
    const request = { items, columns: 1, gapX: 0, gapY: 0, shrink, average: classThumbnails, ...colours };
    // A page that is missing is asked for again when more images are measured.
    const page = await latest.ask({ key, version: report.items }, () => load(request, 'classes')).catch(() => null);
    if (!page) return;
    latest.partial = !page.image;
    if (page.image) this.#paint(page.image, classes.map(String), side);
  }

  /**
   * Cuts an image into one picture for each class, and puts each beside its class.
   * @param {ImageData} image
   * @param {string[]} classes
   * @param {string} side
   */
  #paint(image, classes, side) {
    const height = image.height / classes.length;
    const list = /** @type {HTMLElement} */ (this.parentElement);
    for (const button of list.querySelectorAll('button[value]')) {
      const known = /** @type {HTMLCanvasElement | null} */ (button.querySelector(`canvas.${side}`));
      const canvas = known ?? button.appendChild(Object.assign(document.createElement('canvas'), { className: side }));
      const at = classes.indexOf(/** @type {HTMLButtonElement} */ (button).value);
      canvas.ariaHidden = 'true';
      Object.assign(canvas, { width: image.width, height });
      canvas.getContext('2d')?.putImageData(image, 0, -at * height);
    }
  }
}
