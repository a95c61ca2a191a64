/**
 * Values written inside the pixels of an image. They are pixels themselves: text of their own for each would make an
 * image of 784 values heavy, and the table of values has them as text.
 */

import { signed } from '../text/numbers.js';

/** CSS pixels of a value from which on it has room for its number. */
export const ROOMY = 20;
/** The largest text in CSS pixels, in pixels that are small; else its share of a pixel's height. */
const LARGEST = 14;
const HEIGHT = 0.52;
/** The smallest text, in CSS pixels, and the share of the width of a pixel that the longest number takes. */
const SMALLEST = 7;
const SHARE = 0.86;

/**
 * Writes a number into each pixel, black or white, whichever is seen better. Where the longest does not fit, there are
 * none.
 * @param {HTMLCanvasElement} canvas  over the image
 * @param {ImageData} image  with one pixel for each value
 * @param {number} unit  CSS pixels of a pixel of the image
 * @param {string[]} numbers  row by row
 */
export function writeValues(canvas, image, unit, numbers) {
  const [width, height] = [image.width * unit, image.height * unit];
  Object.assign(canvas, { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  const { fontFamily } = getComputedStyle(canvas);
  const longest = numbers.reduce((long, number) => (number.length > long.length ? number : long), '');
  const largest = Math.max(LARGEST, HEIGHT * unit);
  context.font = `${largest}px ${fontFamily}`;
  const size = Math.min(largest, (largest * SHARE * unit) / context.measureText(longest).width);
  if (size < SMALLEST) return;
  context.font = `${size}px ${fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  numbers.forEach((number, index) => {
    const [red, green, blue, alpha] = image.data.subarray(4 * index, 4 * index + 4);
    const isLight = alpha < 128 || 0.299 * red + 0.587 * green + 0.114 * blue > 140;
    context.fillStyle = isLight ? '#000' : '#fff';
    context.fillText(number, ((index % image.width) + 0.5) * unit, (Math.floor(index / image.width) + 0.5) * unit);
  });
}

/**
 * A number as short as it can be told from its neighbours: .13 for 0.1294.
 * @param {number | bigint} value
 */
export function shortNumber(value) {
  if (typeof value === 'bigint' || Number.isInteger(value)) return signed(String(value));
  return signed(String(Number(value.toPrecision(2))).replace(/^(-?)0\./, '$1.'));
}
