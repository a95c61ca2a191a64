/** Predictions of a model, beside the labels. */

import { counted, grouped } from './numbers.js';

/**
 * @import { Evaluation } from '../../pkg/insight.js'
 * @import { Names } from '../class-names.js'
 */

/** @param {number} share  from 0 to 1 */
function percent(share) {
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 2)}%`;
}

/** What the numbers of a file are. */
const SCALES = {
  class: 'one class per item',
  probabilities: 'probabilities',
  'log-probabilities': 'log-probabilities',
  logits: 'logits; their softmax gives the probabilities',
};

/** How the columns of a file belong to classes. */
const ORDERS = {
  single: '',
  named: 'Each column stands for the class in its header.',
  ascending: 'The columns stand for the classes in ascending order.',
  misnamed: 'The header names no class, so the columns stand for the classes in ascending order.',
};

/** Limit of the words that are named. */
const SHOWN = 3;

/**
 * Says which words that are predicted name no class; '' if all do.
 * @param {Evaluation} evaluation
 * @param {Names} names  of classes that the labels do not have
 */
function unknownIn({ classes, figures }, names) {
  const unknown = [...classes].flatMap((label, at) => (names.has(label) ? [{ name: names.get(label), at }] : []));
  if (!unknown.length) return '';
  const count = unknown.reduce((sum, { at }) => sum + figures[at].predicted, 0);
  const shown = unknown.slice(0, SHOWN).map(({ name }) => `“${name}”`);
  const all = [...shown, ...(unknown.length > SHOWN ? ['…'] : [])].join(', ');
  return `${counted(count, 'prediction')} ${count === 1 ? 'names' : 'name'} no class of the labels: ${all}.`;
}

export const predictions = {
  title: 'Predictions',
  file: 'File',
  against: 'Compare with',
  nothing: 'nothing',
  remove: 'Remove',
  percent,
  /**
   * How a file was read, and which items are not compared.
   * @param {Evaluation} evaluation
   * @param {number} items
   * @param {Names} names  of classes that the labels do not have
   */
  about(evaluation, items, names) {
    const { scale, order, compared, covered } = evaluation;
    const sentences = [`Read as ${SCALES[scale]}.`, ORDERS[order]];
    if (covered < items)
      sentences.push(
        `${grouped(items - covered)} of ${counted(items, 'item')} have no prediction and are not counted.`,
      );
    if (compared < covered)
      sentences.push(
        `${grouped(covered - compared)} of ${counted(covered, 'prediction')} are for items without a label and are not counted.`,
      );
    return [...sentences, unknownIn(evaluation, names)].filter(Boolean).join(' ');
  },
  /** @param {number | null} by  how much predictions are above the labels @param {number} share  of items, from 0 to 1 */
  numbering: (by, share) =>
    by === null
      ? `${percent(share)} would be right if the classes had other numbers: the file may number them in another order. A file with class names avoids this.`
      : `${percent(share)} would be right if each prediction were one ${by > 0 ? 'less' : 'more'}: the file may count classes from another number.`,
  /** @param {string} file */
  kept: (file) => `${file} is kept until the page is reloaded or closed.`,
  accuracy: 'accuracy',
  /** @param {number} k */
  top: (k) => `top-${k} accuracy`,
  averages: ['mean precision', 'mean recall', 'mean F1'],
  averagesHint: 'Mean over the classes, all with the same weight. A class that is never predicted counts as 0.',
  ece: 'calibration error (ECE)',
  noLabels: 'There are no labels to compare with.',

  lists: 'Items worth a look',
  /** The lists of items: the text of the button, and what the list has. */
  list: {
    errors: { name: 'wrong', title: 'predicted wrong' },
    hits: { name: 'right', title: 'predicted right' },
    missing: { name: 'without a prediction', title: 'without a prediction' },
    'confident-errors': { name: 'Most confident errors', title: 'wrong, most confident first' },
    'unsure-hits': { name: 'Least confident hits', title: 'right, least confident first' },
    'smallest-margins': { name: 'Smallest margins', title: 'smallest margin first' },
  },
  listHints: {
    'confident-errors': 'The first ones often have a wrong label.',
    'unsure-hits': 'Predicted right with little confidence.',
    'smallest-margins': 'The two most likely classes are almost equally likely.',
  },
  /** The filter of a list. @param {string} list @param {string} file */
  filter: (list, file) => `${list} (${file})`,

  confusion: 'Confusion matrix',
  /** @param {string} file */
  confusionOf: (file) => `Confusion matrix of ${file}: rows are labels, columns are predictions`,
  confusionKeys: 'Arrow keys move from cell to cell. Enter shows the items.',
  shares: 'share of each row',
  hideDiagonal: 'hide the diagonal',
  label: 'label',
  predicted: 'predicted',
  /** @param {number} shown @param {number} all */
  someClasses: (shown, all) => `The ${grouped(shown)} classes with the most errors, of ${grouped(all)}.`,
  /** @param {string} label @param {string} predicted @param {number} items @param {string} share */
  cell: (label, predicted, items, share) =>
    `label ${label}, predicted ${predicted}: ${counted(items, 'item')}${share && ` (${share} of the label)`}`,
  cellHint: 'Point at a cell for its classes, click it for its items.',
  /** The filter of a cell. @param {string} label @param {string} predicted */
  cellTitle: (label, predicted) => `label ${label} predicted as ${predicted}`,
  pairs: 'Most confused',
  /** @param {number} more @param {number} items */
  morePairs: (more, items) => `${counted(more, 'more pair')} with ${counted(items, 'item')}`,
  noErrors: 'All predictions are right.',
  /** @param {string} label @param {string} predicted */
  pair: (label, predicted) => `${label} → ${predicted}`,

  calibration: 'Calibration',
  /** @param {string} error */
  diagram: (error) => `Reliability diagram, 15 bins of confidence. Expected calibration error ${error}`,
  diagramKeys: 'Left and right arrow keys move from bin to bin.',
  confidence: 'confidence',
  /** @param {string} range @param {number} items @param {string} confidence @param {string} accuracy */
  bin: (range, items, confidence, accuracy) =>
    items
      ? `confidence ${range}: ${counted(items, 'item')}, mean confidence ${confidence}, ${accuracy} right`
      : `confidence ${range}: no items`,
  calibrationHint: 'Bars that end on the diagonal are well calibrated: with a confidence of 80%, 80% are right.',
  noConfidence: 'The file has one class per item and no confidence.',

  classes: 'Figures per class',
  /** @param {string} file */
  classesOf: (file) => `Figures of ${file} per class`,
  columns: ['class', 'items', 'predicted', 'right', 'precision', 'recall', 'F1'],
  none: '–',

  comparison: 'Comparison',
  /** @param {string} first @param {string} second @param {string} one @param {string} other */
  accuracies: (first, second, one, other) => `${first}: ${one} right. ${second}: ${other} right.`,
  /** @param {string} first @param {string} second */
  groups: (first, second) => ({
    disagreements: { name: 'Disagree', title: `${first} and ${second} disagree` },
    onlyFirst: { name: `Only ${first} is right`, title: `only ${first} is right` },
    onlySecond: { name: `Only ${second} is right`, title: `only ${second} is right` },
    bothWrong: { name: 'Both are wrong', title: `${first} and ${second} are wrong` },
    bothRight: { name: 'Both are right', title: `${first} and ${second} are right` },
  }),

  /** In the panel. @param {string} file */
  by: (file) => `predicted by ${file}`,
  nothingFor: 'no prediction',
  isRight: 'right',
  isWrong: 'wrong',

  /** @param {string} file @param {string} items  such as "60 labels" @param {string} dataset */
  offer: (file, items, dataset) => `${file} has as many rows as ${dataset} has items (${items}). What is it?`,
  usePredictions: 'Use as predictions',
  useLabels: 'Use as labels',
  decline: 'Dismiss',
  /** @param {string} file */
  lost: (file) => `The predictions in ${file} are not kept across reloads. Drop the file again to see them.`,
};
