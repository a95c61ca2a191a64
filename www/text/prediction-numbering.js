/** Predictions that number the classes in another way than the labels. Pure. */

/** @import { Evaluation } from '../pkg/insight.js' */

/** The share of items that has to be right with other numbers, and by how much it has to exceed the accuracy. */
const MIN_SHARE = 0.5;
const GAIN = 0.3;

/**
 * How the numbers of predicted classes seem to differ from those of most labels: all by 1 or -1, or each class in its own way, which
 * is null; and the share of items that would be right without that. Null if they do not, or columns have the names of classes.
 * @param {Pick<Evaluation, 'classes' | 'cells' | 'compared' | 'accuracy' | 'order'>} evaluation
 * @returns {{ by: number | null, share: number } | null}
 */
export function numberingIn({ classes, cells, compared, accuracy, order }) {
  if (accuracy === null || order === 'named') return null;
  const min = Math.max(MIN_SHARE, accuracy + GAIN);
  const steps = [1, -1].map((by) => {
    let items = 0;
    for (let at = 0; at < cells.length; at += 3)
      if (classes[cells[at + 1]] - classes[cells[at]] === by) items += cells[at + 2];
    return { by, share: items / compared };
  });
  const found = [...steps, { by: null, share: matched(cells) / compared }].filter(({ share }) => share > min);
  return found[0] ?? null;
}

/**
 * How many items would be right if each predicted class were another label: the one that it stands for most often, the largest
 * counts first. 0 if there is one label.
 * @param {Evaluation['cells']} cells
 */
function matched(cells) {
  const all = Array.from({ length: cells.length / 3 }, (_, at) => [...cells.subarray(3 * at, 3 * at + 3)]);
  /** @type {[Set<number>, Set<number>]} */
  const [labels, classes] = [new Set(), new Set()];
  let items = 0;
  for (const [label, predicted, count] of all.sort((one, other) => other[2] - one[2])) {
    if (labels.has(label) || classes.has(predicted)) continue;
    labels.add(label);
    classes.add(predicted);
    items += count;
  }
  return new Set(all.map(([label]) => label)).size > 1 ? items : 0;
}
