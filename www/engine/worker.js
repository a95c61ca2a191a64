/** The worker of one dataset: reads its files, feeds the core, answers for it. The only module that imports pkg/. */

import init, { Dataset, checksum, owners, pair } from '../pkg/idxlens.js';
import { pass } from './pass.js';
import { rehearse } from './rehearsal.js';
import { sourceOf } from './source.js';
import { breathe, event } from './waiting.js';

/**
 * @import { Candidate, Fault, Inspection, Page, PageRequest, Place, PlainPage, Query, Slot, Status } from './protocol.js'
 * @import { Source } from './source.js'
 *
 * @typedef {object} Reader  of the file in a slot
 * @property {Slot} slot
 * @property {Place} place
 * @property {Source} source
 * @property {Promise<void> | null} reading  ends when the core wants no more
 * @property {{ offset: number, bytes: Promise<Uint8Array> } | null} left  a read that a page went before
 */

/** Bytes handed to the core at a time: small enough that a slice of work ends on time. */
const PIECE = 64 * 1024;
/** Bytes of a plain file that are read only to know which it is. */
const LITTLE = 512 * 1024;
/** Milliseconds of unpacking before questions are answered. */
const SLICE = 8;
/** Values of a line that are prepared at a time. */
const PREPARED = 1 << 14;
/** Milliseconds between two reports. */
const REPORT = 100;
/** Milliseconds that a page waits for its items before it comes without some of them. */
const PATIENCE = 100;

/** @type {Promise<Dataset>} */
const ready = init().then(() => new Dataset());

/** @type {Record<Slot, Reader | null>} */
const readers = { images: null, labels: null };
/** The survey that goes on. */
let surveying = {};
/** The search that goes on. */
let searching = {};
/** The line that is being prepared. */
let preparing = {};
/** The items that each lane waits for. @type {Map<string, Float64Array>} */
const wishes = new Map();
let reported = 0;
let sliceStart = 0;
/** Whether a page came without some of its items, although they can be read. */
let owing = false;

/** Happens when items are wanted that are to be read. */
const wish = event();
/** Happens when a file is known, and when all items that are wanted are here or cannot be had. */
const arrival = event();

const methods = {
  /**
   * @param {Place} place
   * @param {string} name
   * @param {string} as  how it is read, or ''
   * @returns {Promise<Inspection>}
   */
  async inspect(place, name, as) {
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
    const dataset = await ready;
    readers[slot]?.source.close();
    const reader = { slot, place, source: sourceOf(place), reading: null, left: null };
    readers[slot] = reader;
    dataset.open(slot, name, reader.source.size ?? undefined, budget);
    await read(reader);
  },

  /** @param {Slot} slot */
  ownHeader: async (slot) => (await ready).ownHeader(slot),

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} first
   * @param {number} count
   */
  async bytes(slot, item, first, count) {
    const dataset = await ready;
    await gather(dataset, Float64Array.of(item), 'bytes');
    return dataset.bytes(slot, item, first, count);
  },

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} index
   */
  element: async (slot, item, index) => (await ready).element(slot, item, index),

  /**
   * @param {Slot} slot
   * @param {string} word
   */
  async readAs(slot, word) {
    const dataset = await ready;
    dataset.readAs(slot, word);
    const reader = readers[slot];
    if (reader) await read(reader);
    report(dataset);
  },

  /**
   * @param {string | undefined} orientation
   * @param {Uint32Array | undefined} shape
   * @param {string} view
   * @param {Int32Array | undefined} axes
   */
  async arrange(orientation, shape, view, axes) {
    const dataset = await ready;
    dataset.arrange(orientation, shape, view, axes);
    report(dataset);
  },

  /** @param {Slot} slot */
  async stop(slot) {
    const dataset = await ready;
    dataset.stop(slot);
    report(dataset);
  },

  /** @param {Slot} slot */
  async close(slot) {
    const dataset = await ready;
    readers[slot]?.source.close();
    readers[slot] = null;
    dataset.close(slot);
    report(dataset);
  },

  /**
   * @param {PageRequest} request
   * @param {string} lane  in which no other page is asked for meanwhile
   * @returns {Promise<PlainPage>}
   */
  async page(request, lane) {
    const dataset = await ready;
    if (request.span) return plainly(dataset.plot(request));
    if (!request.of) await gather(dataset, request.items, lane);
    return plainly(dataset.page(request));
  },

  /**
   * @param {Float64Array} items
   * @param {number} column
   * @param {number} columns
   */
  async table(items, column, columns) {
    const dataset = await ready;
    await gather(dataset, items, 'table');
    /** @type {number[]} */
    const values = [];
    for (const item of items) {
      const row = dataset.values(item, 0, column, 1, columns);
      // Else those after it would take its place.
      if (!row.length) break;
      values.push(...row);
    }
    return Float64Array.from(values);
  },

  /** @param {Uint32Array | undefined} items */
  async profile(items) {
    (await ready).profile(items);
    await methods.prepare();
  },

  /** Prepares the line, in slices between which everything else goes first. */
  async prepare() {
    const dataset = await ready;
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
    const dataset = await ready;
    await gather(dataset, Float64Array.of(item), 'values');
    return dataset.values(item, row, column, rows, columns);
  },

  /** @param {number | null} column */
  async label(column) {
    const dataset = await ready;
    dataset.label(column);
    report(dataset);
    // What is not in memory is read again to be counted.
    if (readers.labels) await read(readers.labels);
  },

  /**
   * @param {number} item
   * @param {number} most
   */
  async row(item, most) {
    const dataset = await ready;
    await gather(dataset, Float64Array.of(item), 'row');
    return dataset.row(item, most);
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
    const dataset = await ready;
    const reader = readers.labels;
    const own = (searching = {});
    if (!reader || !dataset.search(query)) return dataset.select(query);
    let told = performance.now();
    const through = await pass(reader.place, () => dataset.unsearched(), (offset, bytes) => dataset.sift(offset, bytes), async () => {
      await looks(dataset);
      if (performance.now() - told > REPORT && own === searching) {
        told = performance.now();
        self.postMessage({ event: 'searching', share: dataset.searched() });
      }
      return own === searching && reader === readers.labels;
    });
    return through ? dataset.found() : null;
  },

  /** Looks for nothing any more. */
  async cease() {
    searching = {};
  },

  /**
   * @param {number} item
   * @param {Uint32Array} among
   */
  alike: async (item, among) => (await ready).alike(item, among),

  counts: async () => (await ready).counts(),

  /** Measures the images from the first one on; resolves at the end, or when that has begun anew. */
  async survey() {
    const dataset = await ready;
    const reader = readers.images;
    const own = (surveying = {});
    if (!reader || !dataset.survey()) return;
    let told = performance.now();
    const tell = () => {
      const statistics = dataset.statistics();
      // There are none any more where the file has come to be read otherwise meanwhile.
      if (statistics) self.postMessage({ event: 'statistics', statistics });
    };
    await pass(reader.place, () => dataset.unmeasured(), (offset, bytes) => dataset.measure(offset, bytes), async () => {
      await looks(dataset);
      if (performance.now() - told > REPORT) {
        told = performance.now();
        tell();
      }
      return own === surveying && reader === readers.images;
    });
    if (own === surveying && reader === readers.images) tell();
  },

  /** @param {number} item */
  async summary(item) {
    const dataset = await ready;
    await gather(dataset, Float64Array.of(item), 'summary');
    return dataset.summary(item);
  },
};

/**
 * Lets the readers fetch items before anything else, and waits for them, but not for ever.
 * @param {Dataset} dataset
 * @param {Float64Array} items
 * @param {string} lane
 */
async function gather(dataset, items, lane) {
  const open = Object.values(readers).filter((reader) => reader !== null);
  wishes.set(lane, items);
  const all = Float64Array.from([...wishes.values()].flatMap((wished) => [...wished]));
  if (dataset.want(all)) {
    wish.happen();
    open.forEach(read);
  } else if (!open.some(({ slot, reading }) => reading && !dataset.status(slot))) {
    wishes.delete(lane);
    return;
  }
  await arrival.or(new Promise((resolve) => setTimeout(resolve, PATIENCE)));
  if (wishes.get(lane) === items) wishes.delete(lane);
  owing ||= isLacking(dataset);
}

/**
 * @param {Page} page
 * @returns {PlainPage}
 */
function plainly({ image, ...page }) {
  return { ...page, image: image && { data: image.data, width: image.width, height: image.height } };
}

/**
 * What is looked at is read first.
 * @param {Dataset} dataset
 */
async function looks(dataset) {
  while (isLacking(dataset)) await arrival.or(new Promise((resolve) => setTimeout(resolve, PATIENCE)));
}

/** @param {Dataset} dataset */
function isLacking(dataset) {
  return dataset.isLacking('images') || dataset.isLacking('labels');
}

/** @param {Reader} reader */
function read(reader) {
  return (reader.reading ??= readAll(reader).finally(() => (reader.reading = null)));
}

/**
 * Reads what the core wants, until it wants no more or another file is in the slot.
 * @param {Reader} reader
 */
async function readAll(reader) {
  const { slot, source } = reader;
  const dataset = await ready;
  const current = () => readers[slot] === reader;
  let passes = false;
  for (let want; current() && (want = dataset.wanted(slot)); ) {
    const { offset, length } = want;
    const passing = !dataset.isLacking(slot);
    passes ||= passing;
    try {
      const bytes = reader.left?.offset === offset ? reader.left.bytes : source.read(offset, length, passing);
      const first = await wish.or(bytes);
      if (!current()) return;
      if (first) {
        reader.left = null;
        await feed(dataset, reader, offset, first);
      } else {
        // If it fails it fails again, and is reported, when it is asked for.
        bytes.catch(() => {});
        if (passing) reader.left = { offset, bytes };
      }
    } catch (error) {
      if (!current()) return;
      const trapped = error instanceof WebAssembly.RuntimeError;
      self.postMessage({ event: 'fault', slot, error: plain(error), ended: passing || trapped });
      // After a trap there is no core to be asked.
      if (trapped) return;
      reader.left = null;
      if (passing) dataset.stop(slot);
      else dataset.forget(slot);
      arrival.happen();
    }
  }
  if (passes && current()) report(dataset);
}

/**
 * Pushes bytes that start at `offset` of the file, for as long as they are what the core wants.
 * @param {Dataset} dataset
 * @param {Reader} reader
 * @param {number} offset
 * @param {Uint8Array} bytes
 */
async function feed(dataset, { slot, source }, offset, bytes) {
  let start = 0;
  do {
    const piece = bytes.subarray(start, start + PIECE);
    const lacked = offset + start === 0 || isLacking(dataset);
    dataset.push(slot, offset + start, piece);
    start += piece.length;
    if (lacked && !isLacking(dataset)) {
      arrival.happen();
      if (owing) report(dataset);
      owing = false;
    }
    const now = performance.now();
    if (now - reported > REPORT) report(dataset);
    if (now - sliceStart > SLICE) {
      await breathe();
      sliceStart = performance.now();
    }
  } while (start < bytes.length && readers[slot]?.source === source && dataset.wanted(slot)?.offset === offset + start);
}

/** @param {Dataset} dataset */
function report(dataset) {
  reported = performance.now();
  const statuses = { images: dataset.status('images') ?? null, labels: dataset.status('labels') ?? null };
  self.postMessage({ event: 'status', statuses });
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
    const owned = result?.image?.data.buffer ?? (result instanceof Uint32Array ? result.buffer : null);
    self.postMessage({ id, result }, { transfer: owned ? [owned] : [] });
  } catch (error) {
    self.postMessage({ id, error: plain(error) });
  }
});

ready.then(
  () => setTimeout(() => rehearse(new Dataset(), () => readers.images !== null), REPORT),
  (error) => self.postMessage({ event: 'failed', error: plain(error) }),
);
