/** Predictions whose classes are all one off. Pure. */

/** @import { Evaluation } from '../pkg/insight.js' */

/** The share of items that has to be right without the shift, and by how much it has to exceed the accuracy. */
const LEAST = 0.5;
const GAIN = 0.3;

/**
 * By how much all predictions differ from most labels, 1 or -1, and the share of items that would be right without that; null if
 * they do not.
 * @param {Pick<Evaluation, 'classes' | 'cells' | 'compared' | 'accuracy'>} evaluation
 */
export function shiftIn({ classes, cells, compared, accuracy }) {
  if (accuracy === null) return null;
  const found = { by: 0, share: Math.max(LEAST, accuracy + GAIN) };
  for (const by of [1, -1]) {
    let items = 0;
    for (let at = 0; at < cells.length; at += 3)
      if (classes[cells[at + 1]] - classes[cells[at]] === by) items += cells[at + 2];
    if (items / compared > found.share) Object.assign(found, { by, share: items / compared });
  }
  return found.by ? found : null;
}
