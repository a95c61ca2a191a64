/** The hash of the address: it restores every view, and a hostile hash does no harm. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHash, linkHolds, toHash } from '../../www/state/hash.js';
import { EVERYTHING } from '../../www/state/query.js';
import { initial } from '../../www/state/reduce.js';
import { after, FIT, LIBRARY, library, libraryOfImages, link, page, plain, seen } from './fixture.js';

/** Events after which the page has this hash. @type {[any[], string][]} */
const VIEWS = [
  [[], '#d=t10k'],
  [[{ type: 'page', page: 3 }], '#d=t10k&at=400'],
  [[{ type: 'page', page: 1000000 }], '#d=t10k&at=9800'],
  [[{ type: 'turn-page', by: -1 }], '#d=t10k'],
  [[{ type: 'open', item: 9999 }], '#d=t10k&i=9999'],
  [
    [
      { type: 'open', item: 0 },
      { type: 'step', by: -1 },
    ],
    '#d=t10k&i=0',
  ],
  [[{ type: 'open', item: 10000 }], '#d=t10k'],
  // An item stays open on other pages, and the address has both.
  [
    [
      { type: 'open', item: 250 },
      { type: 'turn-page', by: 1 },
    ],
    '#d=t10k&i=250&at=400',
  ],
  [
    [
      { type: 'open', item: 250 },
      { type: 'page', page: 1 },
    ],
    '#d=t10k&i=250&at=0',
  ],
  [[{ type: 'open', item: 5 }, { type: 'close-panel' }], '#d=t10k'],
  [
    [
      { type: 'scale', scale: 1.5 },
      { type: 'invert', inverted: true },
    ],
    '#d=t10k&z=1.5&inv=1',
  ],
  [[{ type: 'scale', scale: 0.0000123456 }], '#d=t10k&z=0.000012346'],
  [
    [
      { type: 'page-size', size: 1000 },
      { type: 'page', page: 2 },
    ],
    '#d=t10k&at=1000&n=1000',
  ],
  [[{ type: 'page-size', size: 3 }], '#d=t10k'],
  [[{ type: 'mode', mode: 'grid' }], '#d=t10k&mode=grid'],
  // An audience sees this item, not the first one of its page.
  [
    [
      { type: 'open', item: 7 },
      { type: 'mode', mode: 'one' },
    ],
    '#d=t10k&at=7&mode=one',
  ],
  [[{ type: 'label', choice: { column: 2 } }], '#d=t10k&c=2'],
  [[{ type: 'label', choice: { column: 'one-hot' } }], '#d=t10k&c=hot'],
  [[{ type: 'label', choice: { names: 'kmnist' } }], '#d=t10k&names=kmnist'],
  [
    [
      { type: 'label', choice: { names: 'typed' } },
      { type: 'label', choice: { called: 'a, é\n<b>' } },
    ],
    '#d=t10k&names=typed&called=a,+%C3%A9%0A%3Cb%3E',
  ],
  // Names belong to the column that they were chosen for.
  [
    [
      { type: 'label', choice: { names: 'kmnist' } },
      { type: 'label', choice: { column: 1 } },
    ],
    '#d=t10k&c=1',
  ],
  [
    [
      { type: 'palette', palette: 'viridis' },
      { type: 'limits', limits: [-1.5, 2e-7] },
    ],
    '#d=t10k&pal=viridis&range=-1.5..2e-7',
  ],
  [
    [
      { type: 'limits', limits: 'item' },
      { type: 'shape', shape: ' 32X32 × 3 ' },
    ],
    '#d=t10k&range=item&shape=32x32x3',
  ],
  [
    [
      { type: 'orient', by: 't' },
      { type: 'orient', by: 'v' },
    ],
    '#d=t10k&o=tv',
  ],
  [[{ type: 'axes', axes: '3,r,c' }], '#d=t10k&axes=3,r,c'],
  [[{ type: 'axes', axes: '3,r,r' }], '#d=t10k'],
  [[{ type: 'axes', axes: 'r,0,c,k' }, { type: 'reset' }], '#d=t10k'],
  [[{ type: 'span', span: [100, 199] }], '#d=t10k&span=100..199'],
  [
    [
      { type: 'open', item: 250 },
      { type: 'span', span: [100, 199] },
    ],
    '#d=t10k&i=250&span=100..199',
  ],
  [[{ type: 'span', span: [100, 199] }, { type: 'reset' }], '#d=t10k'],
  // An item that is opened moves the part of the line that is shown.
  [
    [
      { type: 'span', span: [100, 199] },
      { type: 'open', item: 250 },
    ],
    '#d=t10k&i=250&span=151..250',
  ],
  [
    [
      { type: 'span', span: [100, 199] },
      { type: 'open', item: 90 },
    ],
    '#d=t10k&i=90&span=90..189',
  ],
  [
    [
      { type: 'span', span: [100, 199] },
      { type: 'open', item: 150 },
    ],
    '#d=t10k&i=150&span=100..199',
  ],
  [[{ type: 'view', view: 'signals' }], '#d=t10k&show=signals'],
  [
    [
      { type: 'view', view: 'signals' },
      { type: 'view', view: 'images' },
    ],
    '#d=t10k',
  ],
  [[{ type: 'layout', slot: 'images', layout: 'i16le,100x28x28,16' }], '#d=t10k&as=i16le,100x28x28,16'],
  // A shape belongs to the layout that it was chosen for.
  [
    [
      { type: 'shape', shape: '14x56' },
      { type: 'layout', slot: 'images', layout: 'f32,5,8' },
      { type: 'layout', slot: 'labels', layout: 'i32le,60000x8,12' },
    ],
    '#d=t10k&as=f32,5,8&labels-as=i32le,60000x8,12',
  ],
  [[{ type: 'layout', slot: 'images', layout: 'f32,5,8' }, { type: 'reset' }], '#d=t10k'],
  [[{ type: 'orient', by: 't' }, { type: 'palette', palette: 'magma' }, { type: 'reset' }], '#d=t10k'],
  [
    [
      { type: 'show-dataset', dataset: 2 },
      { type: 'show-place', at: 59999 },
    ],
    '#d=a%26b%3Dc+%23%C3%A9+%282%29/100%25&at=59800',
  ],
];

test('a hash restores the view', () => {
  for (const [events, hash] of VIEWS) {
    const expected = seen(FIT, LIBRARY, ...events);
    assert.equal(toHash(expected), hash);
    for (const restored of [
      after(initial(hash), [FIT, LIBRARY]),
      seen(FIT, LIBRARY, link(hash)),
      seen(FIT, link(hash), LIBRARY),
    ]) {
      assert.equal(toHash(restored), hash);
      assert.deepEqual(page(restored), page(expected), hash);
    }
  }
});

/** What the page shows without a hash. */
const DEFAULTS = {
  dataset: '',
  at: 0,
  item: null,
  query: {
    labels: null,
    except: false,
    columns: [],
    items: null,
    list: null,
    order: 'number',
    column: 0,
    descending: false,
    seed: 0,
  },
  mode: '',
  scale: 0,
  inverted: false,
  fixed: 0,
  palette: 'gray',
  classThumbnails: 'means',
  orientation: null,
  shape: '',
  axes: '',
  limits: 'file',
  imagesLayout: '',
  labelsLayout: '',
  show: '',
  span: null,
  labelling: { column: null, names: '', called: '' },
  file: '',
  print: '',
  part: '',
  sample: '',
  images: '',
  labels: '',
  predictions: '',
  second: null,
};

const NONSENSE =
  '|#|##|#&&==&|#%|#%E0%A4%A|#i=-1|#i=1e9|#i=0x10|#i=NaN|#i=1.5|#i=9999999999999999|#i=|#at=-0|#z=-1|#z=Infinity|' +
  '#z=1e300|#z=|#inv=true|#c=-1|#c=cold|#names=<b>|#names=constructor()|#pal=gold|#range=3|#range=2..1|' +
  '#range=0..Infinity|#range=..1|#range=1..2..3|#range=file|#o=|#o=xyz|#o=tttt|#as=u8|#as=u8le,3,8|#as=f8,3,8|' +
  '#as=i16,3x,8|#labels-as=i16,3,-8|#part=u8,3,8|#part=images,u8,3|#part=masks,u8,3,8|#shape=0x1|#shape=1x2x3x4|' +
  '#shape=a|#shape=1e3x2|#axes=r|#axes=r,c,|#axes=r,c,r|#axes=r,c,-1|#axes=0,1,2|#span=5|#span=5..5|#span=6..5|' +
  '#span=0.5..7|#span=..7|#n=7|#n=1e9|#sample=../etc|#f=|#f=seven|#f=1,,x|#f=1..2..3|#but=--1|#items=-1|#items=0.5|' +
  '#items=1e-1..5|#sort=paper|#sort=+label|#sort=c|#sort=c-1|#f1=x|#f-1=3|#f1e1=3|#seed=5|#sample=constructor|' +
  '#right=|#__proto__=1&constructor=2|#\0\uFFFF';

test('nonsense in a hash is ignored', () => {
  for (const hash of NONSENSE.split('|')) assert.deepEqual(plain(fromHash(hash)), DEFAULTS, hash);
  const named = fromHash(`#d=${'x'.repeat(1 << 20)}`);
  assert.ok(JSON.stringify(named).length < 1000, 'a name is cut');
  assert.deepEqual(plain(fromHash(`#items=${'1,'.repeat(1 << 16)}`)), DEFAULTS, 'a list has a limit');
});

test('a position beyond the data shows its end', () => {
  for (const [hash, expected] of [
    ['#d=t10k&i=10000', '#d=t10k&at=9800'],
    ['#d=t10k&i=999999999999999', '#d=t10k&at=9800'],
    ['#d=t10k&at=999999999999999&i=3', '#d=t10k&i=3&at=9800'],
    ['#at=250', '#d=t10k&at=200'],
    // A position in another dataset does not scroll this one.
    ['#d=unknown&at=9999', '#d=t10k'],
  ]) {
    const state = after(initial(hash), [FIT, LIBRARY]);
    assert.equal(toHash(state), expected, hash);
    const lacks = state.alerts.some(({ faults }) => faults[0].name === 'NoItem');
    assert.equal(lacks, hash.includes('&i=') && !expected.includes('&i='), hash);
  }
});

test('a link to a dataset that is not open waits for it', () => {
  const train = library(1, { name: 'train', of: 'train' });
  const state = seen(FIT, LIBRARY, { type: 'open', item: 300 }, link('#d=train&i=5&inv=1'));
  assert.equal(toHash(state), '#d=t10k&i=300');
  assert.equal(toHash(after(state, [train])), '#d=train&i=5&inv=1');
  assert.equal(toHash(after(state, [link('#d=t10k'), train])), '#d=train', 'the last link counts');
});

test('a link names files by their addresses', () => {
  const addresses = { images: 'a/b&c d.gz', labels: 'http://e/f#1' };
  const hash = '#images=a/b%26c+d.gz&labels=http://e/f%231&d=t10k&i=300';
  const state = after(initial(hash), [FIT, library(1, { addresses })]);
  assert.equal(toHash(state), hash);
  const without = link('#images=a/b%26c+d.gz&d=t10k&i=5');
  assert.equal(toHash(after(state, [without])), hash, 'other labels make another dataset');
  const other = library(1, { name: 'train', of: 'train', addresses: { ...addresses, labels: '' } });
  assert.equal(toHash(after(state, [without, other])), '#images=a/b%26c+d.gz&d=train&i=5');
  const long = fromHash(`#images=${'x'.repeat(1 << 20)}&i=5`);
  assert.ok(JSON.stringify(long).length < 1000, 'a part of an address is no address');
});

test('a link leads to an array behind the first', () => {
  const statuses = { images: { done: true, items: 3, promised: 3 }, labels: null };
  const addresses = { images: '', labels: '' };
  const part = {
    of: 't10k',
    part: 'images,u8,3,96',
    images: 5,
    labels: null,
    sample: '',
    addresses,
    statuses,
    predictions: [],
  };
  const both = { ...LIBRARY, datasets: [{ id: 3, name: 't10k, from byte 96', ...part }, ...LIBRARY.datasets] };
  const hash = '#d=t10k&part=images,u8,3,96&i=2';
  const waiting = after(initial(hash), [FIT, LIBRARY]);
  assert.equal(toHash(waiting), '#d=t10k', 'it is not open yet');
  assert.equal(toHash(after(waiting, [both])), hash);
  assert.equal(toHash(after(initial('#d=t10k&i=2'), [FIT, both])), '#d=t10k&i=2', 'a link to the first is another');
});

test('a long name is recognised by its beginning', () => {
  const name = '🔢x'.repeat(100);
  const long = library(2, { name, of: name });
  const state = seen(FIT, long, { type: 'show-dataset', dataset: 2 });
  assert.equal(toHash(after(initial(toHash(state)), [FIT, long])), toHash(state));
});

test('a suggested orientation can be switched off', () => {
  const emnist = libraryOfImages({ suggestedOrientation: 't' });
  const hash = (/** @type {string[]} */ ...by) =>
    toHash(seen(FIT, emnist, ...by.map((by) => ({ type: 'orient', by }))));
  assert.equal(hash(), '#d=t10k');
  assert.equal(hash('t'), '#d=t10k&o=0');
  assert.equal(hash(''), '#d=t10k&o=0');
  assert.equal(hash('', 't'), '#d=t10k');
  assert.equal(hash('h'), '#d=t10k&o=th');
  assert.equal(toHash(after(initial('#d=t10k&o=0'), [FIT, emnist])), '#d=t10k&o=0');
});

test('a link says whether it holds the list of items', () => {
  const ranges = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => /** @type {[number, number]} */ ([2 * at, 2 * at]));
  assert.equal(linkHolds({ ...EVERYTHING, items: ranges(1000) }), true);
  assert.equal(linkHolds({ ...EVERYTHING, items: ranges(1001) }), false);
  assert.equal(linkHolds({ ...EVERYTHING, list: { title: 'suspects', items: Uint32Array.of(3) } }), false);
});

const KEYS =
  'd at i n present f but items sort seed z inv classes c names called pal range o shape axes show as labels-as file print x';
const VALUES =
  '|0|1|-1|9999|4294967296|1e308|0x10|NaN|..|1..0|-0.5..1e-7|3,5|0..99,7|t10k|a%26b|%F0%9F%98%80|%|+|number|-label|' +
  'random|one|grid|hot|typed|viridis|item|thv|28x28x3|r,c,0|u8,60000x28x28,16';

test('any hash is read, and what is written then reads the same', () => {
  const [keys, values] = [KEYS.split(' '), VALUES.split('|')];
  // A fixed sequence, so that a failure can be repeated.
  let state = 1n;
  const draw = (/** @type {number} */ limit) => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 33n) % limit;
  };
  for (let round = 0; round < 5000; round++) {
    let hash = '#';
    for (let part = draw(6); part > 0; part--) {
      hash += keys[draw(keys.length)] + (draw(9) === 0 ? '' : '=');
      for (let more = draw(2); more >= 0; more--) hash += values[draw(values.length)];
      hash += '&';
    }
    const written = toHash(after(initial(hash), [LIBRARY, FIT]));
    assert.equal(toHash(after(initial(written), [LIBRARY, FIT])), written, hash);
  }
});
