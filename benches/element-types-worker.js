/** Reads, measures and draws images of one element type. */

import init, { Dataset } from '../www/pkg/idxlens.js';

/** Bytes of elements. */
const LENGTH = 64 << 20;
const SIDE = 28;
const COLUMNS = 40;
const DRAWN = 1000;
/** For each type: its code in a header, its bytes, and how a value is written. */
const TYPES = {
  u8: [0x08, 1, (view, at, value) => view.setUint8(at, value)],
  i16: [0x0b, 2, (view, at, value) => view.setInt16(at, value)],
  i32: [0x0c, 4, (view, at, value) => view.setInt32(at, value)],
  f32: [0x0d, 4, (view, at, value) => view.setFloat32(at, value)],
  f64: [0x0e, 8, (view, at, value) => view.setFloat64(at, value)],
};

self.onmessage = async ({ data: type }) => {
  await init();
  const [code, size, write] = TYPES[type];
  const items = Math.floor(LENGTH / (SIDE * SIDE * size));
  const bytes = new Uint8Array(16 + items * SIDE * SIDE * size);
  const view = new DataView(bytes.buffer);
  [(code << 8) | 3, items, SIDE, SIDE].forEach((number, at) => view.setUint32(4 * at, number));
  for (let at = 16, number = 0; at < bytes.length; at += size, number++) write(view, at, (number * 7919) % 256);

  const dataset = new Dataset();
  dataset.open('images', type, bytes.length, 0);
  let begun = performance.now();
  const lap = () => {
    const now = performance.now();
    const time = now - begun;
    begun = now;
    return time;
  };
  feed(
    bytes,
    () => dataset.wanted('images'),
    (offset, piece) => dataset.push('images', offset, piece),
  );
  lap();
  if (!dataset.scan()) throw new Error('the images cannot be scanned');
  feed(
    bytes,
    () => dataset.wantedFor('statistics'),
    (offset, piece) => dataset.feed('statistics', offset, piece),
  );
  const measured = lap();
  const request = { items: Float64Array.from({ length: DRAWN }, (_, item) => item), shrink: 1 };
  dataset.want([request]);
  feed(
    bytes,
    () => dataset.wanted('images'),
    (offset, piece) => dataset.push('images', offset, piece),
  );
  lap();
  dataset.page({ ...request, columns: COLUMNS, gapX: 1, gapY: 1, background: 0xffffff, foreground: 0 });
  self.postMessage({ measured, composed: lap() });
};

/**
 * @param {Uint8Array} bytes
 * @param {() => { offset: number, length: number } | undefined} wanted
 * @param {(offset: number, piece: Uint8Array) => void} take
 */
function feed(bytes, wanted, take) {
  for (let want; (want = wanted()); ) take(want.offset, bytes.subarray(want.offset, want.offset + want.length));
}
