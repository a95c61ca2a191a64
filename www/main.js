/** The composition root: state goes down to the elements, intents come up from them, the library does the reading. */

import { Library } from './engine/library.js';
import { script } from './platform/trusted.js';
import { Address } from './session/address.js';
import { Bookmarks } from './session/bookmarks.js';
import { keepFirstNumber, keptFirstNumber } from './session/first-number.js';
import { LabelWalk } from './session/label-walk.js';
import { Links } from './session/links.js';
import {
  across,
  current,
  EVERYTHING,
  extent,
  initial,
  isPaged,
  isPainted,
  isUsual,
  itemAt,
  leadsTo,
  other,
  PALETTES,
  placeOf,
  principal,
  reduce,
  view,
} from './state/index.js';
import { isIdle } from './ui/cells.js';
import { savePage } from './ui/contact-sheet.js';
import { DatasetTabs } from './ui/dataset-tabs.js';
import { drawItem, drawSheet, drawStatistics } from './ui/drawing.js';
import { DropZone } from './ui/drop-zone.js';
import { FilterChip } from './ui/filter-chip.js';
import { FirstPane } from './ui/first-pane.js';
import { listen } from './ui/keys.js';
import { Later } from './ui/later.js';
import { PageGrid } from './ui/page-grid.js';
import { PageNav } from './ui/page-nav.js';
import { ReadProgress } from './ui/read-progress.js';
import { SummaryLine } from './ui/summary-line.js';
import { announce, remark } from './ui/wish.js';

/**
 * @import { Dataset, Event, PaneEvent } from './state/index.js'
 * @import { ComparePane } from './ui/compare-pane.js'
 * @import { Engine } from './engine/client.js'
 * @import { Intent } from './ui/intent.js'
 * @import { CellLayout } from './ui/cell-layout.js'
 */

/**
 * @template {HTMLElement} T
 * @param {string} tag
 * @param {new () => T} element
 * @returns {T}
 */
function define(tag, element) {
  customElements.define(tag, element);
  return /** @type {T} */ (document.querySelector(tag));
}

let state = reduce(initial(location.hash), { type: 'count-from', first: keptFirstNumber() });
let pending = false;
/** The dataset that is drawn. @type {number | null} */
let drawn = null;
const library = new Library(dispatch);
const links = new Links(library, () => state, dispatch);
const bookmarks = new Bookmarks(dispatch);
const walk = new LabelWalk(
  () => state,
  library,
  step,
  (by) => panel.use((panel) => panel.say(by > 0 ? 'This is the last.' : 'This is the first.')),
);

const dropZone = define('drop-zone', DropZone);
const tabs = define('dataset-tabs', DatasetTabs);
const summary = define('summary-line', SummaryLine);
const chip = define('filter-chip', FilterChip);
const progress = define('read-progress', ReadProgress);
const histogram = new Later('class-histogram');
const finder = new Later('item-finder', 'settings.css');
const statistics = new Later('statistics-view', 'statistics.css');
// Beside the classes: so it comes after them.
const pictures = new Later('class-pictures', 'statistics.css', customElements.whenDefined('class-histogram'));
const marks = new Later('selection-bar', 'selection-bar.css');
const look = new Later('look-controls', 'settings.css');
const labels = new Later('label-controls', 'settings.css');
const pairing = new Later('file-pairing', 'settings.css');
const first = new FirstPane(define('page-grid', PageGrid), define('page-nav', PageNav));
const compare = new Later('compare-pane', 'compare.css');
const alerts = new Later('alert-list', 'alerts.css');
const panel = new Later('item-panel', 'panel.css');
const bytes = new Later('bytes-view', 'dialogs.css');
const help = new Later('shortcut-help', 'dialogs.css');

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const intro = /** @type {HTMLElement} */ (document.querySelector('.intro'));
const side = /** @type {HTMLElement} */ (document.querySelector('.side'));
const centre = /** @type {HTMLElement} */ (document.querySelector('.centre'));
const remarks = /** @type {HTMLElement} */ (document.querySelector('.notes'));
const masthead = /** @type {HTMLElement} */ (document.querySelector('.masthead'));
const wish = /** @type {HTMLElement} */ (document.querySelector('.wish'));
const sample = /** @type {HTMLElement} */ (document.querySelector('.sample'));
const compareButton = /** @type {HTMLElement} */ (document.querySelector('.compare'));
const helpButton = /** @type {HTMLElement} */ (document.querySelector('.help'));
const settings = /** @type {HTMLDetailsElement} */ (document.querySelector('.settings'));
const measured = /** @type {HTMLDetailsElement} */ (document.querySelector('.statistics'));
const dark = matchMedia('(prefers-color-scheme: dark)');
const narrow = matchMedia('(max-width: 760px)');

const address = new Address((wished) => {
  // Going back from an item closes it, and leaves the grid where it is.
  const led = [current(state), other(state)].some((dataset) => dataset && leadsTo(wished, dataset));
  if (led && state.item !== null && wished.item === null) return shut(true);
  dispatch({ type: 'restore', wish: wished }, true);
  links.follow();
  if (pane().grid.contains(document.activeElement)) focusItem();
});

/**
 * @param {Event} event
 * @param {boolean} [returning]
 */
function dispatch(event, returning = false) {
  const before = state;
  state = reduce(state, event);
  if (state === before) return;
  if (state.firstNumber !== before.firstNumber) keepFirstNumber(state.firstNumber);
  address.follow(state, before, returning);
  if (pending) return;
  pending = true;
  queueMicrotask(() => {
    pending = false;
    render();
  });
}

/** Ends what the progress bar is about: the reading, or else a search. */
function cancel() {
  const dataset = current(state);
  if (!dataset) return;
  const { images, labels } = dataset.statuses;
  const reads = [images, labels].some((status) => status?.done === false);
  if (dataset.searching !== null && !reads) dispatch({ type: 'find', change: EVERYTHING });
  else library.cancel(dataset.id);
}

/** What happens in the pane of the dataset where it is wanted. @type {(Intent['type'])[]} */
const OF_PANES = [
  'turn',
  'page',
  'show',
  'fit',
  'painted',
  'view',
  'read',
  'orient',
  'shape',
  'axes',
  'slice',
  'span',
  'label',
  'bookmark',
  'open',
  'mark',
  'mark-these',
];

/**
 * @param {Intent} intent
 * @param {EventTarget | null} [from]
 */
function act(intent, from = null) {
  const aside = isAside(from === document ? document.activeElement : from);
  if (aside && OF_PANES.includes(intent.type))
    return dispatch({ type: 'beside', event: /** @type {PaneEvent} */ (intent) });
  const { grid, nav } = pane(aside);
  switch (intent.type) {
    case 'files':
      return open(intent.entries);
    case 'sample':
      return links.openSample();
    case 'pick':
      return dropZone.pick();
    case 'pair':
      return state.current === null ? undefined : library.pair(state.current, intent.labels);
    case 'separate': {
      const dataset = aside ? other(state) : current(state);
      return dataset ? library.separate(dataset.id, intent.slot, intent.as) : undefined;
    }
    case 'cancel':
      return cancel();
    case 'close':
      return close(intent.dataset);
    case 'keep':
      return state.current === null ? undefined : library.keep(state.current, intent.budget);
    case 'compare':
      return dispatch({ type: 'compare' });
    case 'goto':
      return nav.goto();
    case 'zoom':
      return first.zoom(intent.by) || look.use((look) => look.zoom(intent.by));
    case 'polarity':
      return dispatch({ type: 'invert', inverted: !state.inverted });
    case 'next-palette':
      return dispatch({ type: 'palette', palette: PALETTES[PALETTES.indexOf(state.palette) + 1] });
    case 'next-limits':
      return dispatch({ type: 'limits', limits: current(state)?.limits === 'item' ? 'file' : 'item' });
    case 'random':
      return random(aside);
    case 'mark-focused':
      return markFocused(aside);
    case 'bookmark-focused':
      return bookmarkFocused(aside);
    case 'save-page':
      return saveShownPage();
    case 'bytes':
      return showBytes();
    case 'help':
      return help.use((help) => help.open());
    case 'resize':
      return render();
    case 'shut':
      if (state.item === null) return dispatch({ type: 'unmark' });
      return address.inPanel ? address.back() : shut();
    case 'enter':
      return enter(intent.item, aside);
    case 'leave':
      return goBack(aside);
    case 'leaf':
      return grid.leaf(intent.by);
    case 'step':
      return step(intent.by);
    case 'alike':
      return walk.go(intent.by);
    case 'clear':
      dispatch({ type: 'find', change: { labels: null, columns: [], items: null } });
      render();
      return isIdle() ? goBack(aside) : undefined;
    default:
      return dispatch(intent);
  }
}

/**
 * Whether something is in the pane of the dataset beside the current one.
 * @param {EventTarget | null} place
 */
function isAside(place) {
  const within = state.beside && (state.beside.first ? centre : compare.element);
  return place instanceof Node && !!within?.contains(place);
}

/**
 * The grid and the paging of the current dataset, or of that beside it.
 * @param {boolean} [aside]
 * @returns {FirstPane | ComparePane}
 */
function pane(aside = false) {
  const isSecond = state.beside && state.beside.first !== aside && compare.element.matches(':defined');
  return isSecond ? /** @type {ComparePane} */ (compare.element) : first;
}

/**
 * @param {PaneEvent} event
 * @param {boolean} aside  whether it happens to the dataset beside
 */
function dispatchTo(event, aside) {
  dispatch(aside ? { type: 'beside', event } : event);
}

/** @param {{ file: File, name: string }[]} entries */
function open(entries) {
  if (entries.length) return library.add(entries, state.current);
  const fault = { name: 'NothingDropped', message: 'no files were found in what was dropped' };
  dispatch({ type: 'alert', alert: { key: 'nothing', file: '', severe: true, faults: [fault] } });
}

/**
 * Opens an item and goes into it.
 * @param {number} item
 * @param {boolean} aside
 */
function enter(item, aside) {
  dispatchTo({ type: 'open', item }, aside);
  if (state.item === null) return;
  render();
  panel.use((panel) => state.item === item && panel.enter());
}

/** @param {number} by */
function step(by) {
  const inGrid = pane().grid.contains(document.activeElement);
  dispatch({ type: 'step', by });
  if (inGrid) focusItem();
}

/** The focus goes to the item that is open. */
function focusItem() {
  render();
  const dataset = current(state);
  if (dataset && state.item !== null) pane().grid.focusItem(placeOf(dataset, state.item));
}

/** Marks the item that has the focus, or else the one in the panel. */
function markFocused(aside = false) {
  const item = pane(aside).grid.focused ?? state.item;
  if (item !== null) dispatchTo({ type: 'mark', item, run: false }, aside);
}

/** Bookmarks the item in the panel, or else the one that has the focus. */
function bookmarkFocused(aside = false) {
  const item = (aside ? null : state.item) ?? pane(aside).grid.focused;
  if (item !== null) dispatchTo({ type: 'bookmark', items: [item] }, aside);
}

/** Saves the page shown as a picture. */
function saveShownPage() {
  const { dataset, first, count } = view(state);
  const engine = dataset && library.engine(dataset.id);
  const sheet = engine && drawSheet(state, dataset, engine);
  if (!sheet) return;
  const items = Array.from({ length: count }, (_, index) => itemAt(dataset, first + index));
  savePage({ ...sheet, items }, dataset.name, dispatch);
}

/**
 * Opens one of the items selected.
 * @param {boolean} aside
 */
function random(aside) {
  const dataset = aside ? other(state) : current(state);
  const count = dataset ? extent(dataset) : 0;
  if (dataset && count) enter(itemAt(dataset, Math.floor(Math.random() * count)), aside);
}

/** Shows the bytes of the header and of an item: that in the panel, or the first on the page. */
function showBytes() {
  const dataset = current(state);
  const engine = dataset && library.engine(dataset.id);
  if (!engine || !dataset) return;
  const item = state.item ?? itemAt(dataset, view(state).first) ?? 0;
  bytes.use((bytes) => bytes.open({ dataset, item, firstNumber: state.firstNumber, engine }));
}

/** @param {number} dataset */
function close(dataset) {
  library.close(dataset);
  render();
  // Or Enter, pressed once more, would close the next one.
  if (!current(state)) return dropZone.enter();
  tabs.enter();
  if (!tabs.contains(document.activeElement)) goBack(false);
}

/** @param {boolean} [returning] */
function shut(returning = false) {
  const { item } = state;
  if (item === null) return;
  const inside = panel.element.contains(document.activeElement) || document.activeElement === document.body;
  dispatch({ type: 'shut' }, returning);
  render();
  if (inside) goBack(false, item);
}

/**
 * The focus goes to what is shown of a dataset.
 * @param {boolean} aside
 * @param {number} [item]
 */
function goBack(aside, item) {
  const dataset = aside ? other(state) : current(state);
  const { grid } = pane(aside);
  // Beside another there are only grids.
  if (dataset && !isPaged(dataset) && grid === first.grid)
    /** @type {HTMLElement | null} */ (centre.querySelector(':scope > :not([hidden]) [tabindex="0"]'))?.focus();
  else if (dataset && item !== undefined) grid.focusItem(placeOf(dataset, item));
  else grid.enter();
}

function render() {
  const dataset = current(state);
  const loaded = dataset !== null;
  if (state.wish?.part && loaded) links.openPart();
  main.classList.toggle('loaded', loaded);
  document.title = dataset ? `${dataset.name}: idxlens` : 'idxlens: look inside MNIST and any IDX file';
  intro.hidden = loaded;
  side.hidden = centre.hidden = !loaded;
  tabs.render(state);
  compareButton.hidden = state.datasets.length < 2;
  compareButton.ariaPressed = String(state.beside !== null);
  alerts.render(state, state.alerts.length > 0 || !!state.tally?.skipped);
  const left = state.beside?.first ? across(state) : state;
  const seen = current(left);
  summary.render({
    dataset: seen,
    inspecting: state.inspecting > 0,
    files: state.files,
    firstNumber: state.firstNumber,
    painted: seen && left.painted?.dataset === seen.id && isPaged(seen) ? left.painted : null,
    named: state.beside !== null,
  });
  chip.render(dataset, state.firstNumber);
  progress.render(dataset);
  place(loaded);
  split(state.beside !== null);
  if (loaded) remark(remarks, state);
  if (dataset) renderDataset(dataset);
  else announce(wish, state.wish, state.firstNumber);
  // Whoever has opened files goes on with what is in them.
  if (dataset && dataset.id !== drawn && (isIdle() || dropZone.contains(document.activeElement)))
    pane().grid.focusItem(state.item === null ? view(state).first : placeOf(dataset, state.item));
  if (bytes.element.querySelector('dialog[open]')) bytes.use((bytes) => bytes.follow(dataset));
  drawn = state.current;
}

/** @param {Dataset} dataset */
function renderDataset(dataset) {
  const engine = attend(dataset);
  if (!engine) return;
  const beside = other(state);
  const engineBeside = beside && attend(beside);
  const measures = drawStatistics(state, dataset, engine);
  measured.hidden = !dataset.statuses.images;
  statistics.render(measures, measured.open && !measured.hidden);
  // From left to right.
  const sets = beside && engineBeside ? [measures, drawStatistics(across(state), beside, engineBeside)] : [measures];
  if (state.beside?.first) sets.reverse();
  const datasets = sets.map(({ dataset }) => dataset);
  histogram.render(
    datasets,
    datasets.some(({ counts }) => counts?.classes.length),
  );
  pictures.render(
    sets,
    datasets.some(({ statistics }) => statistics?.classes.length),
  );
  // The panel takes room from the grids, so it comes first.
  panel.render(drawItem(state, dataset, engine), state.item !== null);
  const seen = state.beside?.first ? across(state) : state;
  const shown = /** @type {Dataset} */ (current(seen));
  const fit = first.render({ state: seen, dataset: shown, engine: /** @type {Engine} */ (library.engine(shown.id)) });
  state = reduce(state, shown === dataset ? fit : { type: 'beside', event: fit });
  const second = state.beside?.first ? state : across(state);
  const secondEngine = state.beside?.first ? engine : engineBeside;
  compare.render(
    beside && secondEngine && { state: second, engine: secondEngine, files: state.files },
    beside !== null,
  );
  marks.render(
    { dataset, sheet: drawSheet(state, dataset, engine), firstNumber: state.firstNumber, named: !!beside },
    dataset.marks.items.size > 0,
  );
  // What is fetched for these waits for the first picture, or for a file that has none.
  if (state.painted || principal(dataset)?.done) renderSettings(dataset, pane().layout ?? first.layout);
}

/**
 * Has a dataset read, named, arranged, searched and measured as it is to be.
 * @param {Dataset} dataset
 */
function attend(dataset) {
  const engine = library.engine(dataset.id);
  if (!engine) return null;
  library.label(dataset.id, dataset.labelling.column);
  library.read(dataset.id, dataset);
  library.arrange(dataset.id, dataset);
  library.select(dataset.id, dataset.query);
  library.measure(dataset.id, dataset.measuring || dataset.query.order === 'ink');
  return engine;
}

/**
 * @param {Dataset} dataset
 * @param {Pick<CellLayout, 'steps' | 'step'>} layout
 */
function renderSettings(dataset, layout) {
  const painted = state.painted?.dataset === dataset.id && isPainted(dataset) ? state.painted : null;
  finder.render({ dataset, marksByClick: state.marksByClick, firstNumber: state.firstNumber });
  look.render({ layout, dataset, look: state, painted, usual: isUsual(state) });
  labels.render(dataset, !!dataset.statuses.labels?.labelling);
  bookmarks.follow(state.datasets);
  pairing.render({ dataset, datasets: state.datasets, files: state.files });
}

/**
 * The one file input is the large target on the first screen, and a button in the header later.
 * @param {boolean} loaded
 */
function place(loaded) {
  if (loaded === masthead.contains(dropZone)) return;
  if (loaded) masthead.insertBefore(dropZone, helpButton);
  else intro.insertBefore(dropZone, sample);
}

/**
 * Who looks at two datasets reads of each where it is.
 * @param {boolean} two
 */
function split(two) {
  main.classList.toggle('compared', two);
  centre.classList.toggle('current', two && !state.beside?.first);
  compare.element.classList.toggle('current', two && !!state.beside?.first);
  if (two === remarks.contains(summary)) return;
  if (two) remarks.prepend(summary);
  else masthead.insertBefore(summary, chip);
}

/** Where there is room, the settings are always open. */
function fold() {
  settings.open = !narrow.matches;
}

function watchRatio() {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener(
    'change',
    () => {
      render();
      watchRatio();
    },
    { once: true },
  );
}

document.addEventListener('intent', (event) => act(/** @type {CustomEvent<Intent>} */ (event).detail, event.target));
sample.addEventListener('click', () => act({ type: 'sample' }));
sample.querySelector('img')?.addEventListener('error', ({ target }) => /** @type {HTMLElement} */ (target).remove());
compareButton.addEventListener('click', () => act({ type: 'compare' }));
helpButton.addEventListener('click', () => act({ type: 'help' }));
dark.addEventListener('change', render);
measured.addEventListener('toggle', render);
narrow.addEventListener('change', fold);
watchRatio();
fold();
listen();
render();
links.follow();

// Works offline from the second visit on; without it everything else works all the same.
navigator.serviceWorker?.register(script(new URL('sw.js', document.baseURI).href)).catch(() => {});
