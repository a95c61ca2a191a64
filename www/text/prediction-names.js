/** What columns and files of predictions are called. Pure: workers use it, too. */

/** A part of such a name. Predictors are inputs of a model. */
const PREDICTED = /(?<![a-z])preds?(?![a-z])|(?<!un)predict(?!or|able)|y_?hat/i;

/** Names of true labels beside predictions. */
const TRUTH = /^(y_?(true|test|val|train)?|true(_?labels?)?|labels?|targets?|truth|ground_?truth)$/i;

/** A part of the name of labels, which predictions do not have. */
const LABELS = /(?<![a-z])(labels?|targets?|truth|y_?(true|test|val|train))(?![a-z])/i;

/**
 * Whether the name of a file says that it has labels.
 * @param {string} name
 */
export function isLabelsName(name) {
  return LABELS.test(name) && !isPredictionName(name);
}

/**
 * Whether the name of an array, beside one of predictions, says that it has the labels.
 * @param {string} name  without its extension
 */
export function isTruthName(name) {
  return TRUTH.test(name);
}

/**
 * Whether the name of a column, or of a file, says that it has predictions.
 * @param {string} name
 */
export function isPredictionName(name) {
  return PREDICTED.test(name);
}
