/** The list of alerts. */

import { counted, grouped } from './numbers.js';

export const alerts = {
  showBytes: 'Show bytes',
  dismissAll: 'Dismiss all',
  dismiss: 'Dismiss',
  /** @param {string} file */
  dismissFile: (file) => `Dismiss: ${file}`,
  details: 'Details',
  head: 'First 16 bytes: ',
  /**
   * The files of a drop that were opened, and those that were not.
   * @param {number} opened
   * @param {number} skipped
   * @param {string[]} names  of skipped files
   * @param {number} unlisted
   */
  tally(opened, skipped, names, unlisted) {
    const some = names.length > 3 ? [...names.slice(0, 2), `${grouped(names.length - 2)} more`] : names;
    const list = some.length ? `: ${some.join(', ')}` : '';
    const rest = unlisted ? `; ${grouped(unlisted)} more are not listed` : '';
    const counts = opened
      ? `${counted(opened, 'file')} opened, ${grouped(skipped)} skipped`
      : `${counted(skipped, 'file')} skipped`;
    return `${counts}${list}${rest}`;
  },
};
