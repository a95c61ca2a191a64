/** Predictions that number the classes in another way than the labels. Pure. */

/** @import { Evaluation } from '../pkg/insight.js' */

/** The share of items that has to be right with other numbers, and by how much it has to exceed the accuracy. */
const LEAST = 0.5;
const GAIN = 0.3;

/**
 * How the numbers of predicted classes seem to differ from those of most labels: all by 1 or -1, or each class in its own way, which
 * is null; and the share of items that would be right without that. Null if they do not.
 * @param {Pick<Evaluation, 'classes' | 'cells' | 'compared' | 'accuracy'>} evaluation
 * @returns {{ by: number | null, share: number } | null}
 */
export function numberingIn({ classes, cells, compared, accuracy }) {
  if (accuracy === null) return null;
  const least = Math.max(LEAST, accuracy + GAIN);
  const steps = [1, -1].map((by) => {
    let items = 0;
    for (let at = 0; at < cells.length; at += 3)
      if (classes[cells[at + 1]] - classes[cells[at]] === by) items += cells[at + 2];
    return { by, share: items / compared };
  });
  const found = [...steps, { by: null, share: matched(cells) / compared }].filter(({ share }) => share > least);
  return found[0] ?? null;
}

/**
 * How many items have the class that is predicted most often for their label; 0 if two labels have the same one, or there is one label.
 * @param {Evaluation['cells']} cells
 */
function matched(cells) {
  /** @type {Map<number, [predicted: number, items: number]>} */
  const most = new Map();
  for (let at = 0; at < cells.length; at += 3) {
    const [label, predicted, items] = cells.subarray(at, at + 3);
    if (items > (most.get(label)?.[1] ?? 0)) most.set(label, [predicted, items]);
  }
  const found = [...most.values()];
  if (found.length < 2 || new Set(found.map(([predicted]) => predicted)).size < found.length) return 0;
  return found.reduce((sum, [, items]) => sum + items, 0);
}
