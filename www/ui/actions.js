/** Carries out intents: changes of the state, and actions beyond the state. */

import { current, extent, hasReview, inPane, isOnPage, itemAt, PALETTES } from '../state/index.js';
import { isIdle } from './cells.js';
import { CheckActions, isOfCheck } from './check-actions.js';
import { openCurrent } from './current-dialog.js';
import { FileActions, isOfFiles } from './file-actions.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Address } from '../session/address.js'
 * @import { Checks } from '../session/checks.js'
 * @import { LabelWalk } from '../session/label-walk.js'
 * @import { Links } from '../session/links.js'
 * @import { Store } from '../session/store.js'
 * @import { PaneEvent } from '../state/index.js'
 * @import { Choice } from './export-files.js'
 * @import { Focus } from './focus.js'
 * @import { Frame } from './frame.js'
 * @import { Intent } from './intent.js'
 * @import { View } from './view.js'
 *
 * @typedef {object} Parts
 * @property {Store} store
 * @property {Library} library
 * @property {Links} links
 * @property {LabelWalk} walk
 * @property {Checks} checks
 * @property {Address | null} address
 * @property {Frame} frame
 * @property {View} view
 * @property {Focus} focus
 */

/** These happen in the pane where the user asks for them. @type {(Intent['type'])[]} */
const IN_PANES = [
  'turn-page',
  'page',
  'show-place',
  'painted',
  'view',
  'layout',
  'orient',
  'shape',
  'axes',
  'slice',
  'span',
  'label',
  'bookmark',
  'open',
  'select',
  'select-these',
];

export class Actions {
  #store;
  #library;
  /** Whether a comparison waits for its parts. */
  #isComparing = false;
  #links;
  #walk;
  #check;
  #files;
  #address;
  #frame;
  #view;
  #focus;

  /** @param {Parts} parts */
  constructor({ store, library, links, walk, checks, address, frame, view, focus }) {
    this.#store = store;
    this.#library = library;
    this.#links = links;
    this.#walk = walk;
    this.#check = new CheckActions(store, checks, view);
    this.#files = new FileActions(store, library, view, focus, frame);
    this.#address = address;
    this.#frame = frame;
    this.#view = view;
    this.#focus = focus;
  }

  /**
   * @param {Intent} intent
   * @param {EventTarget | null} [from]  the element whose user wants it
   */
  act(intent, from = document.activeElement) {
    const store = this.#store;
    const { state } = store;
    const pane = this.#view.paneAt(state, from);
    if (IN_PANES.includes(intent.type))
      return store.dispatch({ type: 'in-pane', pane, event: /** @type {PaneEvent} */ (intent) });
    const { grid, nav } = this.#view.pane(pane);
    const dataset = current(state);
    if (isOfCheck(intent)) return dataset ? this.#check.act(intent, dataset) : undefined;
    if (isOfFiles(intent)) return this.#files.act(intent, current(inPane(state, pane)));
    switch (intent.type) {
      case 'sample':
        return this.#links.openSample(intent.sample);
      case 'show-list':
        store.dispatch(intent);
        store.draw();
        return this.#focus.toPane(pane);
      case 'widen-panel':
        return this.#frame.widenPanel(intent.width);
      case 'compare':
        // Once its parts are here, so that the page is rearranged in one step.
        if (this.#isComparing) return;
        this.#isComparing = true;
        return this.#view.compare.use(() => {
          this.#isComparing = false;
          store.dispatch({ type: 'compare' });
        });
      case 'select-by-click':
        if (intent.on) this.#frame.closeDrawer();
        return store.dispatch(intent);
      case 'goto':
        return nav.goto();
      case 'zoom':
        return this.#view.first.zoom(intent.by) || this.#view.settings.style.use((style) => style.zoom(intent.by));
      case 'toggle-background':
        return store.dispatch({ type: 'invert', inverted: !state.inverted });
      case 'next-palette':
        return store.dispatch({ type: 'palette', palette: PALETTES[PALETTES.indexOf(state.palette) + 1] });
      case 'next-limits':
        return store.dispatch({ type: 'limits', limits: dataset?.limits === 'item' ? 'file' : 'item' });
      case 'random':
        return this.#random(pane);
      case 'select-focused':
        return this.#select(grid.focused ?? state.item, pane);
      case 'bookmark-focused':
        return this.#bookmark((pane === state.active ? state.item : null) ?? grid.focused, pane);
      case 'export':
        return this.#export(intent.which);
      case 'help':
        return this.#view.help.use((help) => help.open());
      case 'resize':
        return store.draw();
      case 'close-panel':
        if (state.item === null) return store.dispatch({ type: 'clear-selection' });
        return this.#address?.goesBackTo({ ...state, item: null }) ? this.#address.back() : this.closePanel();
      case 'mode': {
        const isUndone = !intent.mode && this.#address?.goesBackTo({ ...state, mode: '' });
        return isUndone ? this.#address?.back() : store.dispatch(intent);
      }
      case 'save-labels':
        return dataset && hasReview(dataset) ? this.#view.review.use((review) => review.saveLabels()) : undefined;
      case 'mode-focused':
        if (intent.mode === 'predictions' && !dataset?.predictions.length) return;
        store.dispatch({ type: 'mode', mode: intent.mode });
        store.draw();
        return this.#focus.toView();
      case 'enter':
        return this.#enter(intent.item, pane);
      case 'focus-dataset':
        return dataset ? this.#focus.toPane(pane) : this.#frame.dropZone.enter();
      case 'focus-files':
        return this.#frame.dropZone.enter();
      case 'turn-page-focused':
        return grid.turnPage(intent.by);
      case 'step':
        return this.step(intent.by);
      case 'next-with-label':
        return this.#walk.go(intent.by);
      case 'clear-filter':
        store.dispatch({ type: 'find', change: { labels: null, columns: [], items: null, list: null } });
        store.draw();
        return isIdle() ? this.#focus.toPane(pane) : undefined;
      default:
        return store.dispatch(intent);
    }
  }

  /**
   * Goes to another item, and so does the focus if it is in the grid.
   * @param {number} by
   */
  step(by) {
    const { isInGrid } = this.#focus;
    this.#store.dispatch({ type: 'step', by });
    if (isInGrid) this.#focus.toItem();
  }

  closePanel() {
    this.mayClosePanel(() => this.#store.dispatch({ type: 'close-panel' }));
  }

  /**
   * Makes a change that may close the panel. If the focus was in there, it then goes to the item in the grid.
   * @param {() => void} change
   */
  mayClosePanel(change) {
    const { item } = this.#store.state;
    const inside = this.#view.panel.element?.contains(document.activeElement) || isIdle();
    change();
    const { state } = this.#store;
    if (item === null || state.item !== null || !inside) return;
    this.#store.draw();
    this.#focus.toPane(state.active, isOnPage(state, item) ? item : undefined);
  }

  /**
   * @param {PaneEvent} event
   * @param {number} pane
   */
  #dispatchTo(event, pane) {
    this.#store.dispatch({ type: 'in-pane', pane, event });
  }

  /**
   * Opens an item, and the focus goes to its image.
   * @param {number} item
   * @param {number} pane
   */
  #enter(item, pane) {
    this.#dispatchTo({ type: 'open', item }, pane);
    if (this.#store.state.item === null) return;
    this.#store.draw();
    this.#view.panel.use((panel) => this.#store.state.item === item && panel.enter());
  }

  /**
   * @param {number | null} item
   * @param {number} pane
   */
  #select(item, pane) {
    if (item !== null) this.#dispatchTo({ type: 'select', item, run: false }, pane);
  }

  /**
   * @param {number | null} item
   * @param {number} pane
   */
  #bookmark(item, pane) {
    if (item !== null) this.#dispatchTo({ type: 'bookmark', items: [item] }, pane);
  }

  /**
   * Opens a random item that matches the filter.
   * @param {number} pane
   */
  #random(pane) {
    const { state } = this.#store;
    const dataset = current(inPane(state, pane));
    const count = dataset ? extent(dataset) : 0;
    if (dataset && count) this.#enter(itemAt(dataset, Math.floor(Math.random() * count)), pane);
  }

  /**
   * Opens the dialog that exports items.
   * @param {Choice | null} which  of them, at first
   */
  #export(which) {
    openCurrent(this.#view.export, this.#store, this.#library, (dialog, { dataset, engine }) => {
      dialog.open({ dataset, engine, which });
    });
  }
}
