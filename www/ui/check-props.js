/** The props of the elements of the check. */

import { planOf } from '../engine/check-plan.js';
import { canCheck, checkOf, comparedSize, isCheckList } from '../state/index.js';
import { itemKind } from '../text/item-kind.js';
import { naming } from '../text/naming.js';
import { appearance, colours } from './appearance.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Checks } from '../session/checks.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { Props as FindingsProps } from './check-findings.js'
 * @import { Props as CheckProps } from './check-view.js'
 * @import { Props as SimilarProps } from './similar-items.js'
 * @import { Props as SketchProps } from './sketch-view.js'
 */

/**
 * The list of the check's view; null in other modes.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Library} library
 * @param {Checks} checks
 * @returns {CheckProps | null}
 */
export function checkProps(state, dataset, library, checks) {
  const { mode, datasets } = state;
  if (!isCheckList(mode) || !dataset.statuses.images) return null;
  return {
    dataset,
    datasets,
    check: checkOf(dataset, datasets),
    outdated: dataset.check !== null,
    list: mode,
    appearance: appearanceOf(state, dataset),
    describe: description(state, dataset),
    engine: library.engine(dataset.id),
    source: (id) => sourceOf(state, id, library, 'cards'),
    isReady: checks.worker(dataset) !== null && dataset.check?.stage === null,
    neighbours: async (places, count) =>
      (await checks.worker(dataset)?.call('neighbours', Uint32Array.from(places), count)) ?? null,
  };
}

/**
 * @param {State} state
 * @param {Dataset} dataset
 * @returns {FindingsProps}
 */
export function findingsProps(state, dataset) {
  const { mode } = state;
  const check = checkOf(dataset, state.datasets);
  return {
    dataset,
    check,
    list: isCheckList(mode) ? mode : 'suspects',
    others: (check?.plan.sets.length ?? 1) - 1,
    nameOf: (id) => state.datasets.find((dataset) => dataset.id === id)?.name ?? '',
  };
}

/**
 * The images that are similar to the item in the panel; null while there is none.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Library} library
 * @param {Checks} checks
 * @returns {SimilarProps | null}
 */
export function similarProps(state, dataset, library, checks) {
  const { item } = state;
  if (item === null || !canCheck(dataset)) return null;
  return {
    dataset,
    item,
    isReady: checks.worker(dataset) !== null && dataset.check?.stage === null,
    isBusy: checks.isBusy(dataset),
    memory: memoryOf(state, dataset, checks),
    appearance: appearanceOf(state, dataset),
    describe: description(state, dataset),
    source: (id) => sourceOf(state, id, library, 'similar'),
    similar: (sought, count) => checks.similar(dataset, sought, count),
  };
}

/**
 * The dialog to find images by drawing one; null where there are no images.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Library} library
 * @param {Checks} checks
 * @returns {SketchProps | null}
 */
export function sketchProps(state, dataset, library, checks) {
  const { images } = dataset.statuses;
  if (!images || !canCheck(dataset)) return null;
  return {
    dataset,
    describe: description(state, dataset),
    source: (id) => sourceOf(state, id, library, 'sketch'),
    similar: (sought, count) => checks.similar(dataset, sought, count),
    isBusy: () => checks.isBusy(dataset),
    memory: memoryOf(state, dataset, checks),
    size: comparedSize(images),
    isBright: images.brightBackground,
  };
}

/**
 * Bytes that a search for similar images takes, about; null if a worker has the images.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Checks} checks
 */
function memoryOf({ datasets }, dataset, checks) {
  return checks.worker(dataset) ? null : planOf(dataset, datasets).held;
}

/**
 * @param {State} state
 * @param {Dataset} dataset
 */
function description({ firstNumber }, dataset) {
  return { naming: naming(dataset), kind: itemKind(dataset), firstNumber };
}

/**
 * @param {State} state
 * @param {Dataset} dataset
 */
function appearanceOf(state, dataset) {
  return [appearance(dataset), JSON.stringify(colours(state, dataset)), state.firstNumber].join();
}

/**
 * Where pictures of a dataset come from.
 * @param {State} state
 * @param {number} id
 * @param {Library} library
 * @param {string} lane  of the element that asks: in a lane, a request replaces the one that waits
 * @returns {Source | null}
 */
export function sourceOf(state, id, library, lane) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  const engine = library.read(id)?.engine;
  const images = dataset?.statuses.images;
  if (!dataset || !engine || !images) return null;
  return {
    name: dataset.name,
    longest: Math.max(images.rows, images.columns),
    colours: colours(state, dataset),
    load: (request) => engine.page(request, lane),
  };
}
