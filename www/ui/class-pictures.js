/** <class-pictures>: what the images of each class are like, small, beside the class in the list around it. */

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

export class ClassPictures extends HTMLElement {
  /** What the pictures were drawn from. @type {unknown[]} */
  #drawn = [];

  /** @param {Props[]} sets  one, or two of which the classes are compared */
  render(sets) {
    const drawn = sets.flatMap(
      ({
        dataset: {
          jobs,
          counts,
          statuses: { images },
        },
        colours,
        classThumbnails,
      }) => {
        return [
          jobs.statistics.report,
          counts,
          images &&
            JSON.stringify([colours, classThumbnails, images.rows, images.columns, images.orientation, images.raster]),
        ];
      },
    );
    if (drawn.length === this.#drawn.length && drawn.every((part, at) => part === this.#drawn[at])) return;
    this.#drawn = drawn;
    const shown = sets.map(
      ({
        dataset: {
          jobs: {
            statistics: { report: statistics },
          },
          statuses: { images },
        },
      }) => !!images && !!statistics?.classes.length && statistics.items === statistics.total,
    );
    this.parentElement?.classList.toggle('pictured', shown.includes(true));
    ['one', 'two'].forEach((side, at) => {
      if (shown[at]) this.#draw(sets[at], side, drawn);
      else this.parentElement?.querySelectorAll(`canvas.${side}`).forEach((canvas) => canvas.remove());
    });
  }

  /**
   * @param {Props} props
   * @param {string} side
   * @param {unknown[]} drawn
   */
  async #draw(
    {
      dataset: {
        jobs: {
          statistics: { report: statistics },
        },
        statuses: { images },
      },
      colours,
      classThumbnails,
      load,
    },
    side,
    drawn,
  ) {
    const list = /** @type {HTMLElement} */ (this.parentElement);
    if (!images || !statistics) return;
    const { classes } = statistics;
    const shrink = Math.max(1, Math.floor(Math.max(images.rows, images.columns) / (SIZE * devicePixelRatio)));
    const items = Float64Array.from(classes, (_, index) => index + 1);
    const page = await load(
      { items, columns: 1, gapX: 0, gapY: 0, shrink, of: classThumbnails, ...colours },
      'classes',
    ).catch(() => null);
    if (drawn !== this.#drawn) return;
    if (!page?.image) {
      // To be asked for again.
      this.#drawn = [];
      return;
    }
    const { width, height } = page.image;
    const names = classes.map(String);
    for (const button of list.querySelectorAll('button[value]')) {
      const known = /** @type {HTMLCanvasElement | null} */ (button.querySelector(`canvas.${side}`));
      const canvas = known ?? button.appendChild(Object.assign(document.createElement('canvas'), { className: side }));
      const at = names.indexOf(/** @type {HTMLButtonElement} */ (button).value);
      canvas.ariaHidden = 'true';
      Object.assign(canvas, { width, height: height / classes.length });
      canvas.getContext('2d')?.putImageData(page.image, 0, (-at * height) / classes.length);
    }
  }
}
