/** The way from an item to the next with the same label. */

import { current, extent, itemAt, placeOf } from '../state/index.js';

/**
 * @import { State } from '../state/index.js'
 * @import { Library } from '../engine/library.js'
 * @import { Later } from '../ui/later.js'
 *
 * @typedef {{ state: () => State, library: Library, step: (by: number) => void, panel: Later<'item-panel'> }} Page
 */

/** One way after the other. */
let walk = Promise.resolve();

/**
 * Goes to the nearest item of the selection, forwards or backwards, that has the same label as the one that is open.
 * @param {number} by
 * @param {Page} page
 */
export function alike(by, page) {
  walk = walk.then(() => go(by, page));
}

/**
 * @param {number} by
 * @param {Page} page
 */
async function go(by, { state, library, step, panel }) {
  const { item } = state();
  const dataset = current(state());
  const engine = dataset && library.engine(dataset.id);
  if (!engine || item === null || !dataset.statuses.labels?.kept) return;
  let at = placeOf(dataset, item) + by;
  // Few at first: mostly it is near.
  for (let most = 256; at >= 0 && at < extent(dataset); most *= 8) {
    const count = Math.min(most, by > 0 ? extent(dataset) - at : at + 1);
    const among = Uint32Array.from({ length: count }, (_, index) => itemAt(dataset, at + by * index));
    const found = await engine.call('alike', item, among).catch(() => undefined);
    if (state().item !== item) return;
    if (found !== undefined) return step(at + by * found - placeOf(dataset, item));
    at += by * count;
  }
  panel.use((panel) => panel.say(by > 0 ? 'This is the last.' : 'This is the first.'));
}
