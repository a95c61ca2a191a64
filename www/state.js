/**
 * How the page stands, and how each event changes it. Pure, and imports nothing.
 *
 * @import { Counts, Fault, Slot, Statuses } from './engine/protocol.js'
 *
 * @typedef {{ id: number, name: string, role: Slot, size: number | null, items: number }} OpenFile
 *
 * @typedef {object} DatasetRecord  what the library says of a dataset
 * @property {number} id
 * @property {string} name
 * @property {number | null} images  id of the file
 * @property {number | null} labels
 * @property {Statuses} statuses
 * @property {boolean} paired  whether a person chose the labels
 * @property {{ id: number, name: string } | null} mapping  the file that names its classes
 * @property {number} budget  bytes of each file's unpacked items that stay in memory
 * @property {string} sample  name of the built-in sample it is, or ''
 * @property {Record<Slot, string>} addresses  that its files were opened by, or ''
 *
 * @typedef {object} LabelChoice  how a person wants labels to be read
 * @property {number | null} column  -1: the column of the greatest number; null: as seems best
 * @property {string} names  the id of a set, 'mapping', 'typed', 'none', or '' for what seems best
 * @property {string} called  names that were typed
 *
 * @typedef {object} Look  what the page adds to it
 * @property {Counts | null} counts
 * @property {number} at  an item on the page shown
 * @property {LabelChoice} labelling
 * @typedef {DatasetRecord & Look} Dataset
 *
 * @typedef {{ key: string, file: string, severe: boolean, faults: Fault[], head?: string }} Alert
 *
 * @typedef {object} Wish  what the URL's hash asks for
 * @property {string} dataset
 * @property {number} at
 * @property {number | null} item
 * @property {number} scale
 * @property {boolean} inverted
 * @property {number} fixed
 * @property {LabelChoice} labelling
 * @property {string} sample
 * @property {string} images  address of the file, or ''
 * @property {string} labels
 *
 * @typedef {object} State
 * @property {OpenFile[]} files
 * @property {Dataset[]} datasets
 * @property {number | null} current  id of the dataset shown
 * @property {number | null} item  the item in the panel
 * @property {number} scale  CSS pixels per data pixel; 0 = chosen by the page
 * @property {boolean} inverted
 * @property {number} fixed  items per page; 0 = as many as fit
 * @property {{ columns: number, rows: number }} fit  what the grid has room for
 * @property {{ dataset: number, page: number, pages: number } | null} painted
 * @property {Alert[]} alerts
 * @property {{ opened: number, skipped: number, passed: string[] } | null} tally  of the last drop; what was passed over without a word
 * @property {number} inspecting  files being looked at
 * @property {Wish | null} wish
 *
 * @typedef {{ type: 'inspecting', by: number }
 *   | { type: 'library', files: OpenFile[], datasets: DatasetRecord[], select: number | null }
 *   | { type: 'tally', opened: number, skipped: number, passed: string[] }
 *   | { type: 'status', dataset: number, statuses: Statuses }
 *   | { type: 'counts', dataset: number, counts: Counts }
 *   | { type: 'alert', alert: Alert }
 *   | { type: 'settle', key: string }
 *   | { type: 'settle-all' }
 *   | { type: 'select', dataset: number }
 *   | { type: 'fit', columns: number, rows: number }
 *   | { type: 'painted', dataset: number, page: number, pages: number }
 *   | { type: 'page', page: number }
 *   | { type: 'turn', by: number }
 *   | { type: 'show', item: number }
 *   | { type: 'open', item: number }
 *   | { type: 'step', by: number }
 *   | { type: 'shut' }
 *   | { type: 'scale', scale: number }
 *   | { type: 'invert', inverted: boolean }
 *   | { type: 'fix', size: number }
 *   | { type: 'label', choice: Partial<LabelChoice> }
 *   | { type: 'restore', wish: Wish }} Event
 */

/** Characters of a dataset's name that a link tells it by. */
const NAME = 200;
/** Characters of an address that a link names a file by. */
const ADDRESS = 2000;
/** Characters of names that a link brings along. */
const CALLED = 2000;
/** @type {LabelChoice} */
const AS_SEEMS_BEST = { column: null, names: '', called: '' };

/** Items per page that can be asked for. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000];

/** Bytes of unpacked items in memory that can be asked for. */
export const BUDGETS = [32, 128, 256, 512, 1024, 2048].map((size) => size * 2 ** 20);

/**
 * @param {string} hash
 * @returns {State}
 */
export function initial(hash) {
  const wish = fromHash(hash);
  const { scale, inverted, fixed } = wish;
  return {
    files: [],
    datasets: [],
    current: null,
    item: null,
    scale,
    inverted,
    fixed,
    fit: { columns: 1, rows: 1 },
    painted: null,
    alerts: [],
    tally: null,
    inspecting: 0,
    wish,
  };
}

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case 'inspecting':
      return { ...state, inspecting: state.inspecting + event.by };
    case 'library':
      return library(state, event);
    case 'tally':
      return { ...state, tally: { opened: event.opened, skipped: event.skipped, passed: event.passed } };
    case 'status':
      return within(revise(state, event.dataset, { statuses: event.statuses }));
    case 'counts':
      return revise(state, event.dataset, { counts: event.counts });
    case 'alert':
      return { ...state, alerts: [...state.alerts.filter(({ key }) => key !== event.alert.key), event.alert] };
    case 'settle':
      return state.alerts.some(({ key }) => key === event.key) ? settled(state, state.alerts.filter(({ key }) => key !== event.key)) : state;
    case 'settle-all':
      return settled(state, []);
    case 'select':
      return event.dataset === state.current ? state : { ...state, current: event.dataset, item: null };
    case 'fit':
      return { ...state, fit: { columns: event.columns, rows: event.rows } };
    case 'painted':
      return { ...state, painted: { dataset: event.dataset, page: event.page, pages: event.pages } };
    case 'page':
      return show(state, (event.page - 1) * pageSize(state));
    case 'turn':
      return turn(state, event.by);
    case 'show':
      return show(state, event.item);
    case 'open':
      return open(state, event.item);
    case 'step':
      return state.item === null ? state : open(state, state.item + event.by);
    case 'shut':
      return { ...state, item: null };
    case 'scale':
      return { ...state, scale: event.scale };
    case 'invert':
      return { ...state, inverted: event.inverted };
    case 'fix':
      return { ...state, fixed: PAGE_SIZES.includes(event.size) ? event.size : 0 };
    case 'label':
      return label(state, event.choice);
    case 'restore':
      return restore(state, event.wish);
  }
}

/** @param {State} state */
export function current(state) {
  return state.datasets.find(({ id }) => id === state.current) ?? null;
}

/**
 * The file that items are counted by.
 * @param {DatasetRecord} dataset
 */
export function principal({ statuses }) {
  return statuses.images ?? statuses.labels;
}

/**
 * How many items there are to look at: while a file is read, as many as it promises.
 * @param {DatasetRecord} dataset
 */
export function total(dataset) {
  const status = principal(dataset);
  if (!status) return 0;
  return status.done ? status.items : status.promised;
}

/**
 * The page shown: its number from 0, its first item, and how many items are on it.
 * @param {State} state
 */
export function view(state) {
  const dataset = current(state);
  const items = dataset ? total(dataset) : 0;
  const size = pageSize(state);
  const pages = Math.max(1, Math.ceil(items / size));
  const page = Math.min(Math.floor((dataset?.at ?? 0) / size), pages - 1);
  const first = page * size;
  return { dataset, total: items, size, page, pages, first, count: Math.max(0, Math.min(size, items - first)) };
}

/**
 * The hash that leads back here.
 * @param {State} state
 */
export function toHash(state) {
  const { dataset, first } = view(state);
  if (!dataset) return '';
  const words = new URLSearchParams();
  const { sample, addresses } = dataset;
  for (const [word, value] of Object.entries({ sample, ...addresses })) if (value) words.set(word, value);
  words.set('d', dataset.name);
  if (state.item !== null) words.set('i', String(state.item));
  else if (first) words.set('at', String(first));
  if (state.scale) words.set('z', String(Number(state.scale.toPrecision(5))));
  if (state.inverted) words.set('inv', '1');
  if (state.fixed) words.set('n', String(state.fixed));
  const { column, names, called } = dataset.labelling;
  if (column !== null) words.set('c', column < 0 ? 'hot' : String(column));
  if (names) words.set('names', names);
  if (names === 'typed' && called.length <= CALLED) words.set('called', called);
  // An address reads better with its slashes, which have no meaning in a hash.
  return `#${words}`.replaceAll('%2F', '/').replaceAll('%3A', ':');
}

/**
 * Anyone can write a hash: what makes no sense is left out.
 * @param {string} hash
 * @returns {Wish}
 */
export function fromHash(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const item = number(words.get('i'));
  const fixed = number(words.get('n')) ?? 0;
  const scale = Number(words.get('z'));
  return {
    dataset: (words.get('d') ?? '').slice(0, NAME),
    at: item ?? number(words.get('at')) ?? 0,
    item,
    scale: scale > 1e-6 && scale < 1e4 ? scale : 0,
    inverted: words.get('inv') === '1',
    fixed: PAGE_SIZES.includes(fixed) ? fixed : 0,
    labelling: {
      column: words.get('c') === 'hot' ? -1 : number(words.get('c')),
      names: /^[a-z-]{0,20}$/.exec(words.get('names') ?? '')?.[0] ?? '',
      called: (words.get('called') ?? '').slice(0, CALLED),
    },
    sample: words.get('sample') === 'digits' ? 'digits' : '',
    images: address(words.get('images')),
    labels: address(words.get('labels')),
  };
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** @param {string | null} text */
function address(text) {
  return text !== null && text.length <= ADDRESS ? text : '';
}

/** @param {State} state */
function pageSize({ fixed, fit }) {
  return fixed || Math.max(1, fit.columns * fit.rows);
}

/**
 * @param {State} state
 * @param {number} id
 * @param {Partial<Dataset>} changes
 * @returns {State}
 */
function revise(state, id, changes) {
  return { ...state, datasets: state.datasets.map((dataset) => (dataset.id === id ? { ...dataset, ...changes } : dataset)) };
}

/**
 * @param {State} state
 * @param {Alert[]} alerts
 * @returns {State}
 */
function settled(state, alerts) {
  return { ...state, alerts, tally: alerts.length ? state.tally : null };
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: 'library' }>} event
 * @returns {State}
 */
function library(state, event) {
  const datasets = event.datasets.map((record) => {
    const known = state.datasets.find(({ id }) => id === record.id);
    return { ...(known ?? { counts: null, at: 0, labelling: AS_SEEMS_BEST }), ...record };
  });
  const chosen = datasets.find(({ id }) => id === event.select);
  const before = datasets.find(({ id }) => id === state.current);
  // Labels alone take nobody away from images.
  const selected = chosen && !(before?.statuses.images && !chosen.statuses.images) ? chosen.id : state.current;
  const stays = datasets.some(({ id }) => id === selected);
  const shown = stays ? selected : (datasets[0]?.id ?? null);
  const item = shown === state.current ? state.item : null;
  const next = within({ ...state, files: event.files, datasets, current: shown, item });
  return state.wish ? restore(next, state.wish) : next;
}

/**
 * Shows what a link leads to, now or when its dataset is open.
 * @param {State} state
 * @param {Wish} wish
 * @returns {State}
 */
function restore(state, wish) {
  const { at, item, scale, inverted, fixed, labelling } = wish;
  const dataset = wish.dataset || wish.images || wish.labels ? state.datasets.find((dataset) => leadsTo(wish, dataset)) : current(state);
  if (!dataset) return { ...state, wish };
  const chosen = { ...state, wish: null, current: dataset.id, item: null, scale, inverted, fixed };
  // Names that were too many for the link are still here.
  const next = label(chosen, { ...labelling, called: labelling.called || dataset.labelling.called });
  return item !== null && item < total(dataset) ? open(next, item) : show(next, at);
}

/**
 * Whether a link names this dataset.
 * @param {Wish} wish
 * @param {DatasetRecord} dataset
 */
export function leadsTo({ dataset, images, labels }, { name, addresses }) {
  if (images || labels) return images === addresses.images && labels === addresses.labels;
  return dataset === name.slice(0, NAME);
}

/**
 * Reads and names the labels another way. Names belong to the column that they were chosen for.
 * @param {State} state
 * @param {Partial<LabelChoice>} choice
 * @returns {State}
 */
function label(state, choice) {
  const before = current(state)?.labelling;
  if (state.current === null || !before) return state;
  const names = choice.column === undefined || choice.column === before.column ? before.names : '';
  const after = { ...before, names, ...choice };
  if (after.column === before.column && after.names === before.names && after.called === before.called) return state;
  return revise(state, state.current, { labelling: after });
}

/**
 * A file can turn out to hold less than it promised.
 * @param {State} state
 * @returns {State}
 */
function within(state) {
  const { total: items } = view(state);
  if (state.item === null || state.item < items) return state;
  return items ? open(state, items - 1) : { ...state, item: null };
}

/**
 * Brings an item onto the page.
 * @param {State} state
 * @param {number} at
 * @returns {State}
 */
function show(state, at) {
  const dataset = current(state);
  if (!dataset) return state;
  return revise(state, dataset.id, { at: Math.max(0, Math.min(at, total(dataset) - 1)) });
}

/**
 * @param {State} state
 * @param {number} item
 * @returns {State}
 */
function open(state, item) {
  const items = view(state).total;
  if (items === 0 || !(item >= 0 && item < items)) return state;
  return { ...show(state, item), item };
}

/**
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
function turn(state, by) {
  const { page, pages, size } = view(state);
  return show(state, Math.max(0, Math.min(page + by, pages - 1)) * size);
}
