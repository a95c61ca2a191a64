/** The files in what was dropped, pasted or picked: folders are walked, hidden files left out. */

/** @typedef {{ file: File, name: string }} Entry  named with its folder */

/**
 * @param {DataTransfer} transfer
 * @returns {Promise<Entry[]>}
 */
export async function dropped(transfer) {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  // The transfer is emptied as soon as we wait, so all of it is taken first.
  const taken = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const lists = await Promise.all(taken.map((one) => (one instanceof File ? [{ file: one, name: one.name }] : walk(one))));
  return lists.flat().filter(visible);
}

/**
 * @param {FileList | null} files
 * @returns {Entry[]}
 */
export function picked(files) {
  return [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name })).filter(visible);
}

/**
 * @param {FileSystemEntry | null} entry
 * @returns {Promise<Entry[]>}
 */
async function walk(entry) {
  if (!entry) return [];
  // The classes of entries have other names in every browser.
  if (entry.isFile) {
    const handle = /** @type {FileSystemFileEntry} */ (entry);
    const file = await /** @type {Promise<File>} */ (new Promise((resolve, reject) => handle.file(resolve, reject)));
    return [{ file, name: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {Entry[][]} */
  const found = [];
  // A directory hands out its entries in batches, the last of which is empty.
  for (;;) {
    const batch = await /** @type {Promise<FileSystemEntry[]>} */ (new Promise((resolve, reject) => reader.readEntries(resolve, reject)));
    if (!batch.length) return found.flat();
    found.push(...(await Promise.all(batch.map(walk))));
  }
}

/** @param {Entry} entry */
function visible({ name }) {
  return !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db' || part === 'desktop.ini');
}
