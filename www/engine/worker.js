/** The worker of one dataset: reads its files, feeds the core, answers for it. The only module that imports pkg/. */

import init, { Dataset, pair } from '../pkg/idxlens.js';
import { Source } from './source.js';

/** @import { Candidate, Fault, Inspection, PageRequest, Slot } from './protocol.js' */

/** Bytes handed to the core at a time: small enough that a slice of work ends on time. */
const PIECE = 64 * 1024;
/** Milliseconds of unpacking before questions are answered. */
const SLICE = 8;
/** Milliseconds between two reports. */
const REPORT = 100;

/** @type {Promise<Dataset>} */
const ready = init().then(() => new Dataset());

/** Which reading of a slot is the current one: a later one, or a stop, ends those before it. */
const runs = { images: 0, labels: 0 };
let reported = 0;
let sliceStart = 0;

const methods = {
  /**
   * @param {File} file
   * @param {string} name
   * @returns {Promise<Inspection>}
   */
  async inspect(file, name) {
    const source = new Source(file);
    const probe = new Dataset();
    let head = '';
    try {
      probe.open('images', name, source.size);
      for (;;) {
        const status = probe.status('images');
        if (status) return { status, head };
        const want = probe.wanted('images') ?? { offset: source.size, length: 1 };
        const bytes = await source.read(want.offset, want.length);
        head ||= hex(bytes.subarray(0, 16));
        probe.push('images', bytes);
      }
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { head });
    } finally {
      probe.free();
    }
  },

  /** @param {Candidate[]} files */
  pair: (files) => pair(files),

  /**
   * Reads a file into a slot; resolves when there is nothing more to read, or another call ended this one.
   * @param {Slot} slot
   * @param {File} file
   * @param {string} name
   */
  async open(slot, file, name) {
    const dataset = await ready;
    const run = ++runs[slot];
    const source = new Source(file);
    dataset.open(slot, name, source.size);
    try {
      for (let want; run === runs[slot] && (want = dataset.wanted(slot)); ) {
        const bytes = await source.read(want.offset, want.length);
        await feed(dataset, slot, run, bytes, want.offset);
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) dataset.stop(slot);
      throw error;
    } finally {
      report(dataset);
    }
  },

  /** @param {Slot} slot */
  async stop(slot) {
    const dataset = await ready;
    runs[slot]++;
    dataset.stop(slot);
    report(dataset);
  },

  /** @param {Slot} slot */
  async close(slot) {
    const dataset = await ready;
    runs[slot]++;
    dataset.close(slot);
    report(dataset);
  },

  /** @param {PageRequest} request */
  page: async (request) => (await ready).page(request),

  /**
   * @param {number} item
   * @param {number} row
   * @param {number} column
   * @param {number} rows
   * @param {number} columns
   */
  values: async (item, row, column, rows, columns) => (await ready).values(item, row, column, rows, columns),

  counts: async () => (await ready).counts(),
};

/**
 * Pushes bytes that start at `offset` of the file, for as long as the core wants them and the reading is current.
 * @param {Dataset} dataset
 * @param {Slot} slot
 * @param {number} run
 * @param {Uint8Array} bytes
 * @param {number} offset
 */
async function feed(dataset, slot, run, bytes, offset) {
  let start = 0;
  do {
    const piece = bytes.subarray(start, start + PIECE);
    dataset.push(slot, piece);
    start += piece.length;
    const now = performance.now();
    if (now - reported > REPORT) report(dataset);
    if (now - sliceStart > SLICE) await breathe();
  } while (start < bytes.length && run === runs[slot] && dataset.wanted(slot)?.offset === offset + start);
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets the messages that have come in go first; a timeout would be held back to 4 ms. */
async function breathe() {
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
  sliceStart = performance.now();
}

/** @param {Dataset} dataset */
function report(dataset) {
  reported = performance.now();
  const statuses = { images: dataset.status('images') ?? null, labels: dataset.status('labels') ?? null };
  self.postMessage({ event: 'status', statuses });
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/**
 * An error as plain data.
 * @param {unknown} error
 * @returns {Fault}
 */
function plain(error) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { ...error, name: error.name, message: error.message };
}

addEventListener('message', async ({ data: { id, method, args } }) => {
  try {
    await ready;
    const result = await /** @type {Record<string, (...args: any[]) => any>} */ (methods)[method](...args);
    const pixels = result?.image?.data.buffer;
    self.postMessage({ id, result }, { transfer: pixels ? [pixels] : [] });
  } catch (error) {
    self.postMessage({ id, error: plain(error) });
  }
});

ready.catch((error) => self.postMessage({ event: 'failed', error: plain(error) }));
