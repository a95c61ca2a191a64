/** The list of alerts. */

import { abridged, counted, grouped } from './numbers.js';

/** @import { Tally } from '../../state/index.js' */

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
   * @param {Omit<Tally, 'key' | 'passed'>} counts
   * @param {string[]} names  of skipped files that have no alert
   */
  tally({ opened, skipped, unlisted, unread }, names) {
    // The others have alerts.
    const isAll = names.length + unlisted >= skipped;
    const list = names.length ? `${isAll ? ':' : ', including'} ${abridged(names)}` : '';
    const rest = unlisted ? `; ${grouped(unlisted)} more are not listed` : '';
    if (unread) {
      const counts = `${counted(opened, 'file')} opened, ${grouped(unread)} not read`;
      return `Cancelled: ${counts}${skipped ? `, ${grouped(skipped)} skipped${list}${rest}` : ''}`;
    }
    const counts = opened
      ? `${counted(opened, 'file')} opened, ${grouped(skipped)} skipped`
      : `${counted(skipped, 'file')} skipped`;
    return `${counts}${list}${rest}`;
  },
};
