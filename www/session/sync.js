/** Effects of the state: files are read, searched and measured as it asks, and settings are kept. */

import { current, other, principal } from '../state/index.js';
import { keepFirstNumber } from './first-number.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Bookmarks } from './bookmarks.js'
 * @import { Checks } from './checks.js'
 * @import { ClassNames } from './class-names.js'
 * @import { Recent } from './recent.js'
 * @import { Reviews } from './reviews.js'
 * @import { Links } from './links.js'
 */

/**
 * Brings everything outside in line with the state. A call changes nothing that is in line already.
 * @param {State} state
 * @param {State} before  the state at the last call
 * @param {{ library: Library, links: Links, checks: Checks, bookmarks: Bookmarks, reviews: Reviews, names: ClassNames, recent: Recent }} session
 */
export function sync(state, before, { library, links, checks, bookmarks, reviews, names, recent }) {
  if (state.firstNumber !== before.firstNumber) keepFirstNumber(state.firstNumber);
  checks.follow(state.datasets);
  const dataset = current(state);
  if (state.link?.part && dataset) links.openPart();
  for (const shown of [dataset, other(state)]) if (shown) prepare(library, shown);
  // What is kept waits for the first picture, or for a file that has none.
  if (!dataset || !(state.panes[state.active].painted || principal(dataset)?.done)) return;
  // What is kept of a file is found by its shape, which changes while it grows.
  const whole = state.datasets.filter(({ grows }) => !grows);
  bookmarks.follow(whole);
  reviews.follow(whole);
  names.follow(whole);
  const held = library.dataset(dataset.id);
  if (held && !dataset.grows) recent.follow(held);
}

/**
 * Asks the library for all that the state wants to know about a dataset.
 * @param {Library} library
 * @param {Dataset} dataset
 */
function prepare(library, dataset) {
  const { id, labelling, query, queryId, measuring } = dataset;
  const held = library.read(id);
  if (!held) return;
  held.labels.choose(labelling.column);
  held.presentation.readAs('images', dataset.imagesLayout);
  held.presentation.readAs('labels', dataset.labelsLayout);
  held.presentation.arrange(dataset);
  held.search.find(query, queryId);
  library.followPredictions(id);
  held.statistics.measure(measuring || query.order === 'mean');
}
