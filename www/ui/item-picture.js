/** <item-picture>: an item, large, with a cursor that follows the pointer and the arrow keys. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { single } from './contact-sheet.js';
import { paint } from './paint.js';
import { ROOMY, writeValues } from './pixel-values.js';
import { textScale, ViewerElement } from './viewer-element.js';

/**
 * @typedef {{ row: number, column: number }} Place
 * @typedef {{ rows: number, columns: number }} Size
 *
 * @typedef {object} Scale  how an item is drawn to fit
 * @property {number} shrink  values for each pixel of the picture
 * @property {number} unit  CSS pixels for each pixel of the picture
 * @property {[number, number] | undefined} plot  the size of a line plot
 */

/** CSS pixels of the cursor, where values are smaller. */
const MIN_CURSOR = 3;

const words = late.item;
const CONTENT = markup`
  <div class="room">
    <div class="picture" tabindex="0" role="application" aria-description="${words.pictureKeys}">
      <canvas width="1" height="1" aria-hidden="true"></canvas>
      <canvas class="inside" width="1" height="1" aria-hidden="true" hidden></canvas>
      <span class="cursor" hidden></span>
    </div>
  </div>`;

export class ItemPicture extends ViewerElement {
  /** It has a width even before the stylesheet of this element is here. */
  #room = this.find('.room');
  #picture = this.find('.picture');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #inside = this.find('.inside', HTMLCanvasElement);
  #cursor = this.find('.cursor');
  /** @type {ImageData | null} */
  #image = null;
  /** CSS pixels of a value. */
  #unit = 1;
  #plotted = false;
  /** @type {Size} */
  #size = { rows: 1, columns: 1 };
  /** The value at the cursor. @type {Place | null} */
  at = null;
  /** Called when the cursor moves: by a key, by the pointer, or with the picture. @type {(byKey?: boolean) => void} */
  onMove = () => {};

  constructor() {
    super(CONTENT);
    for (const type of ['pointermove', 'pointerdown']) {
      this.#canvas.addEventListener(type, (event) => {
        const { offsetX, offsetY } = /** @type {PointerEvent} */ (event);
        this.#move({ row: Math.floor(offsetY / this.#unit), column: Math.floor(offsetX / this.#unit) }, false);
      });
    }
    this.#picture.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {string} name */
  set name(name) {
    this.#picture.ariaLabel = name;
  }

  /** @override */
  focus() {
    this.#picture.focus();
  }

  /**
   * How an item is drawn: as wide as the panel, and as high as stays in view. An item that has to be shrunk has whole
   * device pixels.
   * @param {Size} size
   * @param {boolean} plotted  whether it is drawn as a line
   * @returns {Scale}
   */
  fit({ rows, columns }, plotted) {
    const { clientWidth } = this.#room;
    // A panel that the user widened is there for the image.
    const height = Math.max(innerHeight * 0.65, Math.min(clientWidth, innerHeight * 0.8));
    const room = { width: clientWidth * devicePixelRatio, height: height * devicePixelRatio };
    const zoom = Math.min(room.width / columns, room.height / rows);
    const shrink = Math.max(1, Math.ceil(1 / zoom - 1e-9));
    const unit = Math.max(1, zoom) / devicePixelRatio;
    if (!plotted) return { shrink, unit, plot: undefined };
    const width = Math.max(1, Math.floor(room.width));
    return { shrink, unit: 1 / devicePixelRatio, plot: [width, Math.max(1, Math.floor(room.width / 2))] };
  }

  /**
   * Takes the room of an item that is still to come, so that nothing below it moves.
   * @param {Size} size
   * @param {Scale} scale
   */
  reserve({ rows, columns }, { shrink, unit, plot }) {
    const [width, height] = plot ?? [Math.ceil(columns / shrink), Math.ceil(rows / shrink)];
    Object.assign(this.#canvas.style, { width: `${width * unit}px`, height: `${height * unit}px` });
  }

  /**
   * @param {ImageData} image
   * @param {Size} size
   * @param {Scale} scale
   */
  show(image, size, { shrink, unit, plot }) {
    paint(this.#canvas, image, unit);
    this.#plotted = !!plot;
    this.#unit = plot ? (image.width * unit) / size.columns : unit / shrink;
    this.#size = size;
    this.#image = image;
    this.#inside.hidden = true;
    this.#move(this.at);
  }

  /** Whether each value has a pixel of its own that is large enough for a number. */
  get isRoomy() {
    return !this.#plotted && this.#image?.width === this.#size.columns && this.#unit >= ROOMY * textScale();
  }

  /**
   * Writes numbers into the pixels.
   * @param {string[]} numbers  row by row; none removes them
   */
  write(numbers) {
    this.#inside.hidden = !numbers.length;
    if (numbers.length && this.#image) writeValues(this.#inside, this.#image, this.#unit, numbers);
  }

  /** Removes the cursor. */
  clear() {
    this.#move(null);
  }

  /** The picture as a file. A line is as large as it is on the page. */
  toBlob() {
    return single(this.#canvas, !this.#plotted);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const { at } = this;
    this.#move(at ? { row: at.row + step[0], column: at.column + step[1] } : { row: 0, column: 0 }, true);
  }

  /**
   * Moves the cursor to a value within the item, or removes it.
   * @param {Place | null} to
   * @param {boolean} [byKey]
   */
  #move(to, byKey) {
    const { rows, columns } = this.#size;
    this.at = to && {
      row: Math.max(0, Math.min(to.row, rows - 1)),
      column: Math.max(0, Math.min(to.column, columns - 1)),
    };
    this.#cursor.hidden = !this.at;
    if (this.at) {
      const width = `${Math.max(MIN_CURSOR, this.#unit)}px`;
      Object.assign(this.#cursor.style, {
        left: `${this.#canvas.offsetLeft + this.at.column * this.#unit}px`,
        top: `${this.#canvas.offsetTop + this.at.row * this.#unit}px`,
        width,
        height: this.#plotted ? `${this.#canvas.offsetHeight}px` : width,
      });
    }
    this.onMove(byKey);
  }
}
