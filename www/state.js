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
 * @typedef {[least: number, greatest: number]} Range  both included
 * @typedef {object} Query  which items are looked at, and in which order
 * @property {Range[] | null} labels  only items whose label is in one of these
 * @property {boolean} except  or in none of them
 * @property {Range[] | null} items  only those with these numbers
 * @property {'number' | 'label' | 'random'} order
 * @property {boolean} descending
 * @property {number} seed  of the random order
 * @typedef {{ query: Query, items: Uint32Array }} Selection  the numbers of the items that a query asks for, in its order
 *
 * @typedef {object} Look  what the page adds to it
 * @property {Counts | null} counts
 * @property {Query} query
 * @property {Selection | null} selection  what was selected last; null for all items, by number
 * @property {number} at  the place in the selection of an item on the page shown
 * @property {{ at: number, item: number | null } | null} sought  items that a link leads to, until they are selected
 * @property {LabelChoice} labelling
 * @property {string | null} orientation  letters as in Status; null = as the file's name suggests
 * @property {string} shape  of an item, such as 32x32x3; '' = the header's
 * @property {Limits} limits
 * @typedef {DatasetRecord & Look} Dataset
 *
 * @typedef {'file' | 'item' | [number, number]} Limits  which values are the ends of the palette
 *
 * @typedef {{ key: string, file: string, severe: boolean, faults: Fault[], head?: string }} Alert
 *
 * @typedef {object} Wish  what the URL's hash asks for
 * @property {string} dataset
 * @property {number} at
 * @property {number | null} item
 * @property {Query} query
 * @property {number} scale
 * @property {boolean} inverted
 * @property {number} fixed
 * @property {string} palette
 * @property {string | null} orientation
 * @property {string} shape
 * @property {Limits} limits
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
 * @property {string} palette
 * @property {{ columns: number, rows: number }} fit  what the grid has room for
 * @property {{ dataset: number, page: number, pages: number, range: [number, number] | null, ramp: ImageData | null } | null} painted
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
 *   | { type: 'painted', dataset: number, page: number, pages: number, range: [number, number] | null, ramp: ImageData | null }
 *   | { type: 'page', page: number }
 *   | { type: 'turn', by: number }
 *   | { type: 'show', at: number }
 *   | { type: 'open', item: number }
 *   | { type: 'step', by: number }
 *   | { type: 'shut' }
 *   | { type: 'find', change: Partial<Query> }
 *   | { type: 'class', label: string, several: boolean }
 *   | { type: 'selected', dataset: number, selection: Selection, complete: boolean }
 *   | { type: 'scale', scale: number }
 *   | { type: 'invert', inverted: boolean }
 *   | { type: 'fix', size: number }
 *   | { type: 'label', choice: Partial<LabelChoice> }
 *   | { type: 'palette', palette: string }
 *   | { type: 'limits', limits: Limits }
 *   | { type: 'orient', by: 't' | 'h' | 'v' | 'r' | '' }
 *   | { type: 'shape', shape: string }
 *   | { type: 'reset' }
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

/** Ranges of labels and of items that a link can hold. */
const RANGES = 1000;
const SEEDS = 2 ** 32;
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+|Infinity|NaN)(?:e[-+]?\d+)?`;
const RANGE = new RegExp(String.raw`^(${NUMBER})(?:(?:\.\.|-|\u2013)(${NUMBER}))?$`);

/** All items, by number. @type {Query} */
export const EVERYTHING = { labels: null, except: false, items: null, order: 'number', descending: false, seed: 0 };

/** Where a dataset is looked at first. */
const START = { query: EVERYTHING, selection: null, at: 0, sought: null };

/** Items per page that can be asked for. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000];

/** Bytes of unpacked items in memory that can be asked for. */
export const BUDGETS = [32, 128, 256, 512, 1024, 2048].map((size) => size * 2 ** 20);

/** How values become colours, the usual way first. */
export const PALETTES = ['ink', 'viridis', 'magma', 'cividis', 'blue-red'];

/**
 * What "Reset view" goes back to: of the page, and of a dataset.
 * @type {Pick<State, 'scale' | 'inverted' | 'fixed' | 'palette'>}
 */
const USUAL = { scale: 0, inverted: false, fixed: 0, palette: PALETTES[0] };
/** @type {Pick<Dataset, 'orientation' | 'shape' | 'limits'>} */
const AS_STORED = { orientation: null, shape: '', limits: 'file' };

/**
 * @param {string} hash
 * @returns {State}
 */
export function initial(hash) {
  const wish = fromHash(hash);
  const { scale, inverted, fixed, palette } = wish;
  return {
    files: [],
    datasets: [],
    current: null,
    item: null,
    scale,
    inverted,
    fixed,
    palette,
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
      return { ...state, painted: event };
    case 'page':
      return show(state, (event.page - 1) * pageSize(state));
    case 'turn':
      return turn(state, event.by);
    case 'show':
      return show(state, event.at);
    case 'open':
      return open(state, event.item);
    case 'step':
      return step(state, event.by);
    case 'shut':
      return { ...state, item: null };
    case 'find':
      return find(state, event.change);
    case 'class':
      return choose(state, event);
    case 'selected':
      return selected(state, event);
    case 'scale':
      return { ...state, scale: event.scale };
    case 'invert':
      return { ...state, inverted: event.inverted };
    case 'fix':
      return { ...state, fixed: PAGE_SIZES.includes(event.size) ? event.size : 0 };
    case 'label':
      return label(state, event.choice);
    case 'palette':
      return { ...state, palette: PALETTES.includes(event.palette) ? event.palette : PALETTES[0] };
    case 'limits':
      return look(state, { limits: event.limits });
    case 'orient':
      return orient(state, oriented(orientation(current(state)), event.by));
    case 'shape':
      return look(state, { shape: shape(event.shape) });
    case 'reset':
      return { ...look(state, AS_STORED), ...USUAL };
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
 * How many of them are selected.
 * @param {Dataset} dataset
 */
export function extent(dataset) {
  return dataset.selection?.items.length ?? total(dataset);
}

/**
 * The number of the item at a place in the selection.
 * @param {Dataset} dataset
 * @param {number} at
 */
export function itemAt({ selection }, at) {
  return selection ? selection.items[at] : at;
}

/**
 * The place of an item in the selection, or -1.
 * @param {Dataset} dataset
 * @param {number} item
 */
export function placeOf(dataset, item) {
  if (!dataset.selection) return item >= 0 && item < total(dataset) ? item : -1;
  return itemAt(dataset, dataset.at) === item ? dataset.at : dataset.selection.items.indexOf(item);
}

/**
 * Whether a query asks for items with this label.
 * @param {Query} query
 * @param {number} label
 */
export function admits({ labels, except }, label) {
  return !labels || labels.some(([least, greatest]) => Object.is(least, label) || (label >= least && label <= greatest)) !== except;
}

/**
 * Whether a query leaves items out.
 * @param {Query} query
 */
export function isFilter({ labels, items }) {
  return labels !== null || items !== null;
}

/**
 * How a dataset's images are turned.
 * @param {Dataset | null} dataset
 */
export function orientation(dataset) {
  return dataset?.orientation ?? dataset?.statuses.images?.suggested ?? '';
}

/**
 * Whether there is something that "Reset view" would change.
 * @param {State} state
 */
export function isUsual(state) {
  const dataset = current(state);
  const same = Object.entries(USUAL).every(([key, value]) => state[/** @type {keyof typeof USUAL} */ (key)] === value);
  return same && Object.entries(AS_STORED).every(([key, value]) => !dataset || dataset[/** @type {keyof typeof AS_STORED} */ (key)] === value);
}

/**
 * The page shown: its number from 0, the place of its first item in the selection, and how many items are on it.
 * @param {State} state
 */
export function view(state) {
  const dataset = current(state);
  const items = dataset ? extent(dataset) : 0;
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
  const { sought, query } = dataset;
  const item = sought ? sought.item : state.item;
  const at = sought ? sought.at : first && itemAt(dataset, first);
  if (item !== null) words.set('i', String(item));
  else if (at) words.set('at', String(at));
  if (query.labels) words.set(query.except ? 'but' : 'f', toRanges(query.labels));
  if (query.items && query.items.length <= RANGES) words.set('items', toRanges(query.items));
  if (query.order !== 'number' || query.descending) words.set('sort', (query.descending ? '-' : '') + query.order);
  if (query.order === 'random') words.set('seed', String(query.seed));
  if (state.scale) words.set('z', String(Number(state.scale.toPrecision(5))));
  if (state.inverted) words.set('inv', '1');
  if (state.fixed) words.set('n', String(state.fixed));
  if (state.palette !== PALETTES[0]) words.set('pal', state.palette);
  if (dataset.limits !== 'file') words.set('range', typeof dataset.limits === 'string' ? dataset.limits : dataset.limits.join('..'));
  if (dataset.orientation !== null) words.set('o', dataset.orientation || '0');
  if (dataset.shape) words.set('shape', dataset.shape);
  const { column, names, called } = dataset.labelling;
  if (column !== null) words.set('c', column < 0 ? 'hot' : String(column));
  if (names) words.set('names', names);
  if (names === 'typed' && called.length <= CALLED) words.set('called', called);
  // An address reads better with its slashes, which have no meaning in a hash.
  return `#${words}`.replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',');
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
    query: queryOf(words),
    scale: scale > 1e-6 && scale < 1e4 ? scale : 0,
    inverted: words.get('inv') === '1',
    fixed: PAGE_SIZES.includes(fixed) ? fixed : 0,
    palette: PALETTES.find((name) => name === words.get('pal')) ?? PALETTES[0],
    orientation: letters(words.get('o')),
    shape: shape(words.get('shape') ?? ''),
    limits: limits(words.get('range')),
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

/**
 * What the words of a hash ask for.
 * @param {URLSearchParams} words
 * @returns {Query}
 */
function queryOf(words) {
  const [, minus, order] = /^(-?)(number|label|random)$/.exec(words.get('sort') ?? '') ?? ['', '', 'number'];
  const [only, but, items] = ['f', 'but', 'items'].map((word) => {
    const list = ranges(words.get(word) ?? '');
    return list && list.length <= RANGES ? list : null;
  });
  return {
    labels: only ?? but,
    except: !only && but !== null,
    items: items && areItems(items) ? items : null,
    order: /** @type {Query['order']} */ (order),
    descending: minus === '-' && order !== 'random',
    seed: order === 'random' ? (number(words.get('seed')) ?? 0) % SEEDS : 0,
  };
}

/**
 * Numbers and ranges of numbers as people write them, "3, 17, 100-200", and "-1..1" too. Null if some of it is something
 * else, or if there are none.
 * @param {string} text
 * @returns {Range[] | null}
 */
export function ranges(text) {
  /** @type {Range[]} */
  const found = [];
  for (const part of text.replace(/\s+(-|\u2013|\.\.)\s+/g, '..').split(/[\s,;]+/)) {
    const [, least, greatest = least] = RANGE.exec(part) ?? [];
    if (least !== undefined) found.push([Number(least), Number(greatest)]);
    else if (part) return null;
  }
  return found.length ? found : null;
}

/**
 * Whether these can be numbers of items.
 * @param {Range[]} ranges
 */
export function areItems(ranges) {
  return ranges.flat().every((number) => Number.isInteger(number) && number >= 0);
}

/**
 * Ranges as {@link ranges} reads them.
 * @param {Range[]} ranges
 */
export function toRanges(ranges) {
  return ranges.map(([least, greatest]) => (Object.is(least, greatest) ? String(least) : `${least}..${greatest}`)).join(',');
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** @param {string | null} text */
function address(text) {
  return text !== null && text.length <= ADDRESS ? text : '';
}

/**
 * Letters of an orientation in their order; null if they are none.
 * @param {string | null} text
 */
function letters(text) {
  if (text === null || !/^(0|[thv]{1,3})$/.test(text)) return null;
  return [...'thv'].filter((letter) => text.includes(letter)).join('');
}

/**
 * Up to three sizes as people write them, as 32x32x3; '' if they are none.
 * @param {string} text
 */
export function shape(text) {
  const sizes = text.trim().split(/\s*[x×*,]\s*|\s+/i);
  return sizes.length <= 3 && sizes.every((size) => /^[1-9]\d{0,8}$/.test(size)) ? sizes.join('x') : '';
}

/**
 * @param {string | null} text
 * @returns {Limits}
 */
function limits(text) {
  if (text === 'item') return text;
  const ends = (text ?? '').split('..');
  const [least, greatest] = ends.map((end) => (end.trim() ? Number(end) : NaN));
  return ends.length === 2 && least < greatest && Number.isFinite(greatest - least) ? [least, greatest] : 'file';
}

/**
 * An orientation with one switch turned over, or a quarter turn clockwise on; '' is as stored.
 * @param {string} before
 * @param {'t' | 'h' | 'v' | 'r' | ''} by
 */
function oriented(before, by) {
  if (!by) return '';
  const [t, h, v] = [...'thv'].map((letter) => before.includes(letter) !== (letter === by));
  const turned = by === 'r' ? { t: !t, h: !v, v: h } : { t, h, v };
  return Object.entries(turned).flatMap(([letter, on]) => (on ? letter : [])).join('');
}

/**
 * @param {State} state
 * @param {string} orientation
 */
function orient(state, orientation) {
  const suggested = current(state)?.statuses.images?.suggested ?? '';
  return look(state, { orientation: orientation === suggested ? null : orientation });
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
 * Changes how the current dataset is looked at.
 * @param {State} state
 * @param {Partial<Look>} changes
 */
function look(state, changes) {
  return state.current === null ? state : revise(state, state.current, changes);
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
    // A filter by other labels would mean something else.
    const outlived = known?.labels && known.labels !== record.labels && (known.query.labels || known.query.order === 'label');
    return { ...(known ?? { counts: null, ...START, ...AS_STORED, labelling: AS_SEEMS_BEST }), ...(outlived ? START : {}), ...record };
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
  const { at, item, query, scale, inverted, fixed, palette, orientation, shape, limits, labelling } = wish;
  const dataset = wish.dataset || wish.images || wish.labels ? state.datasets.find((dataset) => leadsTo(wish, dataset)) : current(state);
  if (!dataset) return { ...state, wish };
  const there = { ...state, wish: null, current: dataset.id, item: null, scale, inverted, fixed, palette };
  const seen = revise(there, dataset.id, { orientation, shape, limits });
  // Names that were too many for the link are still here.
  const next = label(seen, { ...labelling, called: labelling.called || dataset.labelling.called });
  const now = current(next) ?? dataset;
  const known = sameQuery(query, now.query) && now.selection?.query === now.query;
  if (!known && !sameQuery(query, EVERYTHING)) return revise(next, dataset.id, { query, sought: { at, item } });
  const found = known ? next : revise(next, dataset.id, { query: EVERYTHING, selection: null, sought: null });
  return lead(found, { at, item });
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
  const next = revise(state, state.current, { labelling: after });
  // A filter by the labels of another column would mean something else.
  return after.column === before.column ? next : find(next, { labels: null });
}

/**
 * A file can turn out to hold less than it promised.
 * @param {State} state
 * @returns {State}
 */
function within(state) {
  const dataset = current(state);
  const items = dataset ? total(dataset) : 0;
  if (state.item === null || state.item < items || dataset?.selection) return state;
  return items ? open(state, items - 1) : { ...state, item: null };
}

/**
 * Shows an item that a link leads to, or else the page of another.
 * @param {State} state
 * @param {{ at: number, item: number | null }} sought
 * @returns {State}
 */
function lead(state, { at, item }) {
  const dataset = current(state);
  if (!dataset) return state;
  if (item !== null && placeOf(dataset, item) >= 0) return open(state, item);
  return show(state, dataset.selection ? placeOf(dataset, at) : at);
}

/**
 * Looks for something else. What is seen stays until that is found.
 * @param {State} state
 * @param {Partial<Query>} change
 * @returns {State}
 */
function find(state, change) {
  const dataset = current(state);
  if (!dataset) return state;
  const asked = { ...dataset.query, ...change };
  const random = asked.order === 'random';
  // What makes no difference is as it is at first.
  const query = { ...asked, except: asked.except && asked.labels !== null, descending: asked.descending && !random, seed: random ? asked.seed : 0 };
  if (sameQuery(query, dataset.query)) return state;
  if (!sameQuery(query, EVERYTHING)) return revise(state, dataset.id, { query, sought: null });
  const at = state.item ?? itemAt(dataset, view(state).first) ?? 0;
  return revise(state, dataset.id, { ...START, at });
}

/**
 * Only the items of a class, or, once more, all; with `several`, its items too, or no more.
 * @param {State} state
 * @param {Extract<Event, { type: 'class' }>} event
 * @returns {State}
 */
function choose(state, { label, several }) {
  const dataset = current(state);
  if (!dataset?.counts?.classes.some((known) => known.label === label)) return state;
  const { labels, except } = dataset.query;
  const value = Number(label);
  const others = labels?.filter(([least, greatest]) => !Object.is(least, value) || !Object.is(greatest, value)) ?? [];
  const had = others.length < (labels?.length ?? 0);
  /** @type {Range[]} */
  const one = [[value, value]];
  if (several) {
    const chosen = had ? others : others.concat(one).sort(([one], [other]) => one - other);
    return find(state, { labels: chosen.length ? chosen : null });
  }
  return find(state, { labels: had && !others.length && !except ? null : one, except: false });
}

/**
 * @param {State} state
 * @param {Extract<Event, { type: 'selected' }>} event
 * @returns {State}
 */
function selected(state, { dataset: id, selection, complete }) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset || dataset.query !== selection.query) return state;
  const { items } = selection;
  const { sought } = dataset;
  const shown = id === state.current;
  // The same question, of which more is known.
  const grown = dataset.selection?.query === selection.query && !sought;
  const item = shown && state.item !== null && items.includes(state.item) ? state.item : null;
  const wanted = sought?.item ?? sought?.at ?? item;
  const place = wanted === null ? 0 : items.indexOf(wanted);
  const at = grown ? Math.min(dataset.at, items.length - 1) : place;
  const found = place >= 0 || complete;
  const next = revise(state, id, { selection, at: Math.max(0, at), sought: found ? null : sought });
  return shown ? { ...next, item: sought && place >= 0 ? sought.item : item } : next;
}

/**
 * @param {Query} one
 * @param {Query} other
 */
function sameQuery(one, other) {
  return JSON.stringify(one, write) === JSON.stringify(other, write);
}

/**
 * JSON has no NaN and no infinities.
 * @param {string} _
 * @param {unknown} value
 */
function write(_, value) {
  return typeof value === 'number' ? String(value) : value;
}

/**
 * Brings a place of the selection onto the page.
 * @param {State} state
 * @param {number} at
 * @returns {State}
 */
function show(state, at) {
  const dataset = current(state);
  if (!dataset) return state;
  return revise(state, dataset.id, { at: Math.max(0, Math.min(at, extent(dataset) - 1)), sought: null });
}

/**
 * @param {State} state
 * @param {number} item
 * @returns {State}
 */
function open(state, item) {
  const dataset = current(state);
  const place = dataset ? placeOf(dataset, item) : -1;
  return place < 0 ? state : { ...show(state, place), item };
}

/**
 * From the item in the panel to one beside it in the selection.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
function step(state, by) {
  const dataset = current(state);
  if (!dataset || state.item === null) return state;
  const place = placeOf(dataset, state.item) + by;
  return place >= 0 && place < extent(dataset) ? open(state, itemAt(dataset, place)) : state;
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
