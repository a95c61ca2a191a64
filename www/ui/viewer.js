/** A viewer: everything between one element of a document and the files that are opened in it. */

import { Library } from '../engine/library.js';
import { Address } from '../session/address.js';
import { Bookmarks } from '../session/bookmarks.js';
import { Checks } from '../session/checks.js';
import { ClassNames } from '../session/class-names.js';
import { keptFirstNumber } from '../session/first-number.js';
import { LabelWalk } from '../session/label-walk.js';
import { Links } from '../session/links.js';
import { Recent } from '../session/recent.js';
import { Reviews } from '../session/reviews.js';
import { Store } from '../session/store.js';
import { sync } from '../session/sync.js';
import { current, initial, reduce } from '../state/index.js';
import { text } from '../text/index.js';
import { naming } from '../text/naming.js';
import { Actions } from './actions.js';
import { isIdle } from './cells.js';
import './elements.js';
import { Focus } from './focus.js';
import { Frame } from './frame.js';
import { listen } from './keys.js';
import { View } from './view.js';

/**
 * @import { Intent } from './intent.js'
 * @import { Event, Link, Position } from '../state/index.js'
 *
 * @typedef {object} Options
 * @property {boolean} [address]  whether the viewer owns the page's address and title: its view is kept in the hash
 * @property {EventTarget} [drops]  takes drops and pastes of files; the viewer's own element if it is not given
 * @property {EventTarget} [keys]  where shortcuts work; the viewer's own element if it is not given
 */

const NO_NAMES = { names: new Map(), mapping: null, source: '', key: '' };

/** Intents of the keys that decide about a card if it has the focus. @type {Intent['type'][]} */
const CARD_KEYS = ['class', 'select-focused', 'restore-selection'];

/**
 * Puts a viewer into an element, in place of what is there.
 * @param {HTMLElement} root
 * @param {Options} [options]
 * @returns {{ close: () => void }}  `close` removes it, with its workers and listeners
 */
export function createViewer(root, { address: ownsAddress = false, drops = root, keys = root } = {}) {
  const closing = new AbortController();
  const { signal } = closing;
  const frame = new Frame(root, drops);
  const state = reduce(initial(ownsAddress ? location.hash : ''), { type: 'count-from', first: keptFirstNumber() });
  const store = new Store(state, (...change) => address?.follow(...change), draw);
  /** The state when its effects were last brought about. */
  let synced = state;
  const dispatch = (/** @type {Event} */ event) => store.dispatch(event);
  const ofClasses = (/** @type {number} */ id) => {
    const dataset = store.state.datasets.find((dataset) => dataset.id === id);
    const { names, mapping, source, key } = dataset ? naming(dataset) : NO_NAMES;
    // A file of names may be of another set, and those of one column are not those of another.
    const isOwn = mapping && !mapping.isFile && source;
    return { names, own: isOwn ? mapping.names : NO_NAMES.names, key };
  };
  const library = new Library(dispatch, { ...text.files, ofClasses });
  const links = new Links(library, () => store.state, dispatch);
  const bookmarks = new Bookmarks(dispatch, signal);
  const reviews = new Reviews((id) => library.dataset(id)?.files.labels?.place ?? null, dispatch, signal);
  const names = new ClassNames(dispatch);
  const recent = new Recent();
  const checks = new Checks(library, () => store.state, dispatch);
  const view = new View(frame, library, checks);
  const focus = new Focus(store, view, frame, root);
  const address = ownsAddress ? new Address(restore, signal) : null;
  const walk = new LabelWalk(
    () => store.state,
    library,
    (by) => actions.step(by),
    (by) => view.panel.use((panel) => panel.say(by > 0 ? text.frame.lastWithLabel : text.frame.firstWithLabel)),
  );
  const actions = new Actions({ store, library, links, walk, checks, address, frame, view, focus });
  const act = (/** @type {Intent} */ intent) => actions.act(intent);
  /** @param {Intent} intent  of a key */
  const press = (intent) => {
    // Without a focus, such a key leads to a card, if there is one.
    const isTaken = CARD_KEYS.includes(intent.type) && isIdle() && focus.toCard();
    if (!isTaken) act(intent);
  };

  function draw() {
    if (signal.aborted) return;
    sync(store.state, synced, { library, links, checks, bookmarks, reviews, names, recent });
    synced = store.state;
    const dataset = current(store.state);
    if (ownsAddress) document.title = dataset ? text.frame.titleOf(dataset.name) : text.frame.title;
    // How many cells there is room for is known once everything beside the grids is drawn.
    for (const fit of view.arrange(store.state)) store.fit(fit);
    view.render(store.state, address?.files ?? []);
    focus.follow();
  }

  /**
   * Goes back or forward to a position whose datasets are open, or else to the view that a link asks for.
   * @param {Link} link
   * @param {Position | null} position
   */
  function restore(link, position) {
    const { datasets } = store.state;
    const isOpen = position?.panes.every(({ dataset }) => datasets.some(({ id }) => id === dataset));
    actions.mayClosePanel(() => {
      if (position && isOpen) return store.dispatch({ type: 'return', position });
      store.dispatch({ type: 'restore', link });
      links.follow();
    });
    if (focus.isInGrid) focus.toItem();
  }

  const fold = () => frame.fold(narrow.matches);
  const narrow = matchMedia('(max-width: 47.5em)');

  /** The pixels of the screen become larger or smaller when the user zooms, or moves the window to another screen. */
  function watchPixels() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const redraw = () => {
      store.draw();
      watchPixels();
    };
    query.addEventListener('change', redraw, { once: true, signal });
  }

  root.addEventListener(
    'intent',
    (event) => actions.act(/** @type {CustomEvent<Intent>} */ (event).detail, event.target),
    { signal },
  );
  frame.samples.addEventListener('click', ({ target }) => {
    const sample = /** @type {Element} */ (target).closest('button')?.value;
    if (sample) act({ type: 'sample', sample });
  });
  frame.compare.addEventListener('click', () => act({ type: 'compare' }));
  frame.present.addEventListener('click', () => act({ type: 'mode', mode: 'one' }));
  frame.help.addEventListener('click', () => act({ type: 'help' }));
  // An open section of the side has something to show.
  frame.side.addEventListener('toggle', () => store.draw(), { capture: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => store.draw(), { signal });
  narrow.addEventListener('change', fold, { signal });
  listen(keys, root, press, () => current(store.state) !== null, signal);
  watchPixels();
  fold();
  store.draw();
  links.follow();

  return {
    close() {
      closing.abort();
      checks.end();
      library.end();
      frame.remove();
    },
  };
}
