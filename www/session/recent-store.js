/** The datasets that were opened lately, with handles by which the browser finds their files again. */

/**
 * @typedef {FileSystemHandle & {
 *   queryPermission(what: { mode: 'read' }): Promise<PermissionState>,
 *   requestPermission(what: { mode: 'read' }): Promise<PermissionState>,
 * }} Handle
 *
 * @typedef {object} Recent
 * @property {string} key
 * @property {string} name  of the dataset
 * @property {{ name: string, root: FileSystemHandle, isMore?: boolean }[]} files  each with its own handle, or that of the folder that
 *   its name begins with; and whether the user knows it by the first shard of the dataset
 * @property {number} time  when it was opened, in milliseconds since 1970
 */

const STORE = 'recent';
/** Limit of the datasets that are listed. */
const MAX = 8;

/** The datasets, the newest first. @returns {Promise<Recent[]>} */
export async function allRecent() {
  const all = await transact('readonly', (store) => store.getAll());
  return all.toSorted((/** @type {Recent} */ one, /** @type {Recent} */ other) => other.time - one.time);
}

/**
 * Stores a dataset, in place of an older one with the same files. Files of several datasets can have the same names. How many
 * there are now.
 * @param {Omit<Recent, 'key'>} recent
 */
export async function putRecent(recent) {
  const names = recent.files.map(({ name }) => name).join('\n');
  let key = `${names}\n${recent.time}`;
  for (const other of await allRecent()) if (await haveSameFiles(other, recent)) ({ key } = other);
  await transact('readwrite', (store) => store.put({ ...recent, key }));
  const all = await allRecent();
  for (const { key } of all.slice(MAX)) await forgetRecent(key);
  return Math.min(all.length, MAX);
}

/**
 * @param {Pick<Recent, 'files'>} one
 * @param {Pick<Recent, 'files'>} other
 */
async function haveSameFiles({ files: one }, { files: other }) {
  if (one.length !== other.length) return false;
  const same = await Promise.all(
    one.map(({ name, root }, at) => name === other[at].name && root.isSameEntry(other[at].root)),
  );
  return same.every(Boolean);
}

/** @param {string} key */
export async function forgetRecent(key) {
  await transact('readwrite', (store) => store.delete(key));
}

/**
 * Asks the user for permission to read files again. Must be called by a click.
 * @param {Recent[]} recents
 */
export async function mayRead(recents) {
  for (const root of new Set(recents.flatMap(({ files }) => files.map(({ root }) => root)))) {
    const handle = /** @type {Handle} */ (root);
    if ((await handle.queryPermission({ mode: 'read' })) === 'granted') continue;
    if ((await handle.requestPermission({ mode: 'read' })) !== 'granted') return false;
  }
  return true;
}

/**
 * The file that a handle leads to.
 * @param {FileSystemHandle} root
 * @param {string} path  begins with the name of the root
 */
export async function fileAt(root, path) {
  if (root.kind === 'file') return /** @type {FileSystemFileHandle} */ (root).getFile();
  const folders = path.split('/').slice(1);
  const name = folders.pop() ?? '';
  let folder = /** @type {FileSystemDirectoryHandle} */ (root);
  for (const part of folders) folder = await folder.getDirectoryHandle(part);
  return (await folder.getFileHandle(name)).getFile();
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>} the result of the request
 */
async function transact(mode, act) {
  const database = await result(openDatabase());
  try {
    return await result(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase() {
  const opening = indexedDB.open('idxlens', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' });
  return opening;
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
