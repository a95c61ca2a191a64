/** The files of a drop, and those that came out of them, in the order in which they are taken. */

import { linked } from './entries.js';
import { joinShards } from './shards.js';
import { trainingFirst } from './splits.js';

/** @import { Entry } from './drops.js' */

/** Limit of the dropped files that are put in the order of their splits. */
const MOST_FILES = 1000;

export class DropQueue {
  /** The place of the one at hand. */
  #at = 0;
  /** Up to this place, files came out of one that was converted. */
  #outputsEnd = 0;
  /** @type {Entry[]} */
  #all;
  /** Whether one file, or one dataset in several, was dropped. */
  isSingle;

  /** @param {Entry[]} entries  that were dropped */
  constructor(entries) {
    const all = joinShards(entries);
    // More are pictures: their datasets are put in order.
    this.#all = all.length > MOST_FILES ? all : trainingFirst(all, ({ name }) => name);
    this.isSingle = this.#all.length === 1;
  }

  /** The one at hand; undefined at the end. @returns {Entry | undefined} */
  get current() {
    return this.#all[this.#at];
  }

  /** Whether the one at hand came out of a file that was converted: it is none that the user dropped. */
  get isOutput() {
    return this.#at < this.#outputsEnd;
  }

  /** How many there are, those before the one at hand, too. */
  get length() {
    return this.#all.length;
  }

  /** The one at hand, and those behind it. */
  get rest() {
    return this.#all.slice(this.#at);
  }

  /** How many files these are. */
  get files() {
    return this.rest.reduce((count, { shards }) => count + (shards?.all.length ?? 1), 0);
  }

  advance() {
    this.#at++;
  }

  /**
   * Puts what came out of the file at hand behind it.
   * @param {Entry[]} outputs
   */
  insert(outputs) {
    const next = this.#at + 1;
    this.#all = [...this.#all.slice(0, next), ...outputs, ...this.#all.slice(next)];
    this.#outputsEnd = Math.max(this.#outputsEnd, next) + outputs.length;
  }

  /**
   * Appends what came out of an entry, which may be too much for arguments.
   * @param {Entry} from
   * @param {Entry[] | null | undefined} entries
   */
  append(from, entries) {
    for (const entry of linked(from, entries ?? [])) this.#all.push(entry);
  }
}
