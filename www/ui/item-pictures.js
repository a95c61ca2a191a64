/** Pictures of items side by side, each with its label. A click on one opens its item. */

import { text } from '../text/index.js';
import { spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { intend } from './intent.js';
import { paint } from './paint.js';

/**
 * @import { ItemKind } from '../state/views.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {object} Picture  of an image that was compared
 * @property {number} place  among all that were compared
 * @property {number} dataset
 * @property {number} item
 * @property {string} from  the name of its dataset, if that is not the checked one
 * @property {number | null} label
 * @property {ImageData | null} image
 *
 * @typedef {object} Description  what it takes to describe items
 * @property {Naming} naming
 * @property {ItemKind} kind
 * @property {number} firstNumber
 */

/** CSS pixels of the longer side of a picture among several. */
export const SMALL = 32;
/** The share of that size which a picture has at least, so that it is about as large on every screen. */
const MIN_SHARE = 0.85;

/**
 * Shows pictures side by side; each is a button that opens its item.
 * @param {HTMLElement} place
 * @param {Picture[]} pictures
 * @param {number} size  CSS pixels of the longer side
 * @param {Description & { labelled: boolean }} how
 */
export function showPictures(place, pictures, size, { naming, kind, firstNumber, labelled }) {
  while (place.children.length > pictures.length) place.lastElementChild?.remove();
  while (place.children.length < pictures.length) {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    button.append(document.createElement('canvas'), document.createElement('bdi'));
    place.append(button);
  }
  pictures.forEach(({ dataset, item, from, label, image }, index) => {
    const button = /** @type {HTMLButtonElement} */ (place.children[index]);
    const [canvas, caption] = button.children;
    const named = text.items.named(kind, numberOf(item, firstNumber), label === null ? '' : spoken(naming, label));
    button.ariaLabel = button.title = from ? `${from}: ${named}` : named;
    Object.assign(button.dataset, { dataset, item });
    button.classList.toggle('other', from !== '');
    caption.textContent = labelled && label !== null ? titled(naming, label) : '';
    if (!(canvas instanceof HTMLCanvasElement)) return;
    if (image) paintAt(canvas, image, size);
    // The picture there is of another item.
    else canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  });
}

/**
 * Puts an image on a canvas, and gives it a size on the page.
 * @param {HTMLCanvasElement} canvas
 * @param {ImageData} image
 * @param {number} size  CSS pixels of the longer side
 */
export function paintAt(canvas, image, size) {
  const unit = unitOf(image, size);
  const scale = unit * devicePixelRatio;
  // Otherwise some pixels would be twice as wide as others, and thin lines uneven.
  const isSmooth = scale < 2 && Math.abs(scale - Math.round(scale)) > 0.01;
  canvas.style.imageRendering = isSmooth ? 'auto' : '';
  paint(canvas, image, unit);
}

/**
 * CSS pixels for each pixel of an image: whole device pixels if the longer side then has about this size, or exactly that size.
 * @param {{ width: number, height: number }} image
 * @param {number} size
 */
export function unitOf({ width, height }, size) {
  const unit = size / Math.max(width, height);
  const whole = Math.floor(unit * devicePixelRatio) / devicePixelRatio;
  return whole < MIN_SHARE * unit ? unit : whole;
}

/**
 * Opens the item of a picture that is clicked.
 * @param {HTMLElement} around
 * @param {() => void} [before]
 */
export function openOnClick(around, before = () => {}) {
  around.addEventListener('click', ({ target }) => {
    const picture = /** @type {Element} */ (target).closest('button[data-item]');
    if (!(picture instanceof HTMLElement)) return;
    before();
    const { dataset, item } = picture.dataset;
    intend(around, { type: 'open-in', dataset: Number(dataset), item: Number(item) });
  });
}
