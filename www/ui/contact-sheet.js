/** Items as one picture to save: each with its label and its number below, as on the page. */

import { text } from '../text/index.js';
import { titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { download } from './download.js';
import { paint } from './paint.js';

/**
 * @import { Colours, Page, PageRequest } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Picture } from './pictures.js'
 *
 * @typedef {object} Sheet
 * @property {number[]} items
 * @property {number} columns  at most
 * @property {number} scale  CSS pixels for each pixel of an item on the page; 0 = as is usual
 * @property {{ rows: number, columns: number }} size  of an item
 * @property {Naming} naming
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 */

/** Items in a picture at most, and its pixels: a picture of more is too large to look at. */
const MAX_ITEMS = 2000;
const MAX_PIXELS = 48e6;
/** Pixels of the picture for each that the lengths below count, so that it is sharp on any screen. */
const SHARPNESS = 2;
/** Size of an item, about, and at most; of the line below it, and between two. */
const USUAL = 56;
const LARGEST = 256;
const LINE = 16;
const GAP = 8;
/** How often items that are still being read are asked for. */
const MAX_TRIES = 50;
/** Pixels of an image that is saved by itself, at most, if it can be enlarged. */
const SINGLE = 512;

/**
 * @param {Sheet} sheet
 * @returns {Promise<{ blob: Blob, drawn: number }>}
 */
export async function contactSheet({ items: all, columns: most, scale, size, naming, firstNumber, colours, load }) {
  const longest = Math.max(size.rows, size.columns);
  const shrink = Math.max(1, Math.ceil(longest / LARGEST));
  // As large as on the page, at least.
  const zoom = Math.max(1, Math.round(USUAL / Math.ceil(longest / shrink)), Math.ceil(scale * shrink));
  const [width, height] = [size.columns, size.rows].map((length) => Math.ceil(length / shrink));
  const pitch = { x: Math.max(width * zoom, USUAL) + GAP, y: height * zoom + LINE + GAP };
  const room = Math.floor(MAX_PIXELS / (SHARPNESS ** 2 * pitch.x * pitch.y));
  const items = all.slice(0, Math.max(1, Math.min(MAX_ITEMS, room)));
  const columns = Math.min(items.length, most);
  const request = { items: Float64Array.from(items), columns, gapX: 0, gapY: 0, shrink, ...colours };
  let page = await load(request);
  for (let tries = 0; page?.missing && tries < MAX_TRIES; tries++) page = await load(request);
  if (!page?.image || page.missing) throw new Error('some items could not be read');

  const pictures = document.createElement('canvas');
  paint(pictures, page.image);
  const rows = Math.ceil(items.length / columns);
  const { canvas, context, font } = emptySheet(columns * pitch.x + GAP, rows * pitch.y + GAP, SHARPNESS);
  context.textBaseline = 'top';
  items.forEach((item, index) => {
    const [x, y] = [GAP + (index % columns) * pitch.x, GAP + Math.floor(index / columns) * pitch.y];
    context.drawImage(
      pictures,
      (index % columns) * width,
      Math.floor(index / columns) * height,
      width,
      height,
      x,
      y,
      width * zoom,
      height * zoom,
    );
    const label = page.labels[index];
    const wide = pitch.x - GAP;
    context.font = `10px ${font}`;
    context.textAlign = 'right';
    context.globalAlpha = 0.65;
    const number = String(numberOf(item, firstNumber));
    context.fillText(number, x + wide, y + height * zoom + 4);
    const left = wide - context.measureText(number).width - 4;
    context.font = `bold 12px ${font}`;
    context.textAlign = 'left';
    context.globalAlpha = 1;
    if (label !== null) context.fillText(titled(naming, label), x, y + height * zoom + 3, left);
  });
  return { blob: await toBlob(canvas), drawn: items.length };
}

/**
 * A picture by itself, enlarged by a whole number: an image of a few pixels would be lost in a document.
 * @param {HTMLCanvasElement} picture
 * @param {boolean} enlarged
 */
export function single(picture, enlarged) {
  const { width, height } = picture;
  const zoom = enlarged ? Math.max(2, Math.floor(SINGLE / Math.max(width, height))) : 1;
  const { canvas, context } = emptySheet(width, height, zoom);
  context.drawImage(picture, 0, 0);
  return toBlob(canvas);
}

/**
 * A sheet in the page's colours. It is opaque: other programs would put their own colour behind the text.
 * @param {number} width
 * @param {number} height
 * @param {number} zoom  pixels for each that is drawn
 */
function emptySheet(width, height, zoom) {
  const canvas = Object.assign(document.createElement('canvas'), { width: width * zoom, height: height * zoom });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('there is no room for the picture');
  // All viewers of a page have the same colours.
  const style = getComputedStyle(document.querySelector('.idxlens') ?? document.body);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.imageSmoothingEnabled = false;
  context.scale(zoom, zoom);
  return { canvas, context, font: style.fontFamily };
}

/** The selected items as one picture. @type {Picture} */
export const sheetPicture = {
  button: text.selection.saveShort,
  name: text.selection.save,
  fits: ({ statuses }) => statuses.images !== null,
  async make({ dataset, items, sheet }) {
    if (!sheet) throw new Error('the items have no images');
    const { blob, drawn } = await contactSheet({ ...sheet, items });
    const report = drawn < items.length ? text.selection.firstSaved(drawn) : text.selection.saved;
    return { blob, name: text.selection.fileName(dataset.name, drawn), report };
  },
};

/**
 * Saves the items of a page.
 * @param {Sheet} sheet
 * @param {string} name  of their dataset
 */
export async function savePage(sheet, name) {
  const { blob } = await contactSheet(sheet);
  download(blob, text.selection.pageFileName(name, numberOf(sheet.items[0], sheet.firstNumber)));
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
function toBlob(canvas) {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('there is no picture')))),
  );
}
