/** Decodes a file with the core, then computes the statistics of its images in ten made-up classes. */

import init, { Dataset } from '../www/pkg/idxlens.js';

const CLASSES = 10;
const NOTHING = new Uint8Array();

self.onmessage = async ({ data: file }) => {
  await init();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const dataset = new Dataset();
  dataset.open('images', file.name, file.size, Infinity);
  const begun = performance.now();
  read(dataset, 'images', bytes);
  const decoded = performance.now() - begun;

  const { items } = dataset.status('images');
  const labels = Uint8Array.from({ length: 8 + items }, (_, at) => at % CLASSES);
  labels.set([0, 0, 8, 1, items >> 24, items >> 16, items >> 8, items]);
  dataset.open('labels', 'labels', labels.length, Infinity);
  read(dataset, 'labels', labels);

  const started = performance.now();
  if (!dataset.scan()) throw new Error('the images cannot be scanned');
  while (dataset.wantedFor('statistics')) dataset.feed('statistics', 0, NOTHING);
  const measured = performance.now() - started;
  if (dataset.statistics().items !== items) throw new Error('some images were not measured');
  self.postMessage({ decoded, measured });
};

/**
 * @param {Dataset} dataset
 * @param {string} slot
 * @param {Uint8Array} bytes
 */
function read(dataset, slot, bytes) {
  for (let want; (want = dataset.wanted(slot)); ) {
    dataset.push(slot, want.offset, bytes.subarray(want.offset, want.offset + want.length));
  }
}
