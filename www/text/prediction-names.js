/** What columns and files of predictions are called. Pure: workers use it, too. */

/** A part of such a name. */
const PREDICTED = /(?<![a-z])preds?(?![a-z])|predict|y_?hat/i;

/**
 * Whether the name of a column, or of a file, says that it has predictions.
 * @param {string} name
 */
export function isPredictionName(name) {
  return PREDICTED.test(name);
}
