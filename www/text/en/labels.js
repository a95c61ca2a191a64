/** Labels, their classes and their columns. */

export const labels = {
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
  },
  /** @param {number} column @param {string | undefined} meaning */
  column: (column, meaning) => (meaning ? `${column}: ${meaning}` : `column ${column}`),
};
