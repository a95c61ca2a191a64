/** Composes the same pages with the core and with plain JavaScript, in alternation. */

import init, { Dataset } from '../www/pkg/idxlens.js';

/** Pages per reading of the clock, because browsers make it coarse. */
const TURN = 10;

self.onmessage = async ({ data: { file, count, columns } }) => {
  await init();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const dataset = new Dataset();
  dataset.open('images', file.name, file.size, Infinity);
  for (let want; (want = dataset.wanted('images')); ) {
    dataset.push('images', want.offset, bytes.subarray(want.offset, want.offset + want.length));
  }
  const { items, rows, columns: width } = dataset.status('images');
  const unpacked = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const pixels = new Uint8Array(unpacked, 16);

  const methods = {
    core: (first) => {
      const numbers = Float64Array.from({ length: count }, (_, index) => first + index);
      return dataset.page({ items: numbers, columns, gapX: 0, gapY: 0, shrink: 1, background: 0xffffff, foreground: 0 })
        .image;
    },
    plain: (first) => plain(pixels, { first, count, columns, rows, width }),
  };
  const [page, same] = Object.values(methods).map((method) => method(0).data);
  if (page.some((value, index) => value !== same[index])) throw new Error('the pages differ');

  const times = { core: [], plain: [] };
  for (let turn = 0; turn < 2 * (items / count / TURN); turn++) {
    for (const [name, method] of Object.entries(methods)) {
      const begun = performance.now();
      for (let index = 0; index < TURN; index++) method(((turn * TURN + index) * count) % items);
      times[name].push((performance.now() - begun) / TURN);
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  self.postMessage({ core: median(times.core), plain: median(times.plain) });
};

/** A straightforward implementation, with a dark foreground on a light background. */
function plain(pixels, { first, count, columns, rows, width }) {
  const image = new ImageData(columns * width, Math.ceil(count / columns) * rows);
  for (let index = 0; index < count; index++) {
    const left = (index % columns) * width;
    const top = Math.floor(index / columns) * rows;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < width; column++) {
        const value = pixels[((first + index) * rows + row) * width + column];
        const at = ((top + row) * image.width + left + column) * 4;
        image.data[at] = 255 - value;
        image.data[at + 1] = 255 - value;
        image.data[at + 2] = 255 - value;
        image.data[at + 3] = 255;
      }
    }
  }
  return image;
}
