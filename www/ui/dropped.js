/** The files in what was dropped, pasted or picked: folders are walked, hidden files left out. */

/**
 * @typedef {{ file: File, name: string, root?: FileSystemHandle | null }} Entry  named with its folder; the browser finds it
 *   again by the handle of the file or of that folder
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
    return { source: entry?.isDirectory ? entry : item.getAsFile(), root: handleOf(item) };
  });
  /** @type {Failure[]} */
  const failures = [];
  const lists = await Promise.all(
    taken.map(async ({ source, root: finding }) => {
      const entries = source instanceof File ? [{ file: source, name: source.name }] : await walk(source, failures);
      const root = await finding;
      return entries.map((entry) => ({ ...entry, root }));
    }),
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
 * Asks the user for files that the browser can find again. Null where it cannot.
 * @returns {Promise<Entry[] | null>}
 */
export async function pickedAgain() {
  const { showOpenFilePicker } =
    /** @type {{ showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]> }} */ (window);
  try {
    const handles = (await showOpenFilePicker?.({ multiple: true })) ?? null;
    return handles && Promise.all(handles.map(async (root) => ({ file: await root.getFile(), name: root.name, root })));
  } catch (error) {
    // In some frames only the ordinary dialog is allowed.
    return /** @type {DOMException} */ (error).name === 'AbortError' ? [] : null;
  }
}

/**
 * The handle of what was dropped, where the browser gives one.
 * @param {DataTransferItem} item
 * @returns {Promise<FileSystemHandle | null>}
 */
async function handleOf(item) {
  const { getAsFileSystemHandle } = /** @type {{ getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }} */ (
    item
  );
  try {
    return (await getAsFileSystemHandle?.call(item)) ?? null;
  } catch {
    return null;
  }
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
