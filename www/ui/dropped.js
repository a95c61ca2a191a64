/** The files in what was dropped, pasted or picked: folders are walked, hidden files left out. */

import { isPictureName } from '../text/picture-names.js';
import { FolderWalk, isVisible } from './folder-walk.js';

/**
 * @typedef {{ file: File, name: string, root?: FileSystemHandle | null }} Entry  named with its folder; the browser finds it
 *   again by the handle of the file or of that folder
 * @typedef {import('./folder-walk.js').Failure} Failure
 */

/**
 * @param {DataTransfer} transfer
 * @param {AbortSignal} signal  ends the walk through folders
 * @param {(files: number) => void} onfound  hears how many files the folders have so far
 * @returns {Promise<{ entries: Entry[], failures: Failure[] }>}
 */
export async function dropped(transfer, signal, onfound) {
  // The transfer is emptied as soon as we wait, so all of it is taken first.
  const taken = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry();
    // WebKit finds no file of an entry that is not on the disk; and text is neither.
    return { source: entry?.isDirectory ? entry : item.getAsFile(), root: handleOf(item) };
  });
  const walk = new FolderWalk(signal, onfound);
  const lists = await Promise.all(
    taken.map(async ({ source, root: finding }) => {
      const entries = source instanceof File ? [{ file: source, name: source.name }] : await walk.files(source);
      const root = await finding;
      return entries.map((entry) => ({ ...entry, root }));
    }),
  );
  return { entries: lists.flat().filter(isVisible), failures: walk.failures };
}

/**
 * Whether a file is a picture that browsers can show. Another format may have the name of one.
 * @param {Entry} entry
 */
export async function isPicture({ file, name }) {
  if (!isPictureName(name)) return file.type.startsWith('image/');
  const { isPictureFile } = await import('../engine/picture-type.js');
  return isPictureFile(file);
}

/**
 * @param {FileList | null} files
 * @returns {Entry[]}
 */
export function picked(files) {
  return [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name })).filter(isVisible);
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
