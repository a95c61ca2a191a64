/** The props of the map. */

import { checkOf } from '../state/index.js';
import { itemKind } from '../text/item-kind.js';
import { naming } from '../text/naming.js';
import { appearance, colours } from './appearance.js';
import { sourceOf } from './check-props.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Checks } from '../session/checks.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Props } from './map-view.js'
 */

/**
 * The map of a dataset; null in other modes.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Library} library
 * @param {Checks} checks
 * @returns {Props | null}
 */
export function mapProps(state, dataset, library, checks) {
  if (state.mode !== 'map' || !dataset.statuses.images) return null;
  const check = checkOf(dataset, state.datasets);
  return {
    dataset,
    datasets: state.datasets,
    check,
    outdated: dataset.check !== null && !check,
    worker: checks.worker(dataset),
    open: state.item,
    colours: colours(state, dataset),
    appearance: [appearance(dataset), JSON.stringify(colours(state, dataset)), state.firstNumber].join(),
    describe: { naming: naming(dataset), kind: itemKind(dataset), firstNumber: state.firstNumber },
    source: (id) => sourceOf(state, id, library, 'map'),
  };
}
