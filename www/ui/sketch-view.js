/** <sketch-view>: a dialog to draw an image, or to open a picture, and to see the most similar images of the dataset. */

import { markup } from '../platform/trusted.js';
import { check as words } from '../text/check.js';
import { late } from '../text/late.js';
import { picturesOf } from './card-pictures.js';
import { intend } from './intent.js';
import { openOnClick, showPictures } from './item-pictures.js';
import { note, quietButton } from './note.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Found } from '../session/checks.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { Entry } from './dropped.js'
 * @import { Description } from './item-pictures.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Description} describe
 * @property {(dataset: number) => Source | null} source  of pictures
 * @property {(pixels: Uint8Array, count: number) => Promise<Found[]>} similar
 * @property {() => boolean} isBusy  whether another dataset is being checked, so that there is no answer until that ends
 * @property {number | null} memory  bytes that the search takes, about; null if a worker has the images
 * @property {{ rows: number, columns: number }} size  of the images as they are compared
 * @property {boolean} isBright  whether their background is white in the file
 */

/** Images that are shown, and CSS pixels of the longer side of each. */
const COUNT = 24;
const SIZE = 56;
/** Pixels of the canvas for each pixel of an image. */
const UNIT = 10;
/** Width of the pen, as a share of the longer side. */
const PEN = 0.08;

const CONTENT = markup`
  <dialog aria-label="${words.draw}">
    <button type="button" class="close" aria-label="${words.closeSketch}">×</button>
    <h2>${words.draw}</h2>
    <p class="note"></p>
    <div class="dropped"></div>
    <div class="desk">
      <canvas class="paper" role="img" aria-label="${words.paper}"></canvas>
      <div class="similar" role="group" aria-label="${words.similar}" aria-live="polite"></div>
    </div>
    <p class="actions">
      <button type="button" class="wipe">${words.wipe}</button>
      <button type="button" class="invert">${words.invert}</button>
      <label class="button">${words.usePicture}<input type="file" accept="image/*"></label>
      <span class="report" aria-live="polite"></span>
    </p>
  </dialog>`;

export class SketchView extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #paper = this.find('.paper', HTMLCanvasElement);
  #similar = this.find('.similar');
  #dropped = this.find('.dropped');
  #file = this.find('input', HTMLInputElement);
  #report = this.find('.report');
  /** Whether an answer is awaited, and whether the drawing has changed meanwhile. */
  #asks = false;
  #changed = false;
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.find('.wipe').addEventListener('click', () => this.#wipe());
    this.find('.invert').addEventListener('click', () => this.#invert());
    this.#file.addEventListener('change', () => {
      const [file] = this.#file.files ?? [];
      this.#file.value = '';
      if (file) this.#take(file);
    });
    this.#paper.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#paper.addEventListener('pointermove', (event) => this.#draw(event));
    openOnClick(this.#similar, () => this.#dialog.close());
  }

  /**
   * @param {Props} props
   * @param {Entry | null} picture  that was dropped, to look for in place of a drawing
   */
  open(props, picture) {
    const isNew = props.dataset.id !== this.#props?.dataset.id;
    this.#props = props;
    const hint = words.drawHint(props.describe.kind);
    this.find('.note').textContent = props.memory === null ? hint : `${hint} ${words.takes(props.memory)}`;
    if (!this.#dialog.open) this.#dialog.showModal();
    if (isNew) {
      const { rows, columns } = props.size;
      Object.assign(this.#paper, { width: UNIT * columns, height: UNIT * rows });
      this.#wipe();
    }
    this.#dropped.replaceChildren(...(picture ? [this.#otherUse(picture, props)] : []));
    if (picture) this.#take(picture.file);
  }

  /**
   * A note that a dropped picture is looked for, with a button for those who want to open it.
   * @param {Entry} picture
   * @param {Props} props
   */
  #otherUse(picture, { describe }) {
    const paragraph = note(words.lookedFor(picture.name, describe.kind), []);
    const open = quietButton(late.notes.openSeparately, () => {
      this.#dialog.close();
      intend(this, { type: 'open-picture', picture });
    });
    paragraph.append(' ', open);
    return paragraph;
  }

  get #pen() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.#paper.getContext('2d', { willReadFrequently: true }));
    const width = PEN * Math.max(this.#paper.width, this.#paper.height);
    return Object.assign(pen, {
      lineWidth: width,
      lineCap: 'round',
      lineJoin: 'round',
      strokeStyle: this.#props?.isBright ? '#000' : '#fff',
    });
  }

  #wipe() {
    const pen = this.#pen;
    pen.fillStyle = this.#props?.isBright ? '#fff' : '#000';
    pen.fillRect(0, 0, this.#paper.width, this.#paper.height);
    this.#similar.replaceChildren();
    this.#report.textContent = '';
  }

  #invert() {
    const pen = this.#pen;
    pen.globalCompositeOperation = 'difference';
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, this.#paper.width, this.#paper.height);
    pen.globalCompositeOperation = 'source-over';
    this.#ask();
  }

  /** @param {PointerEvent} event */
  #placeOf({ offsetX, offsetY }) {
    const { clientWidth, clientHeight, width, height } = this.#paper;
    return /** @type {[number, number]} */ ([(offsetX * width) / clientWidth, (offsetY * height) / clientHeight]);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button) return;
    this.#paper.setPointerCapture(event.pointerId);
    const pen = this.#pen;
    pen.beginPath();
    pen.moveTo(...this.#placeOf(event));
    this.#draw(event);
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    if (!this.#paper.hasPointerCapture(event.pointerId)) return;
    const pen = this.#pen;
    pen.lineTo(...this.#placeOf(event));
    pen.stroke();
    this.#ask();
  }

  /**
   * Puts a picture in place of the drawing.
   * @param {File} file
   */
  async #take(file) {
    try {
      const picture = await createImageBitmap(file);
      this.#wipe();
      const { width, height } = this.#paper;
      const scale = Math.min(width / picture.width, height / picture.height);
      const [across, down] = [picture.width * scale, picture.height * scale];
      const pen = this.#pen;
      // What is around the picture, or seen through it, has the colour of its corner.
      const corner = cornerOf(picture);
      pen.fillStyle = `rgb(${corner.join(' ')})`;
      pen.fillRect(0, 0, width, height);
      pen.drawImage(picture, (width - across) / 2, (height - down) / 2, across, down);
      const isBright = corner.reduce((sum, value) => sum + value) > 1.5 * 255;
      if (isBright !== this.#props?.isBright) this.#invert();
      else this.#ask();
    } catch {
      this.#report.textContent = words.noPicture(file.name);
    }
  }

  /** Asks for the most similar images: one request at a time, for the newest drawing. */
  async #ask() {
    this.#changed = true;
    if (this.#asks) return;
    this.#asks = true;
    while (this.#changed) {
      this.#changed = false;
      await this.#find(/** @type {Props} */ (this.#props)).catch(() => {});
    }
    this.#asks = false;
  }

  /** @param {Props} props */
  async #find({ similar, isBusy, source, describe, size: { rows, columns } }) {
    if (isBusy()) {
      this.#report.textContent = words.busy;
      return;
    }
    this.#report.textContent = this.#similar.children.length ? '' : words.collecting(describe.kind);
    const found = await similar(this.#pixels(rows, columns), COUNT);
    const pictures = await picturesOf(found, SIZE * devicePixelRatio, source);
    showPictures(this.#similar, pictures, SIZE, { ...describe, labelled: true });
    this.#report.textContent = '';
  }

  /**
   * The drawing in the size of an image, as brightness.
   * @param {number} rows
   * @param {number} columns
   */
  #pixels(rows, columns) {
    const small = new OffscreenCanvas(columns, rows);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (small.getContext('2d'));
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#paper, 0, 0, columns, rows);
    const { data } = context.getImageData(0, 0, columns, rows);
    return Uint8Array.from(
      { length: rows * columns },
      (_, at) => (data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3,
    );
  }
}

/**
 * The colour of a picture's first pixel, on white where it is transparent.
 * @param {ImageBitmap} picture
 */
function cornerOf(picture) {
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext('2d'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1, 1);
  context.drawImage(picture, 0, 0);
  return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}
