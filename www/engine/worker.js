/** The worker of one dataset: answers for it, while its files are read. */

import init, { Dataset, layout, owners, pair } from '../pkg/idxlens.js';
import { buffersOf } from './buffers.js';
import { conversionMethods, converts } from './converting.js';
import { exportMethods } from './exporting.js';
import { Jobs } from './jobs.js';
import { Loader, plain, REPORT } from './loader.js';
import { sourceOf } from './source.js';
import { valueMethods } from './values.js';
import { warmUp } from './warm-up.js';

/**
 * @typedef {typeof methods} Methods
 * @import { Candidate, Inspection, JobKind, JobRequests, LabelSource, Page, PageRequest, Place, PlainPage, Slot } from './protocol.js'
 * @import { Columns } from '../state/decisions.js'
 * @import { Source } from './source.js'
 */

/** Bytes of a file of labels that a host without ranges may send once more. */
const SHORT = 2 ** 20;

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
      // At once, because its own header may not be one.
      if (as) probe.readAs('images', as);
      for (;;) {
        const { offset, length } = probe.wanted('images') ?? { offset: 0, length: 0 };
        const bytes = await source.read(offset, length);
        if (offset === 0) head = [...bytes.subarray(0, 16)];
        probe.push('images', offset, bytes);
        const status = probe.status('images');
        if (!status) continue;
        // From a host, a checksum is one more request, which only class names are worth: for the end of the file, or for
        // all of one that is short.
        const isChecked =
          place instanceof File || (status.role === 'labels' && (place.ranges || (source.size ?? Infinity) <= SHORT));
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

  ...conversionMethods,
  ...valueMethods(ready),

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
   * @param {boolean} [ignoresIndex]  whether an index from an earlier visit is of no use
   */
  async open(slot, place, name, budget, ignoresIndex = false) {
    await (await ready).open(slot, place, name, budget, ignoresIndex);
  },

  /** Takes the core for large files, before one is opened: few visits need it. */
  async enlarge() {
    const { default: init, Dataset } = await import('../pkg/large.js');
    await init();
    (await ready).enlarge(new Dataset());
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
   * Runs a job: see jobs.js. Null if it was cancelled, or another of its kind took its place.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   */
  run: async (kind, request) => (await jobs).run(kind, request),

  /** @param {JobKind} kind */
  cancel: async (kind) => (await jobs).cancel(kind),

  /** @param {LabelSource | null} column */
  async label(column) {
    const loader = await ready;
    loader.dataset.label(column);
    loader.report();
    // Labels that are not in memory are read again, to count them.
    await loader.resume('labels');
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

  /**
   * The items in a list about these items.
   * @param {Blob} list
   * @param {number | null} unlabelled  the label of items without one
   */
  async readItems(list, unlabelled) {
    const { readItems } = await import('./review-files.js');
    return readItems(await ready, list, unlabelled);
  },

  ...exportMethods(ready),

  counts: async () => (await ready).dataset.counts(),
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
    const owned = result?.image?.data ?? (result instanceof Uint32Array || result?.pixels ? result : null);
    self.postMessage({ id, result }, { transfer: buffersOf(owned) });
  } catch (error) {
    post({ id, error: plain(error) });
  }
});

ready.then(
  ({ readers }) => setTimeout(() => warmUp(new Dataset(), () => converts || readers.images !== null), REPORT),
  (error) => post({ event: 'failed', error: plain(error) }),
);
