/** The files in what was dropped, pasted or picked: folders are walked, hidden files left out. */

/**
 * @typedef {{ file: File, name: string }} Entry  named with its folder
 * @typedef {{ name: string, fault: { name: string, message: string } }} Failure  a file or folder that could not be read
 */

/**
 * @param {DataTransfer} transfer
 * @returns {Promise<{ entries: Entry[], failures: Failure[] }>}
 */
export async function dropped(transfer) {
  // The transfer is emptied as soon as we wait, so all of it is taken first.
  const taken = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry();
    // WebKit finds no file of an entry that is not on the disk; and text is neither.
    return entry?.isDirectory ? entry : item.getAsFile();
  });
  /** @type {Failure[]} */
  const failures = [];
  const lists = await Promise.all(
    taken.map((one) => (one instanceof File ? [{ file: one, name: one.name }] : walk(one, failures))),
  );
  return { entries: lists.flat().filter(visible), failures: failures.filter(visible) };
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
 * @param {Failure[]} failures  what cannot be read is added to them
 * @returns {Promise<Entry[]>}
 */
async function walk(entry, failures) {
  if (!entry) return [];
  const path = entry.fullPath.replace(/^\//, '');
  /** @type {Entry[][]} */
  const found = [];
  try {
    // The classes of entries have other names in every browser.
    if (entry.isFile) {
      const handle = /** @type {FileSystemFileEntry} */ (entry);
      const file = await /** @type {Promise<File>} */ (new Promise((resolve, reject) => handle.file(resolve, reject)));
      return [{ file, name: path }];
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    // A directory hands out its entries in batches, the last of which is empty.
    for (;;) {
      const batch = await /** @type {Promise<FileSystemEntry[]>} */ (
        new Promise((resolve, reject) => reader.readEntries(resolve, reject))
      );
      if (!batch.length) break;
      found.push(...(await Promise.all(batch.map((one) => walk(one, failures)))));
    }
  } catch (error) {
    const { name, message } = /** @type {DOMException} */ (error);
    failures.push({ name: path, fault: { name, message } });
  }
  return found.flat();
}

/** @param {{ name: string }} named */
function visible({ name }) {
  return !name
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db' || part === 'desktop.ini');
}
