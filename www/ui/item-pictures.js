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
export const SMALL = 44;

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
    if (image) paint(canvas, image, unitOf(image, size));
    // The picture there is of another item.
    else canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  });
}

/**
 * CSS pixels for each pixel of an image, so that its longer side has about this size and its pixels are whole.
 * @param {ImageData} image
 * @param {number} size
 */
export function unitOf({ width, height }, size) {
  const unit = size / Math.max(width, height);
  const whole = Math.max(1, Math.floor(unit * devicePixelRatio)) / devicePixelRatio;
  return unit * devicePixelRatio < 1 ? unit : whole;
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
