/**
 * What passes over large .gz files have found out, kept in the browser from one visit to the next. A file is recognised by
 * its size, the time of its last change and its ends. Where storage is forbidden nothing is kept, and nothing else
 * changes.
 */

import { sourceOf } from './source.js';

/**
 * @import { Place } from './protocol.js'
 *
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} name  of the file, in its folder
 * @property {number} parts  how many there are
 * @property {number} length  bytes of all of them
 * @property {number} time  of the last use, in milliseconds since 1970
 */

const DATABASE = 'idxlens-indexes';
/** Version of the database. Data of older versions are deleted. */
const VERSION = 2;
/** The entries, and their parts, each under the key of its entry and its number. */
const ENTRIES = 'entries';
const PARTS = 'parts';
/** Limit of all bytes. An index of a .gz of any size takes some 40 MB. */
const LIMIT = 256e6;
/** Bytes at each end of a file that are compared. */
const END = 64 * 1024;
/** Milliseconds after which a browser that does not open the database counts as one that forbids storage. */
const PATIENCE = 5000;

/**
 * The key of a file; null where it cannot be recognised: a stream has no known end, and browsers compute hashes only on
 * secure pages.
 * @param {Place} place
 */
export async function keyOf(place) {
  const version = place instanceof File ? place.lastModified : place.ranges && place.etag;
  const { size } = place;
  if (!size || !version || !globalThis.crypto?.subtle) return null;
  // Its own, because on a host a read can take the place of another.
  const source = sourceOf(place);
  try {
    const ends = new Uint8Array(2 * END);
    ends.set(await source.read(0, END));
    ends.set(await source.read(Math.max(0, size - END), END), END);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', ends));
    return [size, version, ...hash].join();
  } finally {
    source.close();
  }
}

/**
 * Hands out the parts that are kept under a key, one after another, for as long as they are taken.
 * @param {string} key
 * @param {(part: Uint8Array) => boolean} take
 */
export function recall(key, take) {
  return transact('readwrite', async (entries, parts) => {
    const entry = await result(entries.get(key));
    for (let number = 0; number < (entry?.parts ?? 0); number++) {
      const part = await result(parts.get([key, number]));
      if (!part || !take(part)) return;
    }
    if (entry) entries.put({ ...entry, time: Date.now() });
  });
}

/**
 * Keeps parts under a key, in place of others and of the entries that were not used for the longest time. Each part is
 * made when the one before is kept.
 * @param {string} key
 * @param {string} name  of the file
 * @param {Iterable<Uint8Array>} made
 */
export function keep(key, name, made) {
  return transact('readwrite', async (entries, parts) => {
    drop(key, entries, parts);
    /** @type {Entry[]} */
    const others = await result(entries.getAll());
    const oldest = others.toSorted((one, two) => one.time - two.time).values();
    let left = LIMIT - others.reduce((sum, other) => sum + other.length, 0);
    let [count, length] = [0, 0];
    for (const part of made) {
      length += part.length;
      left -= part.length;
      while (left < 0) {
        const { value: other } = oldest.next();
        if (!other) throw new RangeError(`more than ${LIMIT} bytes`);
        drop(other.key, entries, parts);
        left += other.length;
      }
      await result(parts.put(part, [key, count++]));
    }
    entries.put({ key, name, parts: count, length, time: Date.now() });
  });
}

/**
 * Removes what is kept of the files with these names, of the files in archives with these names, or under these keys.
 * @param {string[]} which
 */
export function remove(which) {
  return transact('readwrite', async (entries, parts) => {
    /** @type {Entry[]} */
    const all = await result(entries.getAll());
    const isMeant = (/** @type {Entry} */ { key, name }) =>
      which.some((one) => one === key || one === name || name.startsWith(`${one}/`));
    for (const entry of all) if (isMeant(entry)) drop(entry.key, entries, parts);
  });
}

/**
 * @param {string} key
 * @param {IDBObjectStore} entries
 * @param {IDBObjectStore} parts
 */
function drop(key, entries, parts) {
  entries.delete(key);
  // A list comes after all numbers.
  parts.delete(IDBKeyRange.bound([key], [key, []]));
}

/**
 * Does something in one transaction. Where nothing may be stored, or it fails, nothing has changed. A trap of the core is
 * thrown, because the core cannot be used after it.
 * @param {IDBTransactionMode} mode
 * @param {(entries: IDBObjectStore, parts: IDBObjectStore) => Promise<void>} act
 */
async function transact(mode, act) {
  const database = await open().catch(() => null);
  if (!database) return;
  try {
    const transaction = database.transaction([ENTRIES, PARTS], mode);
    const completed = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    // Where acting fails, nobody waits for this.
    completed.catch(() => {});
    try {
      await act(transaction.objectStore(ENTRIES), transaction.objectStore(PARTS));
    } catch (error) {
      transaction.abort();
      throw error;
    }
    await completed;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
  } finally {
    database.close();
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    const { result: database } = opening;
    for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
    database.createObjectStore(ENTRIES, { keyPath: 'key' });
    database.createObjectStore(PARTS);
  };
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => {
      reject(new Error('the browser does not answer'));
      opening.onsuccess = () => opening.result.close();
    }, PATIENCE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      clearTimeout(silence);
      resolve(opening.result);
    };
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
