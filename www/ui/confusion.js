/** The confusion matrix as rows of counts, and its pairs. Pure. */

/**
 * @import { Evaluation } from '../pkg/insight.js'
 *
 * @typedef {object} Matrix
 * @property {number[]} places  of the classes among those of the evaluation
 * @property {number[]} classes
 * @property {number[][]} counts  a row for each label
 * @property {number[]} support  items of each label, of all predictions
 * @property {{ right: number, wrong: number }} largest  of the cells on the diagonal, and of the others
 * @typedef {{ label: number, predicted: number, items: number }} Pair  places of classes
 */

/**
 * The cells of a matrix that are not empty.
 * @param {Pick<Evaluation, 'cells'>} evaluation
 * @returns {Pair[]}
 */
export function pairs({ cells }) {
  return Array.from({ length: cells.length / 3 }, (_, at) => {
    const [label, predicted, items] = cells.subarray(3 * at, 3 * at + 3);
    return { label, predicted, items };
  });
}

/**
 * The pairs of different classes, the most frequent first.
 * @param {Pick<Evaluation, 'cells'>} evaluation
 */
export function confusedPairs(evaluation) {
  const wrong = pairs(evaluation).filter(({ label, predicted }) => label !== predicted);
  return wrong.sort((one, other) => other.items - one.items);
}

/**
 * The places of at most `limit` classes, in ascending order: those with the most errors, as a label or as a prediction.
 * @param {Pick<Evaluation, 'classes' | 'cells'>} evaluation
 * @param {number} limit
 */
export function worstClasses(evaluation, limit) {
  const places = Array.from(evaluation.classes, (_, place) => place);
  if (places.length <= limit) return places;
  const errors = new Float64Array(places.length);
  for (const { label, predicted, items } of confusedPairs(evaluation)) {
    errors[label] += items;
    errors[predicted] += items;
  }
  return places
    .sort((one, other) => errors[other] - errors[one] || one - other)
    .slice(0, limit)
    .sort((one, other) => one - other);
}

/**
 * The matrix of these classes.
 * @param {Pick<Evaluation, 'classes' | 'cells' | 'figures'>} evaluation
 * @param {number[]} places
 * @returns {Matrix}
 */
export function matrixOf(evaluation, places) {
  const rowOf = new Map(places.map((place, row) => [place, row]));
  const counts = places.map(() => places.map(() => 0));
  const largest = { right: 1, wrong: 1 };
  for (const { label, predicted, items } of pairs(evaluation)) {
    const [row, column] = [rowOf.get(label), rowOf.get(predicted)];
    if (row === undefined || column === undefined) continue;
    counts[row][column] = items;
    const side = row === column ? 'right' : 'wrong';
    largest[side] = Math.max(largest[side], items);
  }
  const { classes, figures } = evaluation;
  const support = places.map((place) => figures[place].support);
  return { places, classes: places.map((place) => classes[place]), counts, support, largest };
}
