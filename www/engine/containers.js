/** Files in files, for the worker. Few visits open one, so the core of conversions is loaded when one does. */

import { sourceOf } from './source.js';

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
   * A NumPy array in Fortran's order as a file in the usual one.
   * @param {File} file
   */
  async reordered(file) {
    const { reordered } = await import('./convert.js');
    return reordered(sourceOf(file), file);
  },
};
