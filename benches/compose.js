/** Measures how long it takes to compose and to paint a page of 1,000 items. */

import { Engine } from '../www/engine/client.js';

const COUNT = 1000;
const COLUMNS = 40;

/**
 * Milliseconds for a page.
 * @returns {Promise<{ core: number, plain: number }>}
 */
export function compose() {
  const worker = new Worker(new URL('./compose-worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ file: document.querySelector('input').files[0], count: COUNT, columns: COLUMNS });
  }).finally(() => worker.terminate());
}

/** Milliseconds from the request to the page's worker until the pixels are in the canvas. */
export async function paint() {
  const file = document.querySelector('input').files[0];
  const canvas = document.querySelector('canvas');
  const context = canvas.getContext('2d');
  const engine = new Engine();
  let total = 0;
  engine.onstatus = ({ images }) => (total = images?.items);
  await engine.call('open', 'images', file, file.name, Infinity);
  const times = [];
  for (let first = 0; first + COUNT <= total; first += COUNT) {
    const items = Float64Array.from({ length: COUNT }, (_, index) => first + index);
    const begun = performance.now();
    const { image } = await engine.page({
      items,
      columns: COLUMNS,
      gapX: 0,
      gapY: 0,
      shrink: 1,
      background: 0xffffff,
      foreground: 0,
    });
    if (canvas.width !== image.width) Object.assign(canvas, { width: image.width, height: image.height });
    context.putImageData(image, 0, 0);
    times.push(performance.now() - begun);
    await new Promise(requestAnimationFrame);
  }
  engine.close();
  return times.sort((a, b) => a - b)[times.length >> 1];
}
