/** Files in files, for the worker. Few visits open one, so the core of conversions is loaded when one does. */

import { sourceOf } from './source.js';

/** @import { TarReading } from './tar-reading.js' */

/** The tar archive that is being read. @type {TarReading | null} */
let tar = null;

/** What the page can ask for. */
export const containerMethods = {
  /**
   * The files in an archive, and how many more there are.
   * @param {File} file
   */
  async members(file) {
    const { membersOf } = await import('./convert.js');
    return membersOf(sourceOf(file), file.size);
  },

  /**
   * Begins to read a tar archive, in place of the last one.
   * @param {File} file
   */
  async beginTar(file) {
    const { TarReading } = await import('./tar-reading.js');
    tar?.end();
    tar = new TarReading(file);
  },

  /** Reads on in the tar archive for a while. */
  async readTar() {
    if (!tar) return null;
    const reading = await tar.readOn();
    if (reading.found) tar = null;
    return reading;
  },

  /** Reads no more of the tar archive. */
  endTar() {
    tar?.end();
    tar = null;
  },

  /**
   * A NumPy array in Fortran's order as a file in the usual one.
   * @param {File} file
   */
  async reordered(file) {
    const { reordered } = await import('./convert.js');
    return reordered(sourceOf(file), file);
  },

  /**
   * The images and the labels in a table of numbers.
   * @param {File} file
   * @param {boolean} imagesOnly  whether a table of which it is not certain that it holds images gives null
   */
  async splitTable(file, imagesOnly) {
    const { tableOf } = await import('./convert-tables.js');
    return tableOf(sourceOf(file), file, imagesOnly);
  },

  /**
   * The images and the labels in a binary file of CIFAR-10 or CIFAR-100.
   * @param {File} file
   */
  async splitRecords(file) {
    const { recordsOf } = await import('./convert-tables.js');
    return recordsOf(sourceOf(file), file);
  },
};
