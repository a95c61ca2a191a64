/**
 * Puts an image on a canvas, which becomes as large as the image.
 * @param {HTMLCanvasElement} canvas
 * @param {ImageData} image
 * @param {number} [unit]  CSS pixels for each pixel of the image; without it, the size on the page stays
 */
export function paint(canvas, image, unit) {
  const { width, height } = image;
  // Setting a size clears the canvas, even if it is the same.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  if (unit) Object.assign(canvas.style, { width: `${width * unit}px`, height: `${height * unit}px` });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}
