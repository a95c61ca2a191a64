/** Decompresses a gzip file with the decoder named in the worker's address, and replies with the number of bytes. */

/** Each loads its code, then returns a function that takes a file. */
const decoders = {
  /** The page's decoder without the worker's pauses and progress reports. */
  async core() {
    const { default: init, Dataset } = await import('../www/pkg/idxlens.js');
    await init();
    return async (file) => {
      const bytes = await read(file);
      const dataset = new Dataset();
      dataset.open('images', file.name, file.size, Infinity);
      for (let want; (want = dataset.wanted('images')); ) {
        dataset.push('images', want.offset, bytes.subarray(want.offset, want.offset + want.length));
      }
      const { shape, items, rows, columns } = dataset.status('images');
      return 4 + 4 * shape.length + items * rows * columns;
    };
  },

  /** The core's decompression library alone, which checks what it unpacks, and keeps nothing. */
  gunzip: () => library('gunzip'),

  /** The same without the checksum. */
  inflate: () => library('inflate'),

  /** The same without the checksum, but what it unpacks stays in memory. */
  keep: () => library('keep'),

  async fflate() {
    const { gunzipSync } = await import('../target/bench/node_modules/fflate/esm/browser.js');
    return async (file) => gunzipSync(await read(file)).length;
  },

  async pako() {
    const { ungzip } = await import('../target/bench/node_modules/pako/dist/pako.mjs');
    return async (file) => ungzip(await read(file)).length;
  },

  async DecompressionStream() {
    return async (file) => {
      let length = 0;
      for await (const chunk of file.stream().pipeThrough(new DecompressionStream('gzip'))) length += chunk.length;
      return length;
    };
  },
};

/** @param {'gunzip' | 'inflate' | 'keep'} name  of a function of benches/gunzip.rs */
async function library(name) {
  const { default: init, ...functions } = await import('../target/bench/pkg/gunzip.js');
  await init();
  return async (file) => functions[name](await read(file));
}

/** @param {File} file */
async function read(file) {
  return new Uint8Array(await file.arrayBuffer());
}

const unpack = await decoders[location.search.slice(1)]();
self.onmessage = async ({ data }) => self.postMessage(await unpack(data));
self.postMessage('ready');
