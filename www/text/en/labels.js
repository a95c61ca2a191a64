/** Labels, their classes and their columns. */

import { grouped } from './numbers.js';

export const labels = {
  title: 'Labels',
  chosenColumn: 'Column',
  oneHot: 'one-hot',
  largest: 'index of the largest value',
  names: 'Names',
  noNames: 'none',
  chooseSet: 'choose a set',
  ofFile: 'from the file',
  ofFolders: 'from the folders',
  typed: 'my own',
  classNames: 'Class names',
  typeNames: 'One name in each line, from class 0 on, or with its number: 9 Ankle boot',
  byMapping: 'Names from a mapping file.',
  byFile: 'Names from the file itself.',
  byFolders: 'Names of the folders.',
  byChecksum: 'Recognised by the checksum of the labels.',
  byFileName: 'Recognised by the name of the file or its folder.',
  /** The columns of the labels of well-known sets, as the authors describe them. @type {Record<string, string[]>} */
  columns: {
    qmnist: [
      'class',
      'NIST HSF series',
      'NIST writer',
      'digit of this writer',
      'NIST class code',
      'NIST digit',
      'duplicate of NIST digit',
      'unused',
    ],
    'cifar-100': ['fine class', 'coarse class'],
  },
  /** @param {number} column @param {string | undefined} meaning */
  column: (column, meaning) => (meaning ? `${column}: ${meaning}` : `column ${grouped(column)}`),
};
