/** The worker of one dataset: answers for it, while its files are read. The only module that imports pkg/. */

import init, { checksum, Dataset, owners, pair } from '../pkg/idxlens.js';
import { pass } from './pass.js';
import { plain, REPORT, Reading } from './reading.js';
import { rehearse } from './rehearsal.js';
import { sourceOf } from './source.js';
import { breathe, SLICE } from './waiting.js';

/**
 * @typedef {typeof methods} Methods
 * @import { Candidate, Inspection, Page, PageRequest, Place, PlainPage, Query, Slot, Status } from './protocol.js'
 * @import { Source } from './source.js'
 */

/** Bytes of a plain file that are read only to know which it is. */
const LITTLE = 512 * 1024;
/** Values of a line that are prepared at a time. */
const PREPARED = 1 << 14;

/** @param {object} message */
const tell = (message) => self.postMessage(message);

const ready = init().then(() => new Reading(new Dataset(), tell));

/** The survey that goes on. */
let surveying = {};
/** The search that goes on. */
let searching = {};
/** The line that is being prepared. */
let preparing = {};

/** Everything the page can ask for. The page gets its types from here: see `Methods` in protocol.d.ts. */
const methods = {
  /**
   * @param {Place} place
   * @param {string} name
   * @param {string} [as]  how to read it, if not as its header says
   * @returns {Promise<Inspection>}
   */
  async inspect(place, name, as = '') {
    const source = sourceOf(place);
    const probe = new Dataset();
    let head = '';
    try {
      probe.open('images', name, source.size ?? undefined, 0);
      for (;;) {
        const { offset, length } = probe.wanted('images') ?? { offset: 0, length: 0 };
        const bytes = await source.read(offset, length);
        head ||= hex(bytes.subarray(0, 16));
        probe.push('images', offset, bytes);
        const status = probe.status('images');
        if (!status) continue;
        if (as) {
          probe.readAs('images', as);
          as = '';
          continue;
        }
        probe.free();
        return { status, head, crc: place instanceof File ? await fingerprint(source, status) : '' };
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) probe.free();
      throw Object.assign(/** @type {Error} */ (error), { head });
    } finally {
      source.close();
    }
  },

  /** @param {Candidate[]} files */
  pair: (files) => pair(files),

  /**
   * Reads a file into a slot; resolves when there is nothing more to read, or another file is in the slot. What goes
   * wrong is told as an event, like what goes wrong later.
   * @param {Slot} slot
   * @param {Place} place
   * @param {string} name
   * @param {number} budget  bytes of items that stay in memory, at most
   */
  async open(slot, place, name, budget) {
    await (await ready).open(slot, place, name, budget);
  },

  /** @param {Slot} slot */
  ownHeader: async (slot) => (await ready).dataset.ownHeader(slot),

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} first
   * @param {number} count
   */
  async bytes(slot, item, first, count) {
    const reading = await ready;
    await reading.gather(Float64Array.of(item), 'bytes');
    return reading.dataset.bytes(slot, item, first, count);
  },

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} index
   */
  element: async (slot, item, index) => (await ready).dataset.element(slot, item, index),

  /**
   * @param {Slot} slot
   * @param {string} word
   */
  async readAs(slot, word) {
    const reading = await ready;
    reading.dataset.readAs(slot, word);
    await reading.goOn(slot);
    reading.report();
  },

  /**
   * @param {string | undefined} orientation
   * @param {Uint32Array | undefined} shape
   * @param {string} view
   * @param {Int32Array | undefined} axes
   */
  async arrange(orientation, shape, view, axes) {
    const reading = await ready;
    reading.dataset.arrange(orientation, shape, view, axes);
    reading.report();
  },

  /** @param {Slot} slot */
  async stop(slot) {
    const reading = await ready;
    reading.dataset.stop(slot);
    reading.report();
  },

  /** @param {Slot} slot */
  async close(slot) {
    const reading = await ready;
    reading.close(slot);
    reading.report();
  },

  /**
   * @param {PageRequest} request
   * @param {string} lane  in which no other page is asked for meanwhile
   * @returns {Promise<PlainPage>}
   */
  async page(request, lane) {
    const reading = await ready;
    if (request.span) return plainly(reading.dataset.plot(request));
    if (!request.of) await reading.gather(request.items, lane);
    return plainly(reading.dataset.page(request));
  },

  /**
   * @param {Float64Array} items
   * @param {number} column
   * @param {number} columns
   */
  async table(items, column, columns) {
    const reading = await ready;
    await reading.gather(items, 'table');
    /** @type {number[]} */
    const values = [];
    for (const item of items) {
      const row = reading.dataset.values(item, 0, column, 1, columns);
      // Else those after it would take its place.
      if (!row.length) break;
      values.push(...row);
    }
    return Float64Array.from(values);
  },

  /** @param {Uint32Array | undefined} items */
  async profile(items) {
    (await ready).dataset.profile(items);
    await methods.prepare();
  },

  /** Prepares the line, in slices between which everything else goes first. */
  async prepare() {
    const { dataset } = await ready;
    const own = (preparing = {});
    let begun = performance.now();
    while (own === preparing && dataset.prepare(PREPARED)) {
      if (performance.now() - begun < SLICE) continue;
      await breathe();
      begun = performance.now();
    }
  },

  /**
   * @param {number} item
   * @param {number} row
   * @param {number} column
   * @param {number} rows
   * @param {number} columns
   */
  async values(item, row, column, rows, columns) {
    const reading = await ready;
    await reading.gather(Float64Array.of(item), 'values');
    return reading.dataset.values(item, row, column, rows, columns);
  },

  /** @param {number | null} column */
  async label(column) {
    const reading = await ready;
    reading.dataset.label(column);
    reading.report();
    // What is not in memory is read again to be counted.
    await reading.goOn('labels');
  },

  /**
   * @param {number} item
   * @param {number} most
   */
  async row(item, most) {
    const reading = await ready;
    await reading.gather(Float64Array.of(item), 'row');
    return reading.dataset.row(item, most);
  },

  /**
   * @param {string} mapping
   * @param {string[]} files
   */
  owners: (mapping, files) => owners(mapping, files),

  /**
   * @param {Query} query
   * @returns {Promise<Uint32Array | null>} null if something else is looked for, or nothing any more
   */
  async select(query) {
    const reading = await ready;
    const { dataset, readers } = reading;
    const reader = readers.labels;
    const own = (searching = {});
    if (!reader || !dataset.search(query)) return dataset.select(query);
    let told = performance.now();
    const through = await pass(
      reader.place,
      () => dataset.unsearched(),
      (offset, bytes) => dataset.sift(offset, bytes),
      async () => {
        await reading.looks();
        if (performance.now() - told > REPORT && own === searching) {
          told = performance.now();
          tell({ event: 'searching', share: dataset.searched() });
        }
        return own === searching && reader === readers.labels;
      },
    );
    return (through && dataset.found()) || null;
  },

  /** Looks for nothing any more. */
  async cease() {
    searching = {};
    (await ready).dataset.cease();
  },

  /**
   * @param {number} item
   * @param {Uint32Array} among
   */
  alike: async (item, among) => (await ready).dataset.alike(item, among),

  counts: async () => (await ready).dataset.counts(),

  /** Measures the images from the first one on; resolves at the end, or when that has begun anew. */
  async survey() {
    const reading = await ready;
    const { dataset, readers } = reading;
    const reader = readers.images;
    const own = (surveying = {});
    if (!reader || !dataset.survey()) return;
    let told = performance.now();
    const tellStatistics = () => {
      const statistics = dataset.statistics();
      // There are none any more where the file has come to be read otherwise meanwhile.
      if (statistics) tell({ event: 'statistics', statistics });
    };
    await pass(
      reader.place,
      () => dataset.unmeasured(),
      (offset, bytes) => dataset.measure(offset, bytes),
      async () => {
        await reading.looks();
        if (performance.now() - told > REPORT) {
          told = performance.now();
          tellStatistics();
        }
        return own === surveying && reader === readers.images;
      },
    );
    if (own === surveying && reader === readers.images) tellStatistics();
  },

  /** @param {number} item */
  async summary(item) {
    const reading = await ready;
    await reading.gather(Float64Array.of(item), 'summary');
    return reading.dataset.summary(item);
  },
};

/**
 * @param {Page} page
 * @returns {PlainPage}
 */
function plainly({ image, ...page }) {
  return { ...page, image: image && { data: image.data, width: image.width, height: image.height } };
}

/**
 * The CRC-32 of an unpacked file, in hexadecimal: what a gzip file ends with; of a plain one only if that is read in no time.
 * '' if it cannot be had.
 * @param {Source} source
 * @param {Status} status
 */
async function fingerprint(source, { gzip, role }) {
  const size = source.size ?? 0;
  if (!gzip && (role !== 'labels' || size > LITTLE)) return '';
  try {
    // It lies before the length, its last byte first.
    const crc = gzip ? (await source.read(size - 8, 4)).toReversed() : checksum(await source.read(0, size));
    return hex(crc).replaceAll(' ', '');
  } catch {
    return '';
  }
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

addEventListener('message', async ({ data: { id, method, args } }) => {
  try {
    await ready;
    const result = await /** @type {Record<string, (...args: any[]) => any>} */ (methods)[method](...args);
    const owned = result?.image?.data.buffer ?? (result instanceof Uint32Array ? result.buffer : null);
    self.postMessage({ id, result }, { transfer: owned ? [owned] : [] });
  } catch (error) {
    tell({ id, error: plain(error) });
  }
});

ready.then(
  ({ readers }) => setTimeout(() => rehearse(new Dataset(), () => readers.images !== null), REPORT),
  (error) => tell({ event: 'failed', error: plain(error) }),
);
