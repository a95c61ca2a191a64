/** A walk through dropped folders. */

/**
 * @typedef {{ name: string, fault: { name: string, message: string } }} Failure  a file or folder that could not be read
 */

/** Limit of the files that are opened at once. A dataset of pictures has as many; more are a folder of something else. */
export const MAX_FILES = 100_000;

export class FolderWalk {
  /** @type {Failure[]} */
  failures = [];
  #found = 0;
  #signal;
  #onfound;

  /**
   * @param {AbortSignal} signal  ends the walk
   * @param {(files: number) => void} onfound  hears how many files there are so far
   */
  constructor(signal, onfound) {
    this.#signal = signal;
    this.#onfound = onfound;
  }

  /**
   * The visible files of a file or folder, each named with its path: one more than the limit if there are too many.
   * @param {FileSystemEntry | null} entry
   * @returns {Promise<{ file: File, name: string }[]>}
   */
  async files(entry) {
    if (!entry || this.#isOver) return [];
    const path = entry.fullPath.replace(/^\//, '');
    if (!isVisible({ name: path })) return [];
    /** @type {{ file: File, name: string }[][]} */
    const found = [];
    try {
      // The classes of entries have other names in every browser.
      if (entry.isFile) {
        const handle = /** @type {FileSystemFileEntry} */ (entry);
        const file = await /** @type {Promise<File>} */ (
          new Promise((resolve, reject) => handle.file(resolve, reject))
        );
        this.#onfound(++this.#found);
        return [{ file, name: path }];
      }
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      // A directory hands out its entries in batches, the last of which is empty.
      while (!this.#isOver) {
        const batch = await /** @type {Promise<FileSystemEntry[]>} */ (
          new Promise((resolve, reject) => reader.readEntries(resolve, reject))
        );
        if (!batch.length) break;
        found.push(...(await Promise.all(batch.map((one) => this.files(one)))));
      }
    } catch (error) {
      const { name, message } = /** @type {DOMException} */ (error);
      this.failures.push({ name: path, fault: { name, message } });
    }
    return found.flat();
  }

  get #isOver() {
    return this.#signal.aborted || this.#found > MAX_FILES;
  }
}

/** What systems leave in folders, and what Spark and Dask note beside the data: that it is complete, and its columns. */
const ASIDE = /^(\..*|__MACOSX|Thumbs\.db|desktop\.ini|_SUCCESS|_(common_)?metadata|_(committed|started)_\d+)$/;

/** @param {{ name: string }} named */
export function isVisible({ name }) {
  return !name.split('/').some((part) => ASIDE.test(part));
}
