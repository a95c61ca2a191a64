/** A tar archive that is being read, for a while at a time: one in gzip is unpacked from start to end. */

import { Tar } from '../pkg/convert.js';
// It starts the core of conversions.
import { blobOf } from './convert.js';
import { plain } from './loader.js';
import { sourceOf } from './source.js';

/** Milliseconds of reading between two answers. */
const WHILE = 250;
const NOTHING = new Uint8Array();

export class TarReading {
  #tar;
  #size;
  #source;
  /** What came out. @type {Blob[]} */
  #parts = [];

  /** @param {File} file */
  constructor(file) {
    this.#tar = new Tar(file.size);
    this.#size = file.size;
    this.#source = sourceOf(file);
  }

  /**
   * Reads on for a while. Gives the share of the file that has been read, and at the end what it holds: files in it or in what
   * came out of it, how many more there are, and why it could not be read further.
   */
  async readOn() {
    const end = performance.now() + WHILE;
    for (let want; (want = this.#tar.wanted()); ) {
      if (performance.now() > end) return { share: want.offset / this.#size, found: null };
      const bytes = want.length ? await this.#source.read(want.offset, want.length, this.#tar.isGzip()) : NOTHING;
      const output = this.#tar.push(bytes);
      if (output.length) this.#parts.push(blobOf(output));
    }
    const fault = this.#tar.fault();
    const found = {
      members: this.#tar.members(),
      unlisted: this.#tar.unlisted(),
      content: this.#tar.isGzip() ? new Blob(this.#parts) : null,
      damage: fault ? plain(fault) : null,
    };
    this.end();
    return { share: 1, found };
  }

  /** Gives its memory back. It cannot be read afterwards. */
  end() {
    this.#tar.free();
    this.#source.close();
  }
}
