/** Decisions stay on this device, for the file whose labels they are about. */

import { areItems, Decisions, ItemSet, ranges, STATUSES, toRanges } from '../state/index.js';
import { fileKey, isChecked } from './file-key.js';
import { keep, kept } from './storage.js';

/**
 * @import { Place } from '../engine/protocol.js'
 * @import { Dataset, Event } from '../state/index.js'
 *
 * @typedef {{ name: string, decisions: Decisions }} Stored  what is kept of a dataset, and under which name
 */

/** Milliseconds after a change until it is stored: many decisions take some time to write. */
const PAUSE = 300;
/** Limit of the decisions that are kept: more take too long to write after each change, and browsers store 5 MB. */
const MAX_ITEMS = 200_000;

export class Reviews {
  /** By the ids of datasets. @type {Map<number, Stored>} */
  #stored = new Map();
  /** What is still to be written, by its name. @type {Map<string, Decisions>} */
  #unwritten = new Map();
  /** What tells files apart that have no checksum; null while it is being computed. @type {WeakMap<File, string | null>} */
  #contents = new WeakMap();
  /** The open datasets. @type {Dataset[]} */
  #datasets = [];
  #timer = 0;
  /** Whether the user knows that nothing can be stored. */
  #reported = false;
  #dispatch;
  #placeOf;

  /**
   * @param {(dataset: number) => Place | null} placeOf  the labels file of a dataset
   * @param {(event: Event) => void} dispatch
   * @param {AbortSignal} signal  ends it
   */
  constructor(placeOf, dispatch, signal) {
    this.#dispatch = dispatch;
    this.#placeOf = placeOf;
    // Another tab may have the same file.
    const follow = (/** @type {StorageEvent} */ { key }) => {
      for (const [dataset, { name }] of this.#stored)
        if (key === null || key === `idxlens.${name}`) this.#fetch(dataset, name);
    };
    const write = () => this.#write();
    addEventListener('storage', follow, { signal });
    addEventListener('pagehide', write, { signal });
    signal.addEventListener('abort', write);
  }

  /**
   * Fetches the decisions about files that are new, and keeps those that have changed.
   * @param {Dataset[]} datasets
   */
  follow(datasets) {
    this.#datasets = datasets;
    for (const dataset of datasets) {
      const { id, labelsPrint, labelsLayout, labelling } = dataset;
      const { decisions } = dataset.review;
      const content = this.#contentOf(dataset);
      if (content === null) continue;
      const stored = this.#stored.get(id);
      const name = `review:${[fileKey(dataset), labelsPrint, content, labelsLayout, labelling.column ?? ''].join(':')}`;
      if (stored?.name !== name) {
        // Decisions made before the stored ones arrived stay.
        this.#fetch(id, name, stored ? undefined : decisions);
      } else if (stored.decisions !== decisions) {
        stored.decisions = decisions;
        this.#keep(name, decisions);
      }
    }
  }

  /**
   * What tells a dataset's labels from others of their name and shape; null while that is not known.
   * @param {Dataset} dataset
   */
  #contentOf({ id, labelsPrint }) {
    const place = this.#placeOf(id);
    if (!place || isChecked(labelsPrint)) return '';
    if (!(place instanceof File)) return place.etag ?? '';
    const known = this.#contents.get(place);
    if (known !== undefined) return known;
    this.#contents.set(place, null);
    // Few labels are that large. The worker loads the module, too, and a bundler must not join it with the page's.
    import('../engine/same-bytes.js')
      .then(({ digestOf }) => digestOf(place))
      .catch(() => '')
      .then((digest) => {
        this.#contents.set(place, digest);
        this.follow(this.#datasets);
      });
    return null;
  }

  /**
   * @param {string} name
   * @param {Decisions} decisions
   */
  #keep(name, decisions) {
    this.#unwritten.set(name, decisions);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), PAUSE);
  }

  #write() {
    clearTimeout(this.#timer);
    let isKept = true;
    for (const [name, decisions] of this.#unwritten) isKept = mayKeep(name, decisions) && isKept;
    this.#unwritten.clear();
    if (isKept || this.#reported) return;
    this.#reported = true;
    const fault = { name: 'ReviewNotKept' };
    this.#dispatch({ type: 'alert', alert: { key: 'review', file: '', severe: false, faults: [fault] } });
  }

  /**
   * @param {number} dataset
   * @param {string} name
   * @param {Decisions} [more]  in addition
   */
  #fetch(dataset, name, more = new Decisions()) {
    const found = this.#unwritten.get(name) ?? read(kept(name) ?? '');
    const decisions = found.with(more);
    if (more.size) this.#keep(name, decisions);
    this.#stored.set(dataset, { name, decisions });
    this.#dispatch({ type: 'decisions', dataset, decisions });
  }
}

/**
 * Whether decisions are kept for the next visit.
 * @param {string} name
 * @param {Decisions} decisions
 */
function mayKeep(name, decisions) {
  return decisions.size <= MAX_ITEMS && keep(name, written(decisions));
}

/**
 * Decisions as text: each with the items that it is about.
 * @param {Decisions} decisions
 */
export function written({ columns: { items, statuses, labels, notes } }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (let at = 0; at < items.length; at++) {
    const key = `${statuses[at]} ${labels[at]} ${notes?.[at] ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  }
  const kept = Array.from(groups.values(), (rows) => {
    const [first] = rows;
    const about = ItemSet.of(rows.map((at) => items[at]));
    const label = Number.isNaN(labels[first]) ? null : labels[first];
    return [STATUSES[statuses[first]], label, notes?.[first] ?? '', toRanges(about.ranges())];
  });
  return kept.length ? JSON.stringify(kept) : '';
}

/**
 * Decisions that were kept. Anything else may be stored, too.
 * @param {string} text
 */
export function read(text) {
  /** @type {{ item: number, status: number, label: number, note: string }[]} */
  const rows = [];
  try {
    for (const [name, label, note, items] of JSON.parse(text || '[]')) {
      const status = STATUSES.indexOf(name);
      const found = ranges(String(items)) ?? [];
      const isLabelled = typeof label === 'number';
      if (status < 1 || !areItems(found) || isLabelled !== (name === 'corrected')) continue;
      const shared = { status, label: isLabelled ? label : NaN, note: typeof note === 'string' ? note : '' };
      for (const [start, end] of found)
        for (let item = start; item <= end && rows.length < MAX_ITEMS; item++) rows.push({ item, ...shared });
    }
  } catch {
    // What cannot be read is not kept.
  }
  return Decisions.of({
    items: Uint32Array.from(rows, ({ item }) => item),
    statuses: Uint8Array.from(rows, ({ status }) => status),
    labels: Float64Array.from(rows, ({ label }) => label),
    notes: rows.some(({ note }) => note) ? rows.map(({ note }) => note) : null,
  });
}
