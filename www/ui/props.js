/** The props of the elements: what each draws of a dataset. */

import {
  extent,
  isPresentation,
  itemAt,
  linkHolds,
  missingColumn,
  placeOf,
  shownAs,
  shownPredictions,
  toLink,
  VIEWS,
  view,
} from '../state/index.js';
import { itemKind } from '../text/item-kind.js';
import { longestTitle, naming, namingWithPredicted, shiftOf } from '../text/naming.js';
import { appearance, colours } from './appearance.js';
import { ELEMENT_TYPES } from './element-types.js';
import { digits } from './view-props.js';
import { textScale } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { LinkToCopy } from './copy-link.js'
 * @import { Props as ItemProps } from './item-panel.js'
 * @import { Sheet } from './contact-sheet.js'
 * @import { Props as PresentationProps } from './presentation-view.js'
 * @import { Props as StatisticsProps } from './dataset-statistics.js'
 * @import { Props as PageProps } from './page-grid.js'
 */

/** CSS pixels of a character of a name, and of a number. */
const CHARACTER = 7;
const NUMBER = 6.4;
/** Characters of a label and a class name that there is room for. */
const NAMED_LENGTH = 12;

/**
 * The item in the panel, if there is one.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {ItemProps | null}
 */
export function itemProps(state, dataset, engine) {
  const { item } = state;
  if (item === null) return null;
  const { statuses } = dataset;
  const place = placeOf(dataset, item);
  return {
    item,
    first: place === 0,
    last: place === extent(dataset) - 1,
    firstNumber: state.firstNumber,
    appearance: appearance(dataset),
    statuses,
    naming: namingWithPredicted(dataset),
    kind: itemKind(dataset),
    of: state.panes.length > 1 ? dataset.name : '',
    plotted: VIEWS[shownAs(dataset)].isLine,
    colours: colours(state, dataset),
    load: (request) => engine.page(request, 'item'),
    loadCopy: (request) => engine.page(request, 'copy'),
    values: (...window) => engine.call('values', ...window),
    hex: (...values) => engine.call('hex', ...values),
    row: (...part) => engine.call('row', ...part),
    bookmarked: dataset.bookmarks.has(item),
    link: linkTo(state),
    summary: (number) => engine.call('summary', number),
    dataset,
    fits: async (label) => (await engine.call('unfit', Float64Array.of(label))) === undefined,
    distance: (number) => engine.run('distances', number),
  };
}

/**
 * A link to what is shown, made when it is asked for.
 * @param {State} state
 * @returns {LinkToCopy}
 */
export function linkTo(state) {
  const { dataset } = view(state);
  return {
    href: () => location.href.split('#')[0] + toLink(state),
    isWhole: !dataset || linkHolds(dataset.query),
  };
}

/**
 * The items of the page shown.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {PageProps}
 */
export function pageProps(state, dataset, engine) {
  const { first, count, size, page, pages, total: found } = view(state);
  return {
    dataset: dataset.id,
    name: dataset.name,
    statuses: dataset.statuses,
    naming: namingWithPredicted(dataset),
    firstNumber: state.firstNumber,
    appearance: appearance(dataset),
    first,
    items: Array.from({ length: count }, (_, index) => itemAt(dataset, first + index)),
    itemAt: (place) => itemAt(dataset, place),
    longest: digits(dataset),
    kind: itemKind(dataset),
    filtered: dataset.matches !== null,
    missing: missingColumn(dataset),
    total: found,
    size,
    page,
    pages,
    open: state.item === null ? null : placeOf(dataset, state.item),
    selection: dataset.selection.items,
    bookmarks: dataset.bookmarks,
    decisions: dataset.review.decisions,
    predicted: shownPredictions(dataset),
    predictionVersion: shownPredictions(dataset)?.version ?? null,
    selectsByClick: state.selectsByClick,
    colours: colours(state, dataset),
    load: (request) => engine.page(request),
  };
}

/**
 * Whether there may be something to note about how its files are matched, read and shown.
 * @param {Dataset} dataset
 */
export function hasNotes(dataset) {
  const { imagesLayout, labelsLayout, itemsLast, pairedByCount } = dataset;
  const { images, labels } = dataset.statuses;
  return !!(
    pairedByCount ||
    shiftOf(dataset) ||
    images?.suggestedOrientation ||
    images?.brightBackground ||
    images?.detectedShape.length ||
    images?.suggestions.length ||
    itemsLast ||
    labels?.suggestions.length ||
    [images, labels].some((status) => status?.slowJump || status?.recalled) ||
    imagesLayout ||
    labelsLayout
  );
}

/**
 * The cell that the grid makes room for.
 * @param {Dataset} dataset
 */
export function cell(dataset) {
  const { images } = dataset.statuses;
  if (!images) return labelLength(dataset);
  return shownAs(dataset) === 'signals' ? { rows: 1, columns: 2, plot: true } : { ...images, text: textRoom(dataset) };
}

/**
 * How a picture of several items is drawn; null without images.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {Omit<Sheet, 'items'> | null}
 */
export function sheetProps(state, dataset, engine) {
  const { images } = dataset.statuses;
  return (
    images && {
      size: images,
      plotted: VIEWS[shownAs(dataset)].isLine,
      columns: state.panes[state.active].fit.columns,
      scale: state.scale,
      naming: naming(dataset),
      firstNumber: state.firstNumber,
      colours: colours(state, dataset),
      load: (request) => engine.page(request, 'sheet'),
    }
  );
}

/**
 * The items that an audience sees; null while there is none.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {PresentationProps | null}
 */
export function presentationProps(state, dataset, engine) {
  const item = itemProps({ ...state, item: itemAt(dataset, dataset.at) ?? null }, dataset, engine);
  const as = state.mode;
  return isPresentation(as) && item ? { ...item, as, load: (request) => engine.page(request, 'presentation') } : null;
}

/**
 * How a picture of the page is drawn; null without images.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {Sheet | null}
 */
export function pageSheet(state, dataset, engine) {
  const sheet = sheetProps(state, dataset, engine);
  const { first, count } = view(state);
  return sheet && { ...sheet, items: Array.from({ length: count }, (_, index) => itemAt(dataset, first + index)) };
}

/**
 * The statistics of a dataset.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Engine} engine
 * @returns {StatisticsProps}
 */
export function statisticsProps(state, dataset, engine) {
  return {
    dataset,
    colours: colours(state, dataset),
    classThumbnails: state.classThumbnails,
    load: (request, lane) => engine.page(request, lane),
    figures: (items) => engine.run('filtered', items),
    clearFigures: () => void engine.call('cancel', 'filtered').catch(() => {}),
  };
}

/**
 * Characters to make room for. There is room for class names before there are any, so that naming them changes no column.
 * @param {Dataset} dataset
 */
function labelLength(dataset) {
  return Math.max(ELEMENT_TYPES[naming(dataset).type].label, NAMED_LENGTH);
}

/**
 * The room that names of classes and numbers of items take, where there are names.
 * @param {Dataset} dataset
 */
function textRoom(dataset) {
  const called = naming(dataset);
  if (!called.names.size) return undefined;
  const letters = textScale();
  const number = NUMBER * letters * digits(dataset);
  return { number, line: (CHARACTER * longestTitle(called) + 3) * letters + number };
}
