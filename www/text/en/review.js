/** The review: decisions about items, and the files that they leave as. */

import { items } from './items.js';
import { bytes, counted, grouped } from './numbers.js';

/** @import { DecisionStatus } from '../../state/decisions.js' */

/**
 * What was decided: '' if nothing was.
 * @param {Record<DecisionStatus, number>} counts
 */
function made({ corrected, kept, excluded, unclear }) {
  /** @type {[number, string][]} */
  const parts = [
    [corrected, `${counted(corrected, 'label')} changed`],
    [kept, `${grouped(kept)} kept`],
    [excluded, `${grouped(excluded)} excluded`],
    [unclear, `${grouped(unclear)} unclear`],
  ];
  return parts.flatMap(([count, part]) => (count ? [part] : [])).join(', ');
}

export const review = {
  landmark: 'Review',
  title: 'Review',
  /** @param {Record<DecisionStatus, number>} counts */
  made: (counts) => made(counts) || 'No decisions yet.',
  saveLabels: 'Save corrected labels',
  saveLabelsHint: 'Save a copy of the labels file (Ctrl+S)',
  saveList: 'Save list',
  discard: 'Discard all',
  /** @param {number} count */
  discarded: (count) => `Discarded ${counted(count, 'decision')}. “Undo” restores ${count === 1 ? 'it' : 'them'}.`,
  undo: 'Undo',
  redo: 'Redo',
  undoHint: 'Undo the last decision (Ctrl+Z)',
  redoHint: 'Redo (Ctrl+Shift+Z)',
  saving: 'Saving…',
  /** @param {string} file @param {number} labels @param {number} size  of changed bytes */
  savedLabels: (file, labels, size) => `Saved ${file}: ${counted(labels, 'label')} changed (${bytes(size)}).`,
  /** @param {string} file @param {number} count */
  savedList: (file, count) => `Saved ${file}: ${counted(count, 'decision')}.`,
  /** @param {number} reviewed @param {number} total */
  progress: (reviewed, total) => `${grouped(reviewed)} of ${grouped(total)} reviewed`,
  /** @param {number} total @param {Record<DecisionStatus, number>} counts  of items */
  allReviewed: (total, counts) => `All ${grouped(total)} reviewed: ${made(counts)}.`,
  /** The name of the copy of a labels file. @param {string} name */
  labelsFile: (name) => name.replace(/(\.(?!gz$)[a-z][^.]*)?(\.gz)?$/i, (ending) => `-corrected${ending}`),
  /** @param {string} dataset */
  listFile: (dataset) => `${dataset}-review.csv`,

  /** @param {string} label */
  acceptLabel: (label) => `✓ ${label}`,
  /** @param {string} label */
  keepLabel: (label) => `Keep ${label}`,
  keep: 'Keep label',
  exclude: 'Exclude',
  excludeOthers: 'Exclude others',
  unclear: 'Unclear',

  others: 'Other decisions',
  /** @param {boolean} suggested  whether there are suggestions @param {boolean} digits  whether every class is a digit */
  keys: (suggested, digits) =>
    [
      ...(suggested ? ['Enter accepts the suggestion'] : []),
      'Backspace keeps the label',
      digits ? 'a digit sets that label, l types another' : 'l or a digit starts typing another label',
      'x excludes',
      'u marks as unclear',
      'arrow keys move',
      'Ctrl+Z undoes',
      'Ctrl+S saves.',
    ].join(', '),

  relabel: 'Relabel',
  newLabel: 'New label',
  set: 'Set',
  clear: 'Clear',
  /** @param {string} typed */
  noLabel: (typed) => `Can’t read “${typed}”. Type a label or the name of a class.`,
  /** @param {string} typed */
  unfit: (typed) => `The labels file cannot hold ${typed}.`,
  /** @param {DecisionStatus} status @param {string} note */
  decided: (status, note) => `${items.decided(status, '')}${note && `: ${note}`}`,
  note: 'Note',
};
