/** The view in the URL's hash. */

import { baseName, isPaged, itemAt } from './dataset.js';
import { isOnPage, isPresentation, view } from './page.js';
import { shownPredictions } from './predictions.js';
import { areItems, ranges, toRanges } from './query.js';
import { sampleNamed } from './samples.js';
import { bounded, NAME, secondFromHash, secondToHash } from './second-link.js';
import { axes, layout, PAGE_SIZES, PALETTES, shape, span } from './style.js';
import { viewNamed } from './views.js';

/**
 * @import { View } from '../engine/protocol.js'
 * @import { DatasetRecord, LabelChoice, Limits, Span } from './dataset.js'
 * @import { ClassThumbnails, Mode, State } from './page.js'
 * @import { Query } from './query.js'
 * @import { SecondLink } from './second-link.js'
 *
 * @typedef {object} Link  what the URL's hash asks for
 * @property {string} dataset
 * @property {number} at
 * @property {number | null} item
 * @property {Query} query
 * @property {number} scale
 * @property {Mode} mode
 * @property {boolean} inverted
 * @property {number} fixed
 * @property {State['palette']} palette
 * @property {ClassThumbnails} classThumbnails
 * @property {string | null} orientation
 * @property {string} shape
 * @property {string} axes
 * @property {Limits} limits
 * @property {string} imagesLayout
 * @property {string} labelsLayout
 * @property {View | ''} show
 * @property {Span} span
 * @property {LabelChoice} labelling
 * @property {string} file  name of the file meant, or ''
 * @property {string} print  of that file: see DatasetRecord; or ''
 * @property {string} part  as in DatasetRecord
 * @property {string} sample
 * @property {string} images  address of the file, or ''
 * @property {string} labels
 * @property {string} predictions  the name of a file of predictions that only the last visit had, or ''
 * @property {SecondLink | null} second  the dataset in the second pane
 */

/** @type {Mode[]} */
export const MODES = [
  'one',
  'grid',
  'suspects',
  'duplicates',
  'near-duplicates',
  'leaks',
  'outliers',
  'listed',
  'map',
  'predictions',
];
/** Characters of names that a link brings along. */
const CALLED = 2000;
/** Ranges of labels and of items that a link can hold. */
const RANGES = 1000;
/** Columns of labels that a link can filter by. */
const COLUMNS = 64;

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
  words.set('d', dataset.of.slice(0, NAME));
  if (dataset.part) words.set('part', dataset.part);
  const { sought, query } = dataset;
  const item = sought ? sought.item : state.item;
  const shown = isPresentation(state.mode) ? dataset.at : first;
  const at = sought ? sought.at : shown && itemAt(dataset, shown);
  if (item !== null) words.set('i', String(item));
  // The user can look at other pages while an item is open.
  const isApart = item !== null && (sought ? at !== item : isPaged(dataset) && !isOnPage(state, item));
  if (item === null ? at : isApart) words.set('at', String(at));
  if (query.labels) words.set(query.except ? 'but' : 'f', toRanges(query.labels));
  for (const { column, ranges } of query.columns) words.set(`f${column}`, toRanges(ranges));
  if (query.items && query.items.length <= RANGES) words.set('items', toRanges(query.items));
  if (query.order !== 'number' || query.descending) words.set('sort', (query.descending ? '-' : '') + orderWord(query));
  if (query.order === 'random') words.set('seed', String(query.seed));
  if (state.mode) words.set('mode', state.mode);
  const predictions = shownPredictions(dataset)?.name ?? dataset.prediction.lost;
  if (predictions) words.set('predictions', baseName(predictions).slice(0, NAME));
  if (state.scale) words.set('z', String(Number(state.scale.toPrecision(5))));
  if (state.inverted) words.set('inv', '1');
  if (state.fixed) words.set('n', String(state.fixed));
  if (state.palette !== PALETTES[0]) words.set('pal', state.palette);
  if (state.classThumbnails !== 'means') words.set('classes', state.classThumbnails);
  if (dataset.limits !== 'file')
    words.set('range', typeof dataset.limits === 'string' ? dataset.limits : dataset.limits.join('..'));
  if (dataset.orientation !== null) words.set('o', dataset.orientation || '0');
  const views = {
    shape: dataset.shape,
    axes: dataset.axes,
    as: dataset.imagesLayout,
    'labels-as': dataset.labelsLayout,
    show: dataset.show,
  };
  for (const [word, value] of Object.entries(views)) if (value) words.set(word, value);
  if (dataset.span) words.set('span', dataset.span.join('..'));
  const { column, names, called } = dataset.labelling;
  if (column !== null) words.set('c', column === 'one-hot' ? 'hot' : String(column));
  if (names) words.set('names', names);
  if (names === 'typed' && called.length <= CALLED) words.set('called', called);
  // An address reads better with its slashes, which have no meaning in a hash.
  return `#${words}${secondToHash(state)}`.replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',');
}

/**
 * Whether a link can hold what is filtered by. A list of findings comes from what only this visit knows.
 * @param {Query} query
 */
export function linkHolds({ items, list }) {
  return !list && (items?.length ?? 0) <= RANGES;
}

/**
 * The hash that leads back here from anywhere. It describes a file that only this device has.
 * @param {State} state
 */
export function toLink(state) {
  const { dataset } = view(state);
  const hash = toHash(state);
  if (!dataset || dataset.sample || dataset.addresses.images || dataset.addresses.labels) return hash;
  const { paths, print } = dataset;
  const name = baseName(paths.images || paths.labels);
  return `${hash}&${new URLSearchParams({ file: name.slice(0, NAME), print })}`;
}

/**
 * Anyone can write a hash: parts without a meaning are ignored.
 * @param {string} hash
 * @returns {Link}
 */
export function fromHash(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const item = number(words.get('i'));
  const fixed = number(words.get('n')) ?? 0;
  const scale = Number(words.get('z'));
  return {
    dataset: (words.get('d') ?? '').slice(0, NAME),
    at: number(words.get('at')) ?? item ?? 0,
    item,
    query: queryOf(words),
    // The first links had only presentations.
    mode: MODES.find((name) => name === (words.get('mode') ?? words.get('present'))) ?? '',
    scale: scale > 1e-6 && scale < 1e4 ? scale : 0,
    inverted: words.get('inv') === '1',
    fixed: PAGE_SIZES.includes(fixed) ? fixed : 0,
    palette: PALETTES.find((name) => name === words.get('pal')) ?? PALETTES[0],
    classThumbnails: words.get('classes') === 'deviations' ? 'deviations' : 'means',
    orientation: letters(words.get('o')),
    shape: shape(words.get('shape') ?? ''),
    axes: axes(words.get('axes')),
    limits: limits(words.get('range')),
    imagesLayout: layout(words.get('as')),
    labelsLayout: layout(words.get('labels-as')),
    show: viewNamed(words.get('show')),
    span: span(words.get('span')),
    labelling: {
      column: words.get('c') === 'hot' ? 'one-hot' : number(words.get('c')),
      names: /^[a-z-]{0,20}$/.exec(words.get('names') ?? '')?.[0] ?? '',
      called: (words.get('called') ?? '').slice(0, CALLED),
    },
    file: (words.get('file') ?? '').slice(0, NAME),
    print: /^\d+(x\d+){0,254}-[uif]\d{1,2}(-[0-9a-f]{8})?$/.exec(words.get('print') ?? '')?.[0] ?? '',
    part: part(words.get('part')),
    sample: sampleNamed(words.get('sample')),
    images: bounded(words.get('images')),
    labels: bounded(words.get('labels')),
    predictions: (words.get('predictions') ?? '').slice(0, NAME),
    second: secondFromHash(words),
  };
}

/**
 * The order of a query as a word of a hash.
 * @param {Query} query
 */
function orderWord({ order, column }) {
  return order === 'column' ? `c${column}` : order;
}

/**
 * The query in the words of a hash.
 * @param {URLSearchParams} words
 * @returns {Query}
 */
function queryOf(words) {
  const [, minus, order] = /^(-?)(number|label|mean|ink|random|c\d{1,9})$/.exec(words.get('sort') ?? '') ?? [
    '',
    '',
    'number',
  ];
  const column = order.startsWith('c') ? Number(order.slice(1)) : null;
  const [only, but, items] = ['f', 'but', 'items'].map((word) => {
    const list = ranges(words.get(word) ?? '');
    return list && list.length <= RANGES ? list : null;
  });
  return {
    labels: only ?? but,
    except: !only && but !== null,
    columns: [...new Map(words)]
      .flatMap(([word, list]) => columnOf(word, list))
      .slice(0, COLUMNS)
      .sort((one, other) => one.column - other.column),
    items: items && areItems(items) ? items : null,
    // A list comes from what only this visit knows.
    list: null,
    // The first links called the mean "ink".
    order: column !== null ? 'column' : order === 'ink' ? 'mean' : /** @type {Query['order']} */ (order),
    column: column ?? 0,
    descending: minus === '-' && order !== 'random',
    seed: order === 'random' ? (number(words.get('seed')) ?? 0) >>> 0 : 0,
  };
}

/**
 * A filter by a column of the labels, or none.
 * @param {string} word
 * @param {string} list
 * @returns {Query['columns']}
 */
function columnOf(word, list) {
  const [, column] = /^f(0|[1-9]\d{0,8})$/.exec(word) ?? [];
  const found = column === undefined ? null : ranges(list);
  return found && found.length <= RANGES ? [{ column: Number(column), ranges: found }] : [];
}

/** @param {string | null} text */
function number(text) {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * An array in a file.
 * @param {string | null} text
 */
function part(text) {
  const [, slot, word] = /^(images|labels),(.*)$/.exec(text ?? '') ?? [];
  return slot && layout(word) ? `${slot},${layout(word)}` : '';
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
 * @param {string | null} text
 * @returns {Limits}
 */
function limits(text) {
  if (text === 'item') return text;
  const ends = (text ?? '').split('..');
  const [min, max] = ends.map((end) => (end.trim() ? Number(end) : NaN));
  return ends.length === 2 && min < max && Number.isFinite(max - min) ? [min, max] : 'file';
}

/**
 * Whether a link names this dataset.
 * @param {Link} link
 * @param {DatasetRecord} found
 */
export function leadsTo({ dataset, images, labels, print, part, sample }, found) {
  const { of, addresses } = found;
  if (part !== found.part) return false;
  // Where one side has no checksum, the shape has to do.
  if (print) return found.print === print || found.print.startsWith(`${print}-`) || print.startsWith(`${found.print}-`);
  if (images || labels) return images === addresses.images && labels === addresses.labels;
  if (sample && !dataset) return sample === found.sample;
  // As URLSearchParams write half a character.
  return dataset === of.slice(0, NAME).toWellFormed();
}
