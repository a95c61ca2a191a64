/** Draws a viewer: gives each element what the state says about it. */

import { across, current, isPaged, isPainted, isUsual, other, principal } from '../state/index.js';
import { drawItem, drawSheet, drawStatistics } from './drawing.js';
import { FirstPane } from './first-pane.js';
import { Later, Missing } from './later.js';
import { describeLink, LinkNotice } from './link-notice.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Library } from '../engine/library.js'
 * @import { Elements } from '../platform/modules.js'
 * @import { Dataset, Event, State } from '../state/index.js'
 * @import { ComparePane } from './compare-pane.js'
 * @import { DatasetTabs } from './dataset-tabs.js'
 * @import { FilterChip } from './filter-chip.js'
 * @import { Frame } from './frame.js'
 * @import { ReadProgress } from './read-progress.js'
 */

export class View {
  #frame;
  #library;
  #linkNotice;
  #chip;
  #progress;
  #histogram;
  #finder;
  #statistics;
  #pictures;
  #selection;
  #labels;
  #pairing;
  #alerts;

  /**
   * @param {Frame} frame
   * @param {Library} library
   */
  constructor(frame, library) {
    const missing = new Missing(frame.missing);
    /**
     * @template {keyof Elements} T
     * @param {T} tag
     * @param {string} [style]
     * @param {Promise<unknown>} [after]
     */
    const later = (tag, style, after) => new Later(tag, frame, missing, style, after);
    this.#frame = frame;
    this.#library = library;
    this.#linkNotice = new LinkNotice(frame.notes);
    this.#chip = /** @type {FilterChip} */ (frame.find('filter-chip'));
    this.#progress = /** @type {ReadProgress} */ (frame.find('read-progress'));
    this.#histogram = later('class-histogram');
    this.#finder = later('item-finder', 'settings.css');
    this.#statistics = later('statistics-view', 'statistics.css');
    // They stand beside the classes, so they come after them.
    this.#pictures = later('class-pictures', 'statistics.css', customElements.whenDefined('class-histogram'));
    this.#selection = later('selection-bar', 'selection-bar.css');
    this.#labels = later('label-controls', 'settings.css');
    this.#pairing = later('file-pairing', 'settings.css');
    this.#alerts = later('alert-list', 'alerts.css');
    this.tabs = /** @type {DatasetTabs} */ (frame.find('dataset-tabs'));
    this.first = new FirstPane(frame, later);
    this.compare = later('compare-pane', 'compare.css');
    this.style = later('look-controls', 'settings.css');
    this.panel = later('item-panel', 'panel.css');
    this.bytes = later('bytes-view', 'dialogs.css');
    this.help = later('shortcut-help', 'dialogs.css');
  }

  /**
   * Draws the state.
   * @param {State} state
   * @param {(event: Event) => State} adjust  takes how many cells the grids have room for; returns the new state
   */
  render(state, adjust) {
    const dataset = current(state);
    this.#renderFrame(state);
    if (dataset) this.#renderDataset(state, dataset, adjust);
    else describeLink(this.#frame.link, state.wish, state.firstNumber);
    if (this.#frame.find('bytes-view dialog[open]')) this.bytes.use((bytes) => bytes.follow(dataset));
  }

  /** @param {State} state */
  #renderFrame(state) {
    const frame = this.#frame;
    const dataset = current(state);
    frame.show(dataset !== null);
    frame.compare.hidden = state.datasets.length < 2;
    frame.compare.ariaPressed = String(state.beside !== null);
    frame.split(!state.beside ? 'one' : state.beside.first ? 'second' : 'first');
    this.tabs.render(state);
    this.#alerts.render(state, state.alerts.length > 0 || !!state.tally?.skipped);
    const left = leftOf(state);
    const seen = current(left);
    frame.summary.render({
      dataset: seen,
      inspecting: state.inspecting > 0,
      files: state.files,
      firstNumber: state.firstNumber,
      painted: seen && left.painted?.dataset === seen.id && isPaged(seen) ? left.painted : null,
      named: state.beside !== null,
    });
    this.#chip.render(dataset, state.firstNumber);
    this.#progress.render(dataset);
    if (dataset) this.#linkNotice.render(state);
  }

  /**
   * @param {State} state
   * @param {Dataset} dataset
   * @param {(event: Event) => State} adjust
   */
  #renderDataset(state, dataset, adjust) {
    const engine = this.#library.engine(dataset.id);
    if (!engine) return;
    this.#renderSide(state, dataset, engine);
    // The panel takes room from the grids, so it comes first.
    this.panel.render(drawItem(state, dataset, engine), state.item !== null);
    const next = this.#renderPanes(state, dataset, adjust);
    this.#selection.render(
      {
        dataset,
        sheet: drawSheet(next, dataset, engine),
        firstNumber: state.firstNumber,
        named: state.beside !== null,
      },
      dataset.marks.items.size > 0,
    );
    // The settings wait for the first picture, or for a file that has none.
    if (next.painted || principal(dataset)?.done) this.#renderSettings(next, dataset);
  }

  /**
   * The classes, and statistics: of one dataset, or of two from left to right.
   * @param {State} state
   * @param {Dataset} dataset
   * @param {Engine} engine
   */
  #renderSide(state, dataset, engine) {
    const { statistics } = this.#frame;
    const second = other(state);
    const secondEngine = second && this.#library.engine(second.id);
    const measures = drawStatistics(state, dataset, engine);
    const sets = second && secondEngine ? [measures, drawStatistics(across(state), second, secondEngine)] : [measures];
    if (state.beside?.first) sets.reverse();
    const datasets = sets.map(({ dataset }) => dataset);
    statistics.hidden = !dataset.statuses.images;
    this.#statistics.render(measures, statistics.open && !statistics.hidden);
    const counted = datasets.some(({ counts }) => counts?.classes.length);
    this.#histogram.render(datasets, counted);
    const measured = datasets.some(({ jobs }) => jobs.statistics.report?.classes.length);
    this.#pictures.render(sets, measured);
  }

  /**
   * Returns the state once the grids have reported what they have room for.
   * @param {State} state
   * @param {Dataset} dataset
   * @param {(event: Event) => State} adjust
   */
  #renderPanes(state, dataset, adjust) {
    const left = leftOf(state);
    const shown = /** @type {Dataset} */ (current(left));
    const engine = /** @type {Engine} */ (this.#library.engine(shown.id));
    const fit = this.first.render({ state: left, dataset: shown, engine });
    const next = adjust(shown === dataset ? fit : { type: 'beside', event: fit });
    const second = other(next);
    const right = next.beside?.first ? next : across(next);
    const rightEngine = second && this.#library.engine(next.beside?.first ? dataset.id : second.id);
    this.compare.render(rightEngine ? { state: right, engine: rightEngine, files: next.files } : null, !!second);
    return next;
  }

  /**
   * @param {State} state
   * @param {Dataset} dataset
   */
  #renderSettings(state, dataset) {
    const painted = state.painted?.dataset === dataset.id && isPainted(dataset) ? state.painted : null;
    const layout = this.pane(state).layout ?? this.first.layout;
    this.#finder.render({ dataset, marksByClick: state.marksByClick, firstNumber: state.firstNumber });
    this.style.render({ layout, dataset, look: state, painted, usual: isUsual(state) });
    this.#labels.render(dataset, !!dataset.statuses.labels?.labelling);
    this.#pairing.render({ dataset, datasets: state.datasets, files: state.files });
  }

  /**
   * The pane of the current dataset, or of that beside it.
   * @param {State} state
   * @param {boolean} [aside]
   * @returns {FirstPane | ComparePane}
   */
  pane({ beside }, aside = false) {
    const { element } = this.compare;
    const isSecond = beside && beside.first !== aside && element?.matches(':defined');
    return isSecond ? /** @type {ComparePane} */ (element) : this.first;
  }

  /**
   * Whether something is in the pane of the dataset beside the current one.
   * @param {State} state
   * @param {EventTarget | null} place
   */
  isAside({ beside }, place) {
    const within = beside && (beside.first ? this.#frame.centre : this.compare.element);
    return place instanceof Node && !!within?.contains(place);
  }
}

/**
 * The state as the first pane shows it.
 * @param {State} state
 */
function leftOf(state) {
  return state.beside?.first ? across(state) : state;
}
