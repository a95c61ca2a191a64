/** The part of the address after #. The page writes it, and so can anyone else. */

import assert from 'node:assert/strict';

import { fromHash } from '../../www/state/hash.js';
import { PAGE_SIZES, PALETTES } from '../../www/state/style.js';
import { VIEWS } from '../../www/state/views.js';
import { opened, same, wordsOf } from './state.js';
import { linear, texts } from './texts.js';
import * as view from './view.js';

const PARTS = [
  ...[
    'd',
    'i',
    'at',
    'n',
    'f',
    'but',
    'f0',
    'f2',
    'f007',
    'f999999999',
    'items',
    'sort',
    'seed',
    'z',
    'inv',
    'classes',
    'c',
    'names',
    'called',
    'pal',
    'range',
    'o',
  ].map((word) => `&${word}=`),
  ...[
    'shape',
    'axes',
    'show',
    'span',
    'as',
    'labels-as',
    'part',
    'sample',
    'images',
    'labels',
    'file',
    'print',
    'left',
    'right',
    'left-at',
    'right-images',
    '__proto__',
  ].map((word) => `&${word}=`),
  '0',
  '1',
  '3',
  '17',
  '199',
  '50',
  '999999999999999',
  '9007199254740993',
  '1e300',
  '-0',
  '-1',
  '0.5',
  '.',
  '5.',
  '1e-7',
  'NaN',
  'Infinity',
  '-Infinity',
  '4294967296',
  '..',
  '-',
  '\u2013',
  ',',
  ';',
  ' ',
  '+',
  '%20',
  '%',
  '%00',
  '%ED%A0%80',
  '#',
  '&',
  '=',
  'x',
  '/',
  ':',
  'one',
  'label',
  '-label',
  'random',
  'mean',
  'c2',
  'number',
  'hot',
  'typed',
  'none',
  'digits',
  'item',
  'deviations',
  't',
  'h',
  'v',
  'r',
  'c',
  'k',
  '3,r,c',
  '28x28',
  '2x3x4',
  'i16le',
  'u8',
  'f64',
  ',16',
  'images,',
  '10000x28x28-u8-2ca4f2c5',
  'viridis',
  ...Object.keys(VIEWS),
  '\uD83D',
  '\u202E',
  '<b>',
  'é',
];

/** @typedef {string | { visit: string } | view.Input} Input  a hash to parse, a hash to open, or the user's actions */

/** @param {any} fc */
export function inputs(fc) {
  const text = texts(fc, PARTS);
  // To read a text is by far the quickest.
  return fc.oneof(
    { arbitrary: text, weight: 120 },
    { arbitrary: fc.record({ visit: text }), weight: 6 },
    { arbitrary: view.inputs(fc), weight: 2 },
  );
}

/**
 * @param {string} text
 * @returns {Input}
 */
export function kept(text) {
  return text.startsWith('{') ? JSON.parse(text) : { visit: text };
}

/** @param {Input} input */
export function holds(input) {
  if (typeof input === 'string') read(input);
  else if ('visit' in input) visit(input.visit);
  else view.holds(input);
}

/** Long hashes of one part. */
export function extremes() {
  for (const word of ['#f=', '#items=', '#f2=', '#axes=', '#as=', '#shape=', '#range=', '#called=', '#print=', '#']) {
    for (const part of ['1', '1,', ' ', '1..', '-', 'e', '.', '1x', 'r,', '%', '&f1=2', '&right=a'])
      visit(word + part.repeat(1 << 14));
  }
}

/**
 * Checks that a hash asks for nothing out of bounds.
 * @param {string} text
 */
function read(text) {
  const link = linear(text, fromHash);
  const { at, item, query, scale, fixed, palette, orientation, limits, span, labelling, show } = link;
  const is = { item: (/** @type {number} */ number) => Number.isSafeInteger(number) && number >= 0 };
  assert(is.item(at) && (item === null || is.item(item)), `item ${item}, at ${at}`);
  assert(scale === 0 || (scale > 1e-6 && scale < 1e4), `scale ${scale}`);
  assert(fixed === 0 || PAGE_SIZES.includes(fixed), `${fixed} a page`);
  assert(PALETTES.includes(palette) && (show === '' || Object.hasOwn(VIEWS, show)));
  assert(orientation === null || /^t?h?v?$/.test(orientation), `turned ${orientation}`);
  assert(typeof limits === 'string' || (limits[0] < limits[1] && limits.every(Number.isFinite)), `limits ${limits}`);
  assert(span === null || (span.every(is.item) && span[0] < span[1]), `span ${span}`);
  assert(
    labelling.column === null || labelling.column === 'one-hot' || is.item(labelling.column),
    `column ${labelling.column}`,
  );
  assert(
    is.item(query.column) && is.item(query.seed) && query.seed < 2 ** 32,
    `column ${query.column}, seed ${query.seed}`,
  );
  const lists = [query.labels, query.items, ...query.columns.map(({ ranges }) => ranges)];
  for (const list of lists) {
    assert(list === null || (list.length > 0 && list.length <= 1000), 'so many ranges');
    // NaN is a label, too.
    for (const [least, greatest] of list ?? []) assert(!(least > greatest), `${least} to ${greatest}`);
  }
  assert(query.items?.flat().every(is.item) ?? true, `items ${query.items}`);
  assert(
    query.columns.length <= 64 &&
      query.columns.every(
        ({ column }, index) => is.item(column) && (!index || column > query.columns[index - 1].column),
      ),
    'columns in order',
  );
  const { dataset, file, images, labels, imagesLayout, labelsLayout, axes, shape, part } = link;
  const longest = [dataset, file, images, labels, labelling.called, imagesLayout, labelsLayout, axes, shape, part].map(
    (word) => word.length,
  );
  assert(Math.max(...longest) <= 2000, `${longest} characters`);
  assert(link.second === null || is.item(link.second.at));
}

/**
 * The page goes there, and the hash of what is seen then leads to the same.
 * @param {string} text
 */
function visit(text) {
  read(text);
  const state = opened(text);
  // It may lead to what is not open.
  if (state.link) return;
  const written = wordsOf(state);
  same(opened(written), state, written);
}
