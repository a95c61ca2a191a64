/** Exports: items of a dataset as the bytes of a file. It is made in steps, between which the worker answers everything else. */

import { exactSizeOf, labelsBeside, passesOf, writerOf } from './export-plan.js';

/**
 * @import { ExportRequest, Pass, Writer } from './export-plan.js'
 * @import { Loader } from './loader.js'
 * @import { Slot } from './protocol.js'
 */

/** Limits of the bytes of items that are taken at a time, and of the items. */
const BATCH = 4 << 20;
const MAX_ITEMS = 65_536;
/** Milliseconds of work in a step. */
const STEP = 100;
/** Bytes of the items in the sample that gives the estimate of a size. */
const SAMPLE = 1 << 20;
const NO_LABELS = new Float64Array();

export class Exporter {
  #loader;
  #request;
  #open;
  #isSample;
  #hasLabels;
  /** The label of each item that has another than in the file. */
  #corrected;
  /** The other columns that stand beside the label, and how many numbers of an item that makes. */
  #columns;
  #width;
  /** What stands for no label, and for no value in the other columns. */
  #missing;
  #readers;
  /** What is to be written, once that is known. @type {Pass[] | null} */
  #passes = null;
  /** @type {Writer} */
  #writer = NOTHING;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
  #output = null;
  #control = new AbortController();
  /** Ends when all bytes are in the file. @type {Promise<Blob | void>} */
  #end = Promise.resolve();
  /** Items of the first pass that are done, of all passes, and in all. */
  #at = 0;
  #done = 0;
  #total = 1;

  /**
   * @param {Loader} loader
   * @param {ExportRequest} request
   * @param {() => Promise<WritableStream | undefined>} open  opens the file; undefined for a blob
   * @param {boolean} [isSample]  whether only the first items are written
   */
  constructor(loader, request, open, isSample = false) {
    this.#loader = loader;
    this.#request = request;
    this.#open = open;
    this.#isSample = isSample;
    this.#hasLabels = labelsBeside(request);
    const { items = [], labels = [] } = request.corrected ?? {};
    this.#corrected = new Map(Array.from(items, (item, at) => [item, labels[at]]));
    this.#columns = Uint32Array.from(request.columns, ({ at }) => at);
    this.#missing = [request.unlabelled, ...request.columns.map(({ none }) => none)];
    this.#width = this.#missing.length;
    this.#readers = { ...loader.readers };
  }

  /**
   * Writes some more items. At the end, the file is a blob, unless it is on the disk. Throws what went wrong; what was written is
   * thrown away then.
   * @returns {Promise<{ progress: number, done: boolean, file: Blob | void }>}  progress from 0 to 1
   */
  async step() {
    const begun = performance.now();
    try {
      while (performance.now() - begun < STEP) {
        this.#check();
        if (!this.#passes) {
          // Only then the items are known.
          if (await isRead(this.#loader)) await this.#start();
          continue;
        }
        const [pass] = this.#passes;
        if (!pass) return { progress: 1, done: true, file: await this.#finish() };
        if (!this.#at && pass.part.folder) this.#writer.begin?.(pass.part.folder);
        if (this.#at < pass.count) await this.#take(pass);
        else {
          this.#passes.shift();
          this.#at = 0;
        }
      }
      return { progress: this.#done / this.#total, done: false, file: undefined };
    } catch (error) {
      await this.cancel(error);
      throw error;
    }
  }

  /**
   * Ends the export, and throws away what was written. A file that the browser made for it stays, empty.
   * @param {unknown} [reason]
   */
  async cancel(reason = new DOMException('the export was cancelled', 'AbortError')) {
    this.#readers = { images: null, labels: null };
    this.#control.abort(reason);
    await this.#output?.abort(reason).catch(() => {});
    // After a trap nothing of it can be called.
    if (!(reason instanceof WebAssembly.RuntimeError)) this.#free();
  }

  /** Throws an error if the export was cancelled, or other files are open. */
  #check() {
    const { images, labels } = this.#loader.readers;
    if ((!images && !labels) || images !== this.#readers.images || labels !== this.#readers.labels)
      throw new DOMException('the files of the dataset have changed', 'AbortError');
  }

  async #start() {
    const passes = passesOf(this.#loader.dataset, this.#request);
    if (this.#isSample) for (const pass of passes) pass.count = Math.min(pass.count, sampled(pass));
    this.#writer = writerOf(this.#loader.dataset, this.#request, passes);
    const file = await this.#open();
    const { readable, writable } = new TransformStream();
    const bytes = this.#request.gzip ? readable.pipeThrough(new CompressionStream('gzip')) : readable;
    // The browser can keep a blob on disk.
    this.#end = file ? bytes.pipeTo(file, { signal: this.#control.signal }) : new Response(bytes).blob();
    this.#output = writable.getWriter();
    // A failure comes out of the next write, too.
    this.#end.catch(() => {});
    this.#output.closed.catch(() => {});
    this.#total = passes.reduce((sum, { count }) => sum + count, 0) || 1;
    this.#passes = passes;
  }

  /** @param {Pass} pass */
  async #take({ part, slot, count, itemLength }) {
    const first = this.#at;
    const batch = Math.max(1, Math.min(count - first, MAX_ITEMS, Math.floor(BATCH / (itemLength || 1))));
    const items =
      part.items?.subarray(first, first + batch) ?? Uint32Array.from({ length: batch }, (_, at) => first + at);
    const elements = await this.#gathered(slot, items);
    const labels = this.#hasLabels ? this.#loader.dataset.labelsAt(items, this.#columns) : NO_LABELS;
    for (const [column, none] of this.#missing.entries())
      for (let at = column; none !== null && at < labels.length; at += this.#width)
        if (labels[at] === none) labels[at] = NaN;
    this.#correct(slot, items, elements, labels);
    await this.#write(this.#writer.push(elements, items, labels));
    this.#at += batch;
    this.#done += batch;
  }

  /**
   * Puts corrected labels in the place of those in the file.
   * @param {Slot | null} slot  whose elements these are
   * @param {Uint32Array} items
   * @param {Uint8Array} elements
   * @param {Float64Array} labels  beside them, before the other columns of each item
   */
  #correct(slot, items, elements, labels) {
    if (!this.#corrected.size) return;
    /** @type {number[]} */
    const places = [];
    /** @type {number[]} */
    const corrected = [];
    items.forEach((item, place) => {
      const label = this.#corrected.get(item);
      if (label === undefined) return;
      places.push(place);
      corrected.push(label);
      if (this.#hasLabels) labels[place * this.#width] = label;
    });
    const unfit =
      slot === 'labels' &&
      this.#loader.dataset.relabel(elements, Uint32Array.from(places), Float64Array.from(corrected));
    if (typeof unfit === 'number')
      throw Object.assign(new Error('a label does not fit'), { name: 'Unfit', found: items[unfit] });
  }

  /**
   * The elements of items, once they are read.
   * @param {Slot | null} slot
   * @param {Uint32Array} items
   */
  async #gathered(slot, items) {
    const { dataset } = this.#loader;
    const only = this.#hasLabels ? (slot ? undefined : 'labels') : (slot ?? undefined);
    const want = { items: Float64Array.from(items), slot: /** @type {Slot | undefined} */ (only) };
    for (;;) {
      await this.#loader.gather(want, this.#isSample ? 'export size' : 'export');
      this.#check();
      const elements = slot ? dataset.elements(slot, items, this.#request.asShown) : new Uint8Array();
      const isWaiting = dataset.isLacking('images') || dataset.isLacking('labels');
      // While labels are lacking, items would seem to have none.
      if (elements && !(this.#hasLabels && isWaiting)) return elements;
      if (!isWaiting) throw Object.assign(new Error('items could not be read'), { name: 'ExportUnread' });
    }
  }

  async #finish() {
    await this.#write(this.#writer.finish());
    await this.#output?.close();
    this.#free();
    return await this.#end;
  }

  /** @param {Uint8Array} bytes */
  async #write(bytes) {
    if (bytes.length) await this.#output?.write(bytes);
  }

  #free() {
    this.#writer.free();
    this.#writer = NOTHING;
  }
}

/** The writer of an export that has ended. @type {Writer} */
const NOTHING = { push: () => new Uint8Array(), finish: () => new Uint8Array(), free() {} };

/** The export whose size is being estimated. @type {Exporter | null} */
let sample = null;

/**
 * How many bytes the file will have, and whether that is exact. It ends the last estimate.
 * @param {Loader} loader
 * @param {ExportRequest} request
 */
export async function exportSize(loader, request) {
  const { dataset } = loader;
  await cancelEstimate();
  const exact = exactSizeOf(dataset, request);
  if (exact !== undefined) return { bytes: exact, exact: true };
  let bytes = 0;
  const counter = new WritableStream({
    write(chunk) {
      bytes += chunk.length;
    },
  });
  const written = new Exporter(loader, request, async () => counter, true);
  sample = written;
  while (!(await written.step()).done);
  const passes = passesOf(dataset, request);
  const [all, taken] = [
    passes.reduce((sum, { count }) => sum + count, 0),
    passes.reduce((sum, pass) => sum + Math.min(pass.count, sampled(pass)), 0),
  ];
  const share = all ? taken / all : 1;
  return { bytes: Math.round(bytes / share), exact: share === 1 };
}

/** Ends the estimate under way, whose items would take the place of those of an export. */
export async function cancelEstimate() {
  const ending = sample;
  sample = null;
  await ending?.cancel();
}

/**
 * Items that a sample has at most.
 * @param {Pass} pass
 */
function sampled({ itemLength }) {
  return Math.max(1, Math.min(MAX_ITEMS, Math.floor(SAMPLE / (itemLength || 64))));
}

/**
 * Whether the files are read, or are so soon.
 * @param {Loader} loader
 */
async function isRead({ readers }) {
  const read = Promise.all(Object.values(readers).map((reader) => reader?.reading)).then(() => true);
  return await Promise.race([read, new Promise((resolve) => setTimeout(resolve, STEP, false))]);
}
