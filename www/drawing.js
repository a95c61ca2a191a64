/** How a dataset is drawn: what the grid and the panel are given. */

import { naming } from './naming.js';
import { extent, itemAt, placeOf, principal, toLink, total, view } from './state.js';

/**
 * @import { Engine } from './engine/client.js'
 * @import { Dataset, State } from './state.js'
 * @import { Props as ItemProps } from './ui/item-panel.js'
 * @import { Props as PageProps } from './ui/page-grid.js'
 */

/** Colours of the lowest and of the highest value. */
const LIGHT = { paper: 0xffffff, ink: 0x000000 };
const DARK = { paper: 0x1d1d1a, ink: 0xece9e1 };

/** Characters that a label of a type can have. */
const LABEL_LENGTHS = { u8: 3, i8: 4, i16: 6, i32: 11, f32: 12, f64: 20 };
/** Characters of a class name that there is room for. */
const NAME_LENGTH = 12;

const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * The item in the panel, if there is one.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {ItemProps | null}
 */
export function drawItem(state, dataset, engine) {
  const { item } = state;
  if (item === null) return null;
  const place = placeOf(dataset, item);
  return {
    item,
    first: place === 0,
    last: place === extent(dataset) - 1,
    look: appearance(dataset),
    statuses: dataset.statuses,
    naming: naming(dataset),
    colours: colours(state, dataset),
    load: (request) => engine.page(request, 'item'),
    values: (...window) => engine.values(...window),
    row: (...part) => engine.row(...part),
    link: () => location.href.split('#')[0] + toLink(state),
  };
}

/**
 * The items of the page shown.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {PageProps}
 */
export function drawPage(state, dataset, engine) {
  const { first, count, size, page, pages, total: found } = view(state);
  return {
    dataset: dataset.id,
    name: dataset.name,
    statuses: dataset.statuses,
    naming: naming(dataset),
    look: appearance(dataset),
    first,
    items: Array.from({ length: count }, (_, index) => itemAt(dataset, first + index)),
    itemAt: (place) => itemAt(dataset, place),
    longest: String(total(dataset)).length,
    filtered: dataset.selection !== null,
    total: found,
    size,
    page,
    pages,
    selected: state.item === null ? null : placeOf(dataset, state.item),
    colours: colours(state, dataset),
    load: (request) => engine.page(request),
  };
}

/**
 * Whether there is something to say of how files are read.
 * @param {Dataset} dataset
 */
export function isDoubtful({ statuses: { images, labels }, imagesAs, labelsAs }) {
  return !!(images?.suggestions.length || labels?.suggestions.length || imagesAs || labelsAs);
}

/**
 * Characters to make room for.
 * @param {Dataset} dataset
 */
export function labelLength(dataset) {
  const { names, type } = naming(dataset);
  return LABEL_LENGTHS[type] + (names.size ? NAME_LENGTH : 0);
}

/**
 * Why an item cannot be gone to, or ''.
 * @param {Dataset} dataset
 * @param {number} item
 */
export function lacks(dataset, item) {
  if (placeOf(dataset, item) >= 0) return '';
  return `Item ${item.toLocaleString('en')} is not among the ${extent(dataset).toLocaleString('en')} that are shown. Clear the filter to see it.`;
}

/**
 * @param {State} state
 * @param {Dataset} dataset
 */
function colours({ palette, inverted }, { limits }) {
  return { ...(dark.matches ? DARK : LIGHT), palette, inverted, limits: limits === 'file' ? undefined : limits === 'item' ? [] : limits };
}

/**
 * A word that changes when items may look different: other files, all of a file read, or a range that has grown.
 * @param {Dataset} dataset
 */
function appearance(dataset) {
  const { images, labels } = dataset.statuses;
  const status = principal(dataset);
  const quarter = images?.elementType === 'u8' || !status ? 0 : Math.floor((4 * status.read) / Math.max(1, status.size ?? Infinity));
  const arranged = [images?.reading, labels?.reading, images?.orientation, images?.rows, images?.columns, images?.layout];
  return [dataset.images, dataset.labels, images?.done, labels?.done, quarter, ...arranged, naming(dataset).key].join();
}
