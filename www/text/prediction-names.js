/** What columns and files of predictions are called. Pure: workers use it, too. */

/** A part of such a name. Predictors are inputs of a model. */
const PREDICTED = /(?<![a-z])preds?(?![a-z])|(?<!un)predict(?!or|able)|y_?hat/i;

/** A part of the name of true labels, and one of numbers that a model gives. */
const LABELS =
  /(?<!un)labels?(?![a-z])|(?<![a-z])(targets?|(ground[-_]?)?truth|true|(y|gt)([-_]?(true|test|val|train))?)(?![a-z\d])/i;
const NUMBERS = /logit|prob|score|smooth|output|embed|feature|positive|negative/i;

/**
 * Whether the name of a file, or of an array, says that it has true labels.
 * @param {string} name
 */
export function isLabelsName(name) {
  return LABELS.test(name) && !NUMBERS.test(name) && !isPredictionName(name);
}

/**
 * Whether the name of a column, or of a file, says that it has predictions.
 * @param {string} name
 */
export function isPredictionName(name) {
  return PREDICTED.test(name);
}
