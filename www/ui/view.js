/** Draws a viewer: gives each element what the state says about it. */

import { countRecent } from '../session/recent.js';
import {
  current,
  hasReview,
  inPane,
  isPaged,
  isPredicting,
  isPresentation,
  offeredPredictions,
  other,
  principal,
} from '../state/index.js';
import { checkProps, similarProps, sketchProps } from './check-props.js';
import { openCurrent } from './current-dialog.js';
import { FirstPane } from './first-pane.js';
import { Later, Missing } from './later.js';
import { describeLink, LinkNotice } from './link-notice.js';
import { mapProps } from './map-props.js';
import { predictionProps } from './prediction-props.js';
import { itemProps, presentationProps, sheetProps } from './props.js';
import { Settings } from './settings.js';
import { Side } from './side.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Library } from '../engine/library.js'
 * @import { Checks } from '../session/checks.js'
 * @import { Store } from '../session/store.js'
 * @import { Elements } from '../platform/modules.js'
 * @import { Dataset, Event, State } from '../state/index.js'
 * @import { ComparePane } from './compare-pane.js'
 * @import { DatasetTabs } from './dataset-tabs.js'
 * @import { Entry } from './dropped.js'
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
  #side;
  #selection;
  #cleared;
  #presentation;
  #checks;
  #similar;
  #predictionNotes;
  #recent;
  #edge;
  #alerts;

  /**
   * @param {Frame} frame
   * @param {Library} library
   * @param {Checks} checks
   */
  constructor(frame, library, checks) {
    const missing = new Missing(frame.missing);
    /**
     * @template {keyof Elements} T
     * @param {T} tag
     * @param {string[]} [styles]
     * @param {Promise<unknown>} [after]
     */
    const later = (tag, styles, after) => new Later(tag, frame, missing, styles, after);
    this.#frame = frame;
    this.#library = library;
    this.#checks = checks;
    this.#linkNotice = new LinkNotice(frame.messages);
    this.#chip = /** @type {FilterChip} */ (frame.find('filter-chip'));
    this.#progress = /** @type {ReadProgress} */ (frame.find('read-progress'));
    this.#side = new Side(frame, later);
    this.#selection = later('selection-bar', ['selection-bar.css']);
    this.#cleared = later('cleared-note');
    this.#edge = later('panel-edge', ['settings.css']);
    this.#presentation = later('presentation-view', ['presentation.css']);
    this.check = later('check-view', ['check.css', 'check-side.css', 'finding-cards.css', 'similar.css']);
    this.map = later('map-view', ['map.css']);
    this.review = later('review-summary', ['settings.css']);
    this.predictions = later('prediction-view', ['predictions.css']);
    this.#predictionNotes = later('prediction-notes', ['predictions.css']);
    this.#recent = later('recent-files', ['recent.css']);
    this.#alerts = later('alert-list', ['alerts.css']);
    this.tabs = /** @type {DatasetTabs} */ (frame.find('dataset-tabs'));
    this.first = new FirstPane(frame, later);
    this.compare = later('compare-pane', ['compare.css']);
    this.settings = new Settings(later);
    this.panel = later('item-panel', ['panel.css']);
    this.#similar = later('similar-items', ['similar.css'], customElements.whenDefined('item-panel'));
    this.sketch = later('sketch-view', ['dialogs.css', 'similar.css']);
    this.bytes = later('bytes-view', ['dialogs.css']);
    this.raw = later('raw-bytes', ['dialogs.css']);
    this.export = later('export-view', ['dialogs.css', 'export.css']);
    this.help = later('shortcut-help', ['dialogs.css']);
  }

  /**
   * Draws everything that takes room from the items, and lays out their cells.
   * @param {State} state
   * @returns {Event[]}  how many cells each grid has room for
   */
  arrange(state) {
    const dataset = current(state);
    this.#renderFrame(state);
    const engine = dataset && this.#library.engine(dataset.id);
    if (!engine) {
      // Back may lead from any of them to the first screen.
      for (const part of [this.panel, this.#similar, this.#presentation, this.check, this.map, this.predictions])
        part.render(null, false);
      this.compare.render(null, false);
      return [];
    }
    this.#side.render(state, dataset, this.#shown(state, dataset, engine));
    const item = itemProps(state, dataset, engine);
    const predict = this.#library.predictions.item.bind(this.#library.predictions);
    this.panel.render(item && { ...item, predict }, state.item !== null);
    const similar = similarProps(state, dataset, this.#library, this.#checks);
    this.#similar.render(similar, similar !== null);
    return state.panes.flatMap((_, pane) => {
      const elements = this.pane(pane);
      // The second pane may not be loaded yet.
      const event = pane > 0 && elements === this.first ? null : elements.arrange(inPane(state, pane));
      return event ? [{ type: 'in-pane', pane, event }] : [];
    });
  }

  /**
   * Draws the rest.
   * @param {State} state
   * @param {string[]} files  that the present entry of the history was about
   */
  render(state, files) {
    const dataset = current(state);
    const engine = dataset && this.#library.engine(dataset.id);
    if (engine) this.#renderDataset(state, dataset, engine);
    else if (!dataset) describeLink(this.#frame.link, state.link, state.firstNumber, files);
    const lost = dataset || !state.link ? [] : files;
    this.#renderRecent(!dataset, lost);
    if (this.#frame.find('bytes-view dialog[open]')) this.bytes.use((bytes) => bytes.follow(dataset));
  }

  /**
   * The list of recent datasets. It has its room before it comes, with a line for those that a reload lost.
   * @param {boolean} shown  whether the first screen is
   * @param {string[]} lost  names of files
   */
  #renderRecent(shown, lost) {
    const count = shown ? countRecent() : 0;
    const { element } = this.#recent;
    if (!element?.matches(':defined')) element?.style.setProperty('--rows', String(count + Math.min(1, lost.length)));
    this.#recent.render({ shown, lost }, count > 0);
  }

  /** @param {State} state */
  #renderFrame(state) {
    const frame = this.#frame;
    const dataset = current(state);
    frame.show(dataset !== null);
    const shown = frame.setMode(state.mode, !!dataset?.statuses.images, !!dataset?.predictions.length);
    frame.present.hidden = !dataset?.statuses.images;
    frame.compare.hidden = !dataset || state.datasets.length < 2;
    const { panes, active } = state;
    frame.compare.ariaPressed = String(panes.length > 1);
    frame.split(panes.length, active);
    this.tabs.render(state);
    this.#alerts.render(state, state.alerts.length + state.tallies.length > 0);
    const first = current(inPane(state, 0));
    const { painted } = panes[0];
    frame.summary.render({
      dataset: first,
      inspecting: state.inspecting > 0,
      files: state.files,
      firstNumber: state.firstNumber,
      painted: first && painted?.dataset === first.id && isPaged(first) && !shown ? painted : null,
      named: panes.length > 1,
    });
    const { inspecting, converted } = state;
    // The line covers the summary, which says that, too.
    const images = dataset?.grows ? (dataset.statuses.images?.items ?? 0) : 0;
    frame.dropZone.render({ inspecting, converted, images });
    this.#chip.render(dataset, state.firstNumber);
    const page = panes[state.active].painted;
    this.#progress.render(dataset, page?.dataset === dataset?.id ? page : null);
    if (!dataset) return;
    this.#linkNotice.render(state);
    const offer = offeredPredictions(state);
    this.#predictionNotes.render({ dataset, offer }, offer !== null || dataset.prediction.lost !== '');
  }

  /**
   * @param {State} state
   * @param {Dataset} dataset
   * @param {Engine} engine
   */
  #renderDataset(state, dataset, engine) {
    this.#renderPanes(state);
    this.#presentation.render(presentationProps(state, dataset, engine), isPresentation(state.mode));
    const checked = checkProps(state, dataset, this.#library, this.#checks);
    this.check.render(checked, checked !== null);
    const mapped = mapProps(state, dataset, this.#library, this.#checks);
    this.map.render(mapped, mapped !== null);
    this.predictions.render(predictionProps(state, dataset, this.#library), isPredicting(state));
    this.#selection.render(
      {
        dataset,
        sheet: sheetProps(state, dataset, engine),
        engine,
        firstNumber: state.firstNumber,
        named: state.panes.length > 1,
        selecting: state.selectsByClick,
      },
      dataset.selection.items.size > 0 || state.selectsByClick,
    );
    this.#cleared.render(dataset, dataset.cleared !== null);
    // The settings wait for the first picture, or for a file that has none.
    if (!state.panes[state.active].painted && !principal(dataset)?.done) return;
    this.#edge.render();
    this.review.render({ dataset, engine }, hasReview(dataset));
    this.settings.render(state, dataset, engine, this.pane(state.active).layout ?? this.first.layout);
  }

  /**
   * The datasets in the panes, from left to right.
   * @param {State} state
   * @param {Dataset} dataset  of the active pane
   * @param {Engine} engine
   */
  #shown(state, dataset, engine) {
    const second = other(state);
    const secondEngine = second && this.#library.engine(second.id);
    const shown = [{ dataset, engine }];
    if (second && secondEngine) shown.push({ dataset: second, engine: secondEngine });
    if (state.active === 1) shown.reverse();
    return shown;
  }

  /** @param {State} state */
  #renderPanes(state) {
    const [left, right] = state.panes.map((_, pane) => inPane(state, pane));
    const [first, second] = [left, right].map((pane) => (pane ? current(pane) : null));
    const engine = first && this.#library.engine(first.id);
    if (engine) this.first.render({ state: left, dataset: first, engine });
    const secondEngine = second && this.#library.engine(second.id);
    this.compare.render(secondEngine ? { state: right, engine: secondEngine, files: state.files } : null, !!right);
  }

  /**
   * Opens the dialog to find images by a drawing or a picture. Whether there are images to find.
   * @param {Store} store
   * @param {Entry | null} [picture]  that was dropped
   */
  openSketch(store, picture = null) {
    const propsOf = (/** @type {State} */ state, /** @type {Dataset | null} */ dataset) =>
      dataset && sketchProps(state, dataset, this.#library, this.#checks);
    if (!propsOf(store.state, current(store.state))) return false;
    openCurrent(this.sketch, store, this.#library, (sketch, { state, dataset }) => {
      const props = propsOf(state, dataset);
      if (props) sketch.open(props, picture);
    });
    return true;
  }

  /**
   * The elements of a pane.
   * @param {number} pane
   * @returns {FirstPane | ComparePane}
   */
  pane(pane) {
    const { element } = this.compare;
    return pane === 1 && element?.matches(':defined') ? /** @type {ComparePane} */ (element) : this.first;
  }

  /**
   * The pane that a place in the page belongs to: the active one, if the place is in none.
   * @param {State} state
   * @param {EventTarget | null} place
   */
  paneAt({ panes, active }, place) {
    if (panes.length < 2 || !(place instanceof Node)) return active;
    const at = [this.#frame.centre, this.compare.element].findIndex((pane) => pane?.contains(place));
    return at < 0 ? active : at;
  }
}
