/** What a review writes and reads: a copy of the labels file with other labels, and lists of decisions. */

import { parse, write } from '../text/decision-list.js';
import { digits, rounded, typeOfLabels } from '../text/digits.js';
import { parse as parseItems } from '../text/item-list.js';
import { SLICE, yieldToMessages } from './scheduling.js';
import { sourceOf } from './source.js';

/**
 * @import { Columns } from '../state/decisions.js'
 * @import { Loader } from './loader.js'
 */

/** Bytes that are read, and that the core takes, at a time: gzip data can unpack to a thousand times as many. */
const READ = 1 << 20;
const PIECE = 16 << 10;

/**
 * A copy of the labels file with these labels.
 * @param {Loader} loader
 * @param {Columns} corrected
 */
export async function correctedLabels(loader, { items, labels }) {
  // The packed bytes pile up in the blob, which the browser can keep on disk.
  const { readable, writable } = new TransformStream();
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  let packed = readable;
  for (let layer = loader.dataset.status('labels')?.gzip ?? 0; layer > 0; layer--)
    packed = packed.pipeThrough(new CompressionStream('gzip'));
  const blob = new Response(packed).blob();
  const writer = writable.getWriter();
  try {
    const { old, changedBytes } = await pass(loader, items, labels, (bytes) => writer.write(bytes));
    await writer.close();
    const changed = old.reduce((sum, label, at) => sum + Number(label !== labels[at]), 0);
    return { blob: await blob, changed, changedBytes };
  } catch (error) {
    blob.catch(() => {});
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

/**
 * The list of these decisions.
 * @param {Loader} loader
 * @param {Columns} decisions
 * @param {string[]} names  of statuses, by their codes
 */
export async function decisionList(loader, decisions, names) {
  const old = await labelsOf(loader, decisions.items);
  /** @type {Blob[]} */
  const parts = [];
  for (const part of write(decisions, old, names, typeOf(loader))) {
    parts.push(new Blob([part]));
    await yieldToMessages();
  }
  return new Blob(parts, { type: 'text/csv' });
}

/**
 * The decisions in a list. Throws an error with the first line at fault, unless the list is about these labels.
 * @param {Loader} loader
 * @param {Blob} list
 * @param {string[]} names  of statuses, by their codes
 * @returns {Promise<Columns>}  in the order of the list
 */
export async function readDecisions(loader, list, names) {
  const { dataset } = loader;
  const { rows, old, lines } = parse(await list.text(), names);
  const corrects = names.indexOf('corrected');
  const { items, statuses } = rows;
  const type = typeOf(loader);
  rows.labels = rows.labels.map((label) => rounded(label, type));
  const found = await labelsOf(loader, items);
  const status = dataset.status('images') ?? dataset.status('labels');
  const total = status?.done ? status.items : (status?.promised ?? 0);
  /** @type {(name: string, row: number, found: number, expected?: number) => Error} */
  const refused = (name, row, found, expected = NaN) => {
    const fault = { line: lines[row], item: items[row], found, expected };
    return Object.assign(new Error(`line ${lines[row]}`), { name, list: fault });
  };
  for (let row = 0; row < items.length; row++) {
    if (items[row] >= total) throw refused('ListItem', row, items[row], total);
    // Minus zero is zero.
    if (!Object.is(found[row] + 0, rounded(old[row], type) + 0))
      throw refused('ListOther', row, Number(digits(found[row], type)), old[row]);
    const hasLabel = statuses[row] !== corrects || !Number.isNaN(found[row]);
    if (!hasLabel) throw refused('ListUnlabelled', row, NaN);
  }
  const corrected = rows.labels.filter((_, row) => statuses[row] === corrects);
  const unfit = dataset.unfit(corrected);
  if (unfit !== undefined) throw refused('ListLabel', nth(statuses, corrects, unfit), corrected[unfit]);
  return rows;
}

/**
 * The items in a list of items, each once. Throws an error with the first entry at fault, unless the list is about these
 * items.
 * @param {Loader} loader
 * @param {Blob} list
 * @param {number | null} unlabelled  the label of items without one
 */
export async function readItems(loader, list, unlabelled) {
  const { dataset } = loader;
  const { items, labels } = parseItems(await list.text());
  await Promise.all(Object.values(loader.readers).map((reader) => reader?.reading));
  const labelled = dataset.status('labels');
  const total = (dataset.status('images') ?? labelled)?.items ?? 0;
  /** @type {(name: string, at: number, found: number, expected: number) => Error} */
  const refused = (name, at, found, expected) =>
    Object.assign(new Error(`entry ${at + 1}`), { name, list: { line: at + 1, item: items[at], found, expected } });
  const beyond = items.findIndex((item) => item >= total);
  if (beyond >= 0) throw refused('ItemListItem', beyond, items[beyond], total);
  const each = Uint32Array.from(new Set(items)).sort();
  // Without labels at hand, the numbers alone count.
  if (!labelled) return each;
  const found = await labelsOf(loader, each);
  const known = new Map(Array.from(each, (item, at) => [item, found[at]]));
  const type = typeOf(loader);
  const labelAt = (/** @type {number} */ at) => known.get(items[at]) ?? NaN;
  // Minus zero is zero. Items without a label may have one that stands for none.
  const isOther = (/** @type {number} */ at) =>
    !Object.is(rounded(labels[at], type) + 0, labelAt(at) + 0) &&
    !(Number.isNaN(labels[at]) && labelAt(at) === unlabelled);
  const other = items.findIndex((_, at) => isOther(at));
  if (other >= 0) throw refused('ItemListOther', other, Number(digits(labelAt(other), type)), labels[other]);
  return each;
}

/**
 * The type of the labels.
 * @param {Loader} loader
 */
function typeOf({ dataset }) {
  return typeOfLabels(dataset.status('labels')) ?? 'f64';
}

/**
 * The row with a status.
 * @param {Uint8Array} statuses
 * @param {number} status
 * @param {number} place  among those with it
 */
function nth(statuses, status, place) {
  let row = -1;
  for (let left = place; left >= 0; left--) row = statuses.indexOf(status, row + 1);
  return row;
}

/**
 * The labels of items, in any order; NaN where there is none.
 * @param {Loader} loader
 * @param {Uint32Array} items  each once
 */
export async function labelsOf(loader, items) {
  await loader.readers.labels?.reading;
  const count = loader.dataset.status('labels')?.items ?? 0;
  const order = Uint32Array.from(items, (_, at) => at)
    .filter((at) => items[at] < count)
    .sort((one, other) => items[one] - items[other]);
  const labels = new Float64Array(items.length).fill(NaN);
  if (!order.length) return labels;
  const sorted = order.map((at) => items[at]);
  const { old } = await pass(loader, sorted, new Float64Array(order.length).fill(NaN), () => {});
  order.forEach((at, place) => {
    labels[at] = old[place];
  });
  return labels;
}

/**
 * Reads the labels file, in pieces. The labels that items had, and how many bytes of the corrected file differ.
 * @param {Loader} loader
 * @param {Uint32Array} items  in ascending order
 * @param {Float64Array} labels  the new ones; NaN where there is none
 * @param {(bytes: Uint8Array) => Promise<void> | void} take  receives the corrected file, unpacked
 */
async function pass(loader, items, labels, take) {
  const reader = loader.readers.labels;
  await reader?.reading;
  const correction = loader.dataset.correct(items, labels);
  const source = sourceOf(/** @type {NonNullable<typeof reader>} */ (reader).place);
  let isTrapped = false;
  try {
    let sliceStart = performance.now();
    for (let offset = 0; source.size === null || offset < source.size; ) {
      const bytes = await source.read(offset, Math.min(READ, (source.size ?? Infinity) - offset), true);
      if (!bytes.length) break;
      for (let start = 0; start < bytes.length; start += PIECE) {
        await take(correction.push(bytes.subarray(start, start + PIECE)));
        if (performance.now() - sliceStart < SLICE) continue;
        await yieldToMessages();
        sliceStart = performance.now();
      }
      offset += bytes.length;
    }
    correction.finish();
    return { old: correction.old(), changedBytes: correction.changedBytes() };
  } catch (error) {
    isTrapped = error instanceof WebAssembly.RuntimeError;
    throw error;
  } finally {
    source.close();
    // After a trap the core cannot be used.
    if (!isTrapped) correction.free();
  }
}
