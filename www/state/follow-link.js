/** Following a link: the page shows what it asks for, as soon as its dataset is open. */

import { itemAlert, reportFiltered, withAlert } from './alerts.js';
import { baseName, placeOf, total } from './dataset.js';
import { setLabels } from './find.js';
import { leadsTo } from './hash.js';
import { current, openItem, revise, showDataset, showPlace } from './page.js';
import { EVERYTHING, sameQuery } from './query.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @import { Dataset } from './dataset.js'
 * @import { Link } from './hash.js'
 * @import { State } from './page.js'
 */

/**
 * Shows what a link asks for, or waits for its dataset.
 * @param {State} state
 * @param {Link} link
 * @returns {State}
 */
export function followLink(state, link) {
  const isNamed = link.dataset || link.print || link.images || link.labels || link.sample;
  const dataset = isNamed ? state.datasets.find((dataset) => leadsTo(link, dataset)) : current(state);
  if (!dataset) return { ...state, link, alerts: withOtherFile(state, link) };
  return followQuery(arrange(state, dataset, link), dataset.id, link);
}

/**
 * Shows the dataset in the style that the link asks for.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Link} link
 * @returns {State}
 */
function arrange(state, dataset, link) {
  const { item, mode, scale, inverted, fixed, palette, classThumbnails, labelling } = link;
  const { orientation, shape, axes, limits, show, imagesLayout, labelsLayout, span, predictions } = link;
  const last = total(dataset) - 1;
  const isMissing = !imagesLayout && !labelsLayout && item !== null && item > last && last >= 0;
  const others = state.alerts.filter(({ faults }) => faults[0].name !== 'OtherFile');
  const alerts = isMissing ? withAlert(others, noItem(dataset, item, last)) : others;
  const shown = showDataset(state, dataset.id);
  const styled = {
    ...shown,
    alerts,
    link: null,
    item: null,
    mode,
    scale,
    inverted,
    fixed,
    palette,
    classThumbnails,
  };
  const prediction = { ...dataset.prediction, lost: dataset.predictions.length ? '' : predictions };
  const views = { orientation, shape, axes, limits, show, imagesLayout, labelsLayout, span, prediction };
  // A link does not hold a long list of typed names, so those that are here stay.
  const called = labelling.called || dataset.labelling.called;
  return setLabels(revise(styled, dataset.id, views), { ...labelling, called });
}

/**
 * Finds the link's items, then shows the one that it asks for.
 * @param {State} state
 * @param {number} id  of the dataset
 * @param {Link} link
 * @returns {State}
 */
function followQuery(state, id, { at, item, query }) {
  const dataset = current(state);
  if (!dataset) return state;
  const isAnswered = sameQuery(query, dataset.query) && dataset.matches?.queryId === dataset.queryId;
  const { images, labels } = dataset.statuses;
  const isRead = [images, labels].every((status) => !status || status.done);
  // Until the files are read, the item may still be found.
  const isFound = isAnswered && (placeOf(dataset, item ?? at) >= 0 || isRead);
  if (isFound) return showSought(state, { at, item });
  if (sameQuery(query, EVERYTHING))
    return showSought(revise(state, id, { query: EVERYTHING, queryId: 0, matches: null, sought: null }), { at, item });
  const queryId = state.queries + 1;
  return revise({ ...state, queries: queryId }, id, { query, queryId, sought: { at, item } });
}

/**
 * Opens the item that a link asks for, and shows the page with it or with another item.
 * @param {State} state
 * @param {{ at: number, item: number | null }} sought
 * @returns {State}
 */
function showSought(state, { at, item }) {
  const dataset = current(state);
  if (!dataset) return state;
  const isFound = item !== null && placeOf(dataset, item) >= 0;
  if (item !== null && !isFound && dataset.matches) return showPlace(reportFiltered(state, dataset, item), 0);
  // The user may have moved the line away from the open item, so the link's part of it stays.
  const opened = isFound ? revise(openItem(state, item), dataset.id, { span: dataset.span }) : state;
  return at === item && isFound ? opened : showPlace(opened, at && dataset.matches ? placeOf(dataset, at) : at);
}

/**
 * The link's item does not exist.
 * @param {Dataset} dataset
 * @param {number} found
 * @param {number} expected  the last item
 */
function noItem(dataset, found, expected) {
  return itemAlert(dataset, { name: 'NoItem', expected, found });
}

/**
 * The alerts, with one more if an open file has the name of the link's file but other contents.
 * @param {State} state
 * @param {Link} link
 */
function withOtherFile({ alerts, datasets }, { file, print }) {
  const other = print && datasets.find(({ paths }) => Object.values(paths).some((path) => baseName(path) === file));
  // The file with the right contents may hold the link's array behind another one.
  if (!other || other.print === print) return alerts;
  /** @type {Fault} */
  const fault = { name: 'OtherFile', prints: [print, other.print] };
  return withAlert(alerts, { key: `item:${other.id}`, file, severe: false, faults: [fault] });
}
