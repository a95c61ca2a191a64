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
 * @property {number} length  bytes
 * @property {number} time  of the last use, in milliseconds since 1970
 */

const DATABASE = 'idxlens-indexes';
/** The entries, and their bytes under the same keys. */
const ENTRIES = 'entries';
const BYTES = 'bytes';
/** Limit of all bytes. An index of a .gz of any size takes some 40 MB. */
const LIMIT = 256e6;
/** Bytes at each end of a file that are compared. */
const END = 64 * 1024;
/** Milliseconds after which a browser that does not answer counts as one that forbids storage. */
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
 * The bytes that are kept under a key, if there are any.
 * @param {string} key
 * @returns {Promise<Uint8Array | null>}
 */
export function recall(key) {
  return transact('readwrite', async (entries, bytes) => {
    const [entry, kept] = await Promise.all([result(entries.get(key)), result(bytes.get(key))]);
    if (!entry || !kept) return null;
    entries.put({ ...entry, time: Date.now() });
    return /** @type {Uint8Array} */ (kept);
  });
}

/**
 * Keeps bytes under a key, in place of others and of the entries that were not used for the longest time.
 * @param {string} key
 * @param {string} name  of the file
 * @param {Uint8Array} kept
 */
export function keep(key, name, kept) {
  return transact('readwrite', async (entries, bytes) => {
    /** @type {Entry[]} */
    const others = (await result(entries.getAll())).filter((/** @type {Entry} */ other) => other.key !== key);
    let left = LIMIT - kept.length;
    if (left < 0) return;
    for (const other of others.toSorted((one, two) => two.time - one.time)) {
      left -= other.length;
      if (left < 0) drop(other.key, entries, bytes);
    }
    entries.put({ key, name, length: kept.length, time: Date.now() });
    bytes.put(kept, key);
  });
}

/**
 * Removes what is kept of the files with these names, of the files in archives with these names, or under these keys.
 * @param {string[]} which
 */
export function remove(which) {
  return transact('readwrite', async (entries, bytes) => {
    /** @type {Entry[]} */
    const all = await result(entries.getAll());
    const isMeant = (/** @type {Entry} */ { key, name }) =>
      which.some((one) => one === key || one === name || name.startsWith(`${one}/`));
    for (const entry of all) if (isMeant(entry)) drop(entry.key, entries, bytes);
  });
}

/**
 * @param {string} key
 * @param {IDBObjectStore} entries
 * @param {IDBObjectStore} bytes
 */
function drop(key, entries, bytes) {
  entries.delete(key);
  bytes.delete(key);
}

/**
 * Does something in one transaction. Null where nothing may be stored, or there is no room.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(entries: IDBObjectStore, bytes: IDBObjectStore) => Promise<T>} act
 * @returns {Promise<T | null>}
 */
function transact(mode, act) {
  const silence = new Promise((/** @type {(value: null) => void} */ resolve) =>
    setTimeout(() => resolve(null), PATIENCE),
  );
  return Promise.race([silence, transaction(mode, act).catch(() => null)]);
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(entries: IDBObjectStore, bytes: IDBObjectStore) => Promise<T>} act
 * @returns {Promise<T>}
 */
async function transaction(mode, act) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ENTRIES, { keyPath: 'key' });
    opening.result.createObjectStore(BYTES);
  };
  const database = await result(opening);
  try {
    const transaction = database.transaction([ENTRIES, BYTES], mode);
    const completed = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const acted = act(transaction.objectStore(ENTRIES), transaction.objectStore(BYTES));
    const [done] = await Promise.all([acted, completed]);
    return done;
  } finally {
    database.close();
  }
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
