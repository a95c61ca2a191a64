/** What columns and files of predictions are called. Pure: workers use it, too. */

/** A part of such a name. */
const PREDICTED = /(?<![a-z])preds?(?![a-z])|predict|y_?hat/i;

/** What is compared with them, beside predictions. */
const TRUE = /^(y_?(true|test|val|train)?|true(_?labels?)?|labels?|targets?|truth|ground_?truth)$/i;

/**
 * Whether the name of an array, beside one of predictions, says that it has the labels.
 * @param {string} name  without its extension
 */
export function isTruthName(name) {
  return TRUE.test(name);
}

/**
 * Whether the name of a column, or of a file, says that it has predictions.
 * @param {string} name
 */
export function isPredictionName(name) {
  return PREDICTED.test(name);
}
