/** The worker of one dataset: answers for it, while its files are read. The only module that imports pkg/. */

import init, { Archive, Dataset, hex, layout, owners, pair, Reorder } from '../pkg/idxlens.js';
import { Jobs } from './jobs.js';
import { Loader, plain, REPORT } from './loader.js';
import { sourceOf } from './source.js';
import { warmUp } from './warm-up.js';

/**
 * @typedef {typeof methods} Methods
 * @import { Candidate, Inspection, JobKind, JobRequests, LabelSource, Page, PageRequest, Place, PlainPage, Slot } from './protocol.js'
 * @import { Columns } from '../state/decisions.js'
 * @import { Source } from './source.js'
 */

/** Limit of the bytes of an item whose figures are taken: the item has to be in memory. */
const MAX_SUMMARISED = 64 << 20;
/** Labels that are gathered at a time. */
const LABELS = 65_536;

/** @param {object} message */
const post = (message) => self.postMessage(message);

const ready = init().then(() => new Loader(new Dataset(), post));

const jobs = ready.then((loader) => new Jobs(loader, post));
// A core that cannot start is reported once, below.
jobs.catch(() => {});

/** Everything the page can ask for. The page gets its types from here: see `Methods` in protocol.d.ts. */
const methods = {
  /**
   * @param {Place} place
   * @param {string} name
   * @param {string} [as]  the layout, if not the header's
   * @returns {Promise<Inspection>}
   */
  async inspect(place, name, as = '') {
    const source = sourceOf(place);
    const probe = new Dataset();
    /** @type {number[]} */
    let head = [];
    try {
      probe.open('images', name, source.size ?? undefined, 0);
      for (;;) {
        const { offset, length } = probe.wanted('images') ?? { offset: 0, length: 0 };
        const bytes = await source.read(offset, length);
        if (offset === 0) head = [...bytes.subarray(0, 16)];
        probe.push('images', offset, bytes);
        const status = probe.status('images');
        if (!status) continue;
        if (as) {
          probe.readAs('images', as);
          as = '';
          continue;
        }
        // From a host, a checksum is one more request, which only class names are worth.
        const isChecked = place instanceof File || (place.ranges && status.role === 'labels');
        const checksum = isChecked ? await checksumOf(probe, source) : undefined;
        probe.free();
        return { status, head, checksum };
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) probe.free();
      throw Object.assign(/** @type {Error} */ (error), { head });
    } finally {
      source.close();
    }
  },

  /**
   * The files in an archive, and how many more there are.
   * @param {File} file
   */
  async members(file) {
    const source = sourceOf(file);
    const archive = new Archive(file.size);
    try {
      for (let want; (want = archive.wanted()); ) archive.push(await source.read(want.offset, want.length));
      return { members: archive.members(), unlisted: archive.unlisted() };
    } finally {
      archive.free();
      source.close();
    }
  },

  /**
   * A NumPy array in Fortran's order as a file in the usual one.
   * @param {File} file
   */
  async reordered(file) {
    const source = sourceOf(file);
    const reorder = new Reorder(file.size);
    /** @type {BlobPart[]} */
    const parts = [];
    try {
      for (let want; (want = reorder.wanted()); ) {
        const bytes = reorder.push(await source.read(want.offset, want.length));
        // The browser may keep a blob on disk.
        if (bytes.length) parts.push(new Blob([/** @type {BlobPart} */ (bytes)]));
      }
    } finally {
      reorder.free();
      source.close();
    }
    return new File(parts, file.name, { lastModified: file.lastModified });
  },

  /**
   * @param {File} one
   * @param {File} other
   */
  async haveSameBytes(one, other) {
    // Few visits open a file twice.
    const { haveSameBytes } = await import('./same-bytes.js');
    return haveSameBytes(one, other);
  },

  /** @param {Candidate[]} files */
  pair: (files) => pair(files),

  /**
   * Reads a file into a slot; resolves when there is nothing more to read, or another file is in the slot. Faults are
   * reported as events.
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
   * The layout of these parts; undefined when the array would be larger than any file.
   * @param {string} elementType
   * @param {boolean} littleEndian
   * @param {number[]} shape
   * @param {number} offset
   */
  layout: (elementType, littleEndian, shape, offset) =>
    layout(elementType, littleEndian, Uint32Array.from(shape), offset),

  /**
   * Bytes of the items from one on, as far as they have arrived.
   * @param {Slot} slot
   * @param {number} item
   * @param {number} first  of the item, the start of an element
   * @param {number} count
   * @param {number} itemLength
   */
  async bytes(slot, item, first, count, itemLength) {
    const loader = await ready;
    // Items between the two are in the same blocks.
    const items = Float64Array.of(item, item + Math.floor((first + count - 1) / itemLength));
    await loader.gather({ items }, 'bytes');
    const bytes = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      const part = loader.dataset.bytes(slot, item++, first, count - filled);
      if (!part.length) break;
      bytes.set(part, filled);
      filled += part.length;
      first = 0;
    }
    return bytes.subarray(0, filled);
  },

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} byte  of the item
   */
  async element(slot, item, byte) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item) }, 'element');
    return loader.dataset.element(slot, item, byte);
  },

  /**
   * The bytes of these values in an element type, the highest first, as hexadecimal digits.
   * @param {string} elementType
   * @param {Float64Array} values
   */
  async hex(elementType, values) {
    await ready;
    return hex(elementType, values);
  },

  /**
   * @param {Slot} slot
   * @param {string | undefined} layout  as in links; undefined: as its header says
   */
  async readAs(slot, layout) {
    const loader = await ready;
    loader.dataset.readAs(slot, layout);
    await loader.resume(slot);
    loader.report();
  },

  /**
   * @param {string | undefined} orientation
   * @param {Uint32Array | undefined} shape
   * @param {string | undefined} view
   * @param {string[] | undefined} axes
   */
  async arrange(orientation, shape, view, axes) {
    const loader = await ready;
    loader.dataset.arrange(orientation, shape, view, axes);
    loader.report();
  },

  /** @param {Slot} slot */
  async stop(slot) {
    const loader = await ready;
    loader.dataset.stop(slot);
    loader.report();
  },

  /** @param {Slot} slot */
  async close(slot) {
    const loader = await ready;
    loader.close(slot);
    loader.report();
  },

  /**
   * @param {PageRequest} request
   * @param {string} lane  which has one request at a time
   * @returns {Promise<PlainPage>}
   */
  async page(request, lane) {
    const loader = await ready;
    if (request.span) return plainly(loader.dataset.plot(request));
    if (!request.average) await loader.gather(pictured(request), lane);
    return plainly(loader.dataset.page(request));
  },

  /**
   * Items as gray images, to compare them: those that have not arrived are missing.
   * @param {Float64Array} items
   * @param {number} shrink
   */
  async grayImages(items, shrink) {
    const loader = await ready;
    await loader.gather({ items, shrink }, 'check');
    return loader.dataset.grayImages(items, shrink);
  },

  /**
   * @param {Float64Array} items
   * @param {number} column
   * @param {number} columns
   */
  async table(items, column, columns) {
    const loader = await ready;
    await loader.gather({ items, shrink: 1, part: [0, column, 1, columns] }, 'table');
    /** @type {number[]} */
    const values = [];
    for (const item of items) {
      const row = loader.dataset.values(item, 0, column, 1, columns);
      // A missing row ends the table, because the rows have no numbers.
      if (!row.length) break;
      values.push(...row);
    }
    return Float64Array.from(values);
  },

  /**
   * Runs a job: see jobs.js. Null if it was cancelled, or another of its kind took its place.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   */
  run: async (kind, request) => (await jobs).run(kind, request),

  /** @param {JobKind} kind */
  cancel: async (kind) => (await jobs).cancel(kind),

  /**
   * @param {number} item
   * @param {number} row
   * @param {number} column
   * @param {number} rows
   * @param {number} columns
   */
  async values(item, row, column, rows, columns) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item), shrink: 1, part: [row, column, rows, columns] }, 'values');
    return loader.dataset.values(item, row, column, rows, columns);
  },

  /** @param {LabelSource | null} column */
  async label(column) {
    const loader = await ready;
    loader.dataset.label(column);
    loader.report();
    // Labels that are not in memory are read again, to count them.
    await loader.resume('labels');
  },

  /**
   * The labels of the first `count` items, NaN where there is none.
   * @param {number} count
   */
  async labels(count) {
    const loader = await ready;
    const labels = new Float64Array(count);
    for (let first = 0; first < count; first += LABELS) {
      const part = Math.min(LABELS, count - first);
      const items = Float64Array.from({ length: part }, (_, index) => first + index);
      await loader.gather({ items }, 'labels');
      labels.set(loader.dataset.labelsFrom(first, part), first);
    }
    return labels;
  },

  /**
   * @param {number} item
   * @param {number} limit
   */
  async row(item, limit) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item) }, 'row');
    return loader.dataset.row(item, limit);
  },

  /**
   * @param {string} mapping
   * @param {string[]} files
   */
  owners: (mapping, files) => owners(mapping, files),

  /**
   * @param {number} item
   * @param {Uint32Array} among
   */
  nextWithLabel: async (item, among) => (await ready).dataset.nextWithLabel(item, among),

  /**
   * A copy of the labels file with these labels, and what differs in it.
   * @param {Columns} corrected  items in ascending order
   */
  async correctedLabels(corrected) {
    const { correctedLabels } = await import('./review-files.js');
    return correctedLabels(await ready, corrected);
  },

  /**
   * The list of these decisions.
   * @param {Columns} decisions  in ascending order of their items
   * @param {string[]} names  of statuses, by their codes
   */
  async decisionList(decisions, names) {
    const { decisionList } = await import('./review-files.js');
    return decisionList(await ready, decisions, names);
  },

  /**
   * The decisions in a list about these labels, in its order.
   * @param {Blob} list
   * @param {string[]} names  of statuses, by their codes
   */
  async readDecisions(list, names) {
    const { readDecisions } = await import('./review-files.js');
    return readDecisions(await ready, list, names);
  },

  /**
   * The labels of items, in any order, each once; NaN where there is none.
   * @param {Uint32Array} items
   */
  async labelsOf(items) {
    const { labelsOf } = await import('./review-files.js');
    return labelsOf(await ready, items);
  },

  /**
   * The position of the first of these labels that the labels file cannot hold.
   * @param {Float64Array} labels
   */
  unfit: async (labels) => (await ready).dataset.unfit(labels),

  counts: async () => (await ready).dataset.counts(),

  /** @param {number} item */
  async summary(item) {
    const loader = await ready;
    const { itemLength } = loader.dataset.status('images')?.layout ?? { itemLength: 0 };
    if (itemLength > MAX_SUMMARISED) return new Float64Array();
    await loader.gather({ items: Float64Array.of(item) }, 'summary');
    return loader.dataset.summary(item);
  },
};

/**
 * What a page wants of its items: lines are drawn through all values.
 * @param {PageRequest} request
 */
function pictured({ items, shrink, window, plot }) {
  if (plot) return { items };
  return window ? { items, shrink, part: [0, window[0], Infinity, window[1]] } : { items, shrink };
}

/**
 * @param {Page} page
 * @returns {PlainPage}
 */
function plainly({ image, ...page }) {
  return { ...page, image: image && { data: image.data, width: image.width, height: image.height } };
}

/**
 * The checksum of a file, if it can be told.
 * @param {Dataset} probe  that knows the file's header
 * @param {Source} source
 */
async function checksumOf(probe, source) {
  const range = probe.checksumRange('images');
  if (!range) return undefined;
  try {
    return probe.checksum('images', await source.read(range.offset, range.length));
  } catch {
    return undefined;
  }
}

addEventListener('message', async ({ data: { id, method, args } }) => {
  try {
    await ready;
    const result = await /** @type {Record<string, (...args: any[]) => any>} */ (methods)[method](...args);
    const owned = result?.image?.data.buffer ?? (result instanceof Uint32Array ? result.buffer : null);
    self.postMessage({ id, result }, { transfer: owned ? [owned] : [] });
  } catch (error) {
    post({ id, error: plain(error) });
  }
});

ready.then(
  ({ readers }) => setTimeout(() => warmUp(new Dataset(), () => readers.images !== null), REPORT),
  (error) => post({ event: 'failed', error: plain(error) }),
);
