/** The review: decisions about items, and the files that they leave as. */

import { items } from './items.js';
import { bytes, counted, grouped } from './numbers.js';

/** @import { DecisionStatus } from '../../state/decisions.js' */

export const review = {
  landmark: 'Review',
  /** @param {number} count  of corrected labels @param {number} decided */
  title: (count, decided) =>
    `Review: ${count ? counted(count, 'change') : 'no changes'}${decided > count ? `, ${grouped(decided - count)} other` : ''}`,
  saveLabels: 'Save corrected labels',
  saveList: 'Save list',
  discard: 'Discard',
  undo: 'Undo',
  redo: 'Redo',
  undoHint: 'Undo the last decision (Ctrl+Z)',
  redoHint: 'Redo (Ctrl+Shift+Z)',
  saving: 'saving…',
  /** @param {number} labels @param {number} size  of changed bytes */
  savedLabels: (labels, size) => `saved: ${counted(labels, 'label')}, ${bytes(size)} changed`,
  /** @param {number} count */
  savedList: (count) => `saved: ${counted(count, 'decision')}`,
  /** @param {number} reviewed @param {number} total */
  progress: (reviewed, total) => `${grouped(reviewed)} of ${grouped(total)} reviewed`,
  /** The name of the copy of a labels file. @param {string} name */
  labelsFile: (name) => name.replace(/(\.(?!gz$)[a-z][^.]*)?(\.gz)?$/i, (ending) => `-corrected${ending}`),
  /** @param {string} dataset */
  listFile: (dataset) => `${dataset}-review.csv`,

  /** @param {string} label */
  acceptLabel: (label) => `✓ ${label}`,
  /** @param {string} label */
  keepLabel: (label) => `keep ${label}`,
  keep: 'Keep label',
  exclude: 'Exclude',
  unclear: 'Unclear',

  others: 'Other decisions',
  /** @param {boolean} suggested  whether there are suggestions @param {boolean} digits  whether every class is a digit */
  keys: (suggested, digits) =>
    [
      ...(suggested ? ['Enter accepts the suggestion'] : []),
      'Backspace keeps the label',
      digits ? 'a digit sets another' : 'l or a digit starts another',
      'x excludes',
      'u marks as unclear',
      'arrows move',
      'Ctrl+Z undoes.',
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
