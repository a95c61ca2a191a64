/** Items as one picture to save: each with its label and its number below, as on the page. */

import { text } from '../text/index.js';
import { titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { download } from './download.js';
import { paint } from './paint.js';
import { SheetCaptions } from './sheet-captions.js';

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
 * @property {boolean} plotted  whether an item is drawn as a line
 * @property {Naming} naming
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 */

/** Items in a picture at most: a picture of more is too large to look at. */
const MAX_ITEMS = 2000;
/** Pixels of a picture at most. */
const MAX_PIXELS = 48e6;
/** Pixels of the items that the worker draws at once, about. */
const BAND = 2e6;
/** Pixels of the picture for each that the lengths below count, so that it is sharp on any screen. */
const SHARPNESS = 2;
/** The longer side of an image, about, and at most. */
const USUAL = 56;
const LARGEST = 256;
/** The height of a line plot, which is twice as wide. */
const PLOT = 80;
/** The room between two items. */
const GAP = 8;
/** How often items that are still being read are asked for. */
const MAX_TRIES = 50;
/** Pixels of an image that is saved by itself, at most, if it can be enlarged. */
const SINGLE = 512;

/**
 * @param {Sheet} sheet
 * @returns {Promise<{ blob: Blob, drawn: number }>}
 */
export async function contactSheet(sheet) {
  const { items: all, columns: most, naming, firstNumber } = sheet;
  const { asked, source, size } = cellOf(sheet);
  const width = Math.max(size.width, USUAL);
  const family = pageStyle().fontFamily;
  /** @param {(number | null)[]} labels @param {number[]} items */
  const captionsOf = (labels, items) => {
    const captions = items.map((item, index) => {
      const label = labels[index];
      return { title: label === null ? '' : titled(naming, label), number: String(numberOf(item, firstNumber)) };
    });
    return new SheetCaptions(captions, [width, 2 * width], family);
  };
  /** How many items have room, with captions like these. @param {SheetCaptions} captions */
  const roomFor = (captions) =>
    Math.floor(MAX_PIXELS / (SHARPNESS ** 2 * (captions.width + GAP) * (size.height + captions.height + GAP)));

  const wanted = all.slice(0, Math.max(1, Math.min(MAX_ITEMS, roomFor(captionsOf([], [])))));
  const columns = Math.min(wanted.length, most);
  const bands = await bandsOf(sheet, wanted, columns, asked, source);
  const labels = bands.flatMap((band) => band.labels);
  const items = wanted.slice(0, Math.max(1, roomFor(captionsOf(labels, wanted))));
  const captions = captionsOf(labels, items);
  const pitch = { x: captions.width + GAP, y: size.height + captions.height + GAP };
  const rows = Math.ceil(items.length / columns);
  const { canvas, context } = emptySheet(columns * pitch.x + GAP, rows * pitch.y + GAP, SHARPNESS);
  const perBand = bands[0].labels.length;
  items.forEach((_, index) => {
    const { picture } = bands[Math.floor(index / perBand)];
    const [column, row] = [index % columns, Math.floor((index % perBand) / columns)];
    const [x, y] = [GAP + column * pitch.x, GAP + Math.floor(index / columns) * pitch.y];
    const from = [column * source.width, row * source.height];
    context.drawImage(picture, from[0], from[1], source.width, source.height, x, y, size.width, size.height);
    captions.write(context, index, x, y + size.height);
  });
  return { blob: await toBlob(canvas), drawn: items.length };
}

/**
 * Items in bands of whole rows, so that the worker never holds many pixels.
 * @param {Sheet} sheet
 * @param {number[]} items
 * @param {number} columns
 * @param {{ shrink: number, plot?: [number, number] }} asked
 * @param {{ width: number, height: number }} source  pixels of an item
 */
async function bandsOf({ colours, load }, items, columns, asked, source) {
  const count = columns * Math.max(1, Math.floor(BAND / (columns * source.width * source.height)));
  const bands = [];
  for (let first = 0; first < items.length; first += count) {
    const band = Float64Array.from(items.slice(first, first + count));
    const { image, labels } = await whole(load, { items: band, columns, gapX: 0, gapY: 0, ...asked, ...colours });
    const picture = document.createElement('canvas');
    paint(picture, image);
    bands.push({ picture, labels });
  }
  return bands;
}

/**
 * A page whose items have all been read.
 * @param {(request: PageRequest) => Promise<Page | null>} load
 * @param {PageRequest} request
 */
export async function whole(load, request) {
  let page = await load(request);
  for (let tries = 0; page?.missing && tries < MAX_TRIES; tries++) page = await load(request);
  if (!page?.image || page.missing) throw new Error('some items could not be read');
  return { image: page.image, labels: page.labels };
}

/**
 * How an item is asked for, its size in the answer, and its size in the picture: at least that on the page.
 * @param {Sheet} sheet
 */
function cellOf({ size, scale, plotted }) {
  if (plotted) {
    const plot = { width: 2 * (scale || PLOT), height: scale || PLOT };
    const source = { width: Math.ceil(SHARPNESS * plot.width), height: Math.ceil(SHARPNESS * plot.height) };
    return {
      asked: { shrink: 1, plot: /** @type {[number, number]} */ ([source.width, source.height]) },
      source,
      size: plot,
    };
  }
  const longest = Math.max(size.rows, size.columns);
  const shrink = Math.max(1, Math.ceil(longest / LARGEST));
  const zoom = Math.max(1, Math.round(USUAL / Math.ceil(longest / shrink)), Math.ceil(scale * shrink));
  const source = { width: Math.ceil(size.columns / shrink), height: Math.ceil(size.rows / shrink) };
  return { asked: { shrink }, source, size: { width: source.width * zoom, height: source.height * zoom } };
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
  const { backgroundColor, color } = pageStyle();
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.imageSmoothingEnabled = false;
  context.scale(zoom, zoom);
  return { canvas, context };
}

/** The page's colours and font. All viewers of a page have the same. */
function pageStyle() {
  return getComputedStyle(document.querySelector('.idxlens') ?? document.body);
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
