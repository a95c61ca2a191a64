/** What has to happen outside the page because the state changed: files are read, searched and measured as it says. */

import { current, other, principal } from '../state/index.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Bookmarks } from './bookmarks.js'
 * @import { Links } from './links.js'
 */

/**
 * Brings everything outside in line with the state. It may be called at any time: what is in line stays as it is.
 * @param {State} state
 * @param {{ library: Library, links: Links, bookmarks: Bookmarks }} session
 */
export function sync(state, { library, links, bookmarks }) {
  if (state.wish?.part && state.current !== null) links.openPart();
  const dataset = current(state);
  for (const shown of [dataset, other(state)]) if (shown) prepare(library, shown);
  // Bookmarks wait for the first picture, or for a file that has none.
  if (dataset && (state.painted || principal(dataset)?.done)) bookmarks.follow(state.datasets);
}

/**
 * Has a dataset read, labelled, arranged, searched and measured.
 * @param {Library} library
 * @param {Dataset} dataset
 */
function prepare(library, dataset) {
  const { id, labelling, query, measuring } = dataset;
  if (!library.engine(id)) return;
  library.label(id, labelling.column);
  library.read(id, dataset);
  library.arrange(id, dataset);
  library.select(id, query);
  library.measure(id, measuring || query.order === 'ink');
}
