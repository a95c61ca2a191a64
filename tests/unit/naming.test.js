/** What the labels of a dataset are called: by the user's choice, by a file, by a guess, or not at all. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digits } from '../../www/text/digits.js';
import { text } from '../../www/text/index.js';
import { late } from '../../www/text/late.js';
import { columnMeanings, isUnknown, meaning, naming, shiftOf, show, spoken, titled } from '../../www/text/naming.js';

const IMAGES = { rows: 28, columns: 28, set: '', hasSharedName: true };
const LABELS = { done: true, elementType: 'u8', labelling: { column: 0, columns: 1 }, set: '', hasSharedName: true };

/**
 * The test set of one of the many MNISTs, with one item in each of ten classes.
 * @param {any} [changes]  of its fields
 * @returns {any}
 */
function dataset(changes = {}) {
  const classes = Array.from({ length: 10 }, (_, label) => ({ label, count: 1 }));
  return {
    mapping: null,
    labelColumns: [],
    paths: { images: '', labels: '' },
    identified: '',
    counts: { more: 0, classes },
    ...changes,
    labelling: { column: null, names: '', called: '', ...changes.labelling },
    statuses: { images: IMAGES, labels: LABELS, ...changes.statuses },
  };
}

const LETTERS = { identified: 'notmnist' };
const FOLDER = { statuses: { images: { ...IMAGES, set: 'fashion-mnist' } } };

/**
 * The names come from this source, and class 9 has this one.
 * @param {any} changes
 * @param {string} source
 * @param {string} nine
 */
function is(changes, source, nine) {
  const names = naming(dataset(changes));
  assert.deepEqual([names.source, titled(names, 9)], [source, nine]);
}

test('a choice wins over a file, and a file over a guess', () => {
  is({}, '', '9');
  is(FOLDER, 'fashion-mnist', '9 Ankle boot');
  is({ ...FOLDER, ...LETTERS }, 'notmnist', '9 J');
  const mapping = { id: 7, name: 'x-mapping.txt', names: new Map([[9, 'nine']]) };
  is({ ...FOLDER, ...LETTERS, mapping }, 'mapping', '9 nine');
  is({ ...LETTERS, labelling: { names: 'kmnist' } }, 'kmnist', '9 を wo');
  is({ ...LETTERS, labelling: { names: 'none' } }, 'none', '9');
  is({ ...LETTERS, labelling: { names: 'typed', called: '9 last' } }, 'typed', '9 last');
  // Each column of a file can have classes of its own.
  const columns = [
    { meaning: 'fine_label', name: 'x/metadata', names: mapping.names },
    { meaning: 'coarse_label', name: 'x/metadata', names: new Map([[9, 'fruit']]) },
    { meaning: 'set', name: 'x/metadata', names: new Map() },
  ];
  const inColumn = (column) => ({
    mapping,
    labelColumns: columns,
    statuses: { labels: { ...LABELS, labelling: { column, columns: 3 } } },
  });
  is(inColumn(0), 'mapping', '9 nine');
  is(inColumn(1), 'mapping', '9 fruit');
  is(inColumn(2), '', '9');
  // The user can give a column the names of a mapping.
  is({ ...inColumn(2), labelling: { names: 'mapping' } }, 'mapping', '9 nine');
  assert.equal(naming(dataset(inColumn(1))).mapping.name, 'x/metadata');
  assert.notEqual(naming(dataset(inColumn(1))).key, naming(dataset({ ...inColumn(1), labelColumns: [] })).key);
  // A mapping that is dropped names the first column alone, and other labels have other columns.
  is({ ...inColumn(1), mapping: null }, 'mapping', '9 fruit');
  is({ ...inColumn(1), labelColumns: columns.slice(1) }, '', '9');
  const { meanings } = naming(dataset(inColumn(1)));
  assert.deepEqual(meanings, ['fine_label', 'coarse_label', 'set']);
  assert.equal(naming(dataset(inColumn(0))).columnNames[1].get(9), 'fruit');
  // A link may ask for a mapping that is not open.
  is({ labelling: { names: 'mapping' } }, '', '9');
  is({ ...LETTERS, labelling: { names: 'mapping' } }, 'notmnist', '9 J');
  assert.equal(naming(dataset(LETTERS)).checked, true);
  assert.equal(naming(dataset(FOLDER)).checked, false);
});

test('the columns of QMNIST have meanings', () => {
  assert.equal(columnMeanings('qmnist', 8)[2], 'NIST writer');
  assert.equal(columnMeanings('qmnist', 7).length, 0);
  assert.equal(columnMeanings('', 8).length, 0);
  assert.equal(columnMeanings('constructor', 1).length, 0);
});

test('names belong to the class, not to other columns', () => {
  const column = (/** @type {number | 'one-hot'} */ column) => ({
    statuses: { labels: { done: true, elementType: 'i32', labelling: { column, columns: 8 } } },
  });
  is({ ...LETTERS, ...column(0) }, 'notmnist', '9 J');
  is({ ...LETTERS, ...column('one-hot') }, 'notmnist', '9 J');
  is({ ...LETTERS, ...column(2) }, '', '9');
  assert.equal(meaning(naming(dataset({ identified: 'qmnist', ...column(2) })), 2), '2: NIST writer');
  assert.equal(meaning(naming(dataset({ ...LETTERS, ...column(2) })), 2), 'column 2');
});

test('the key changes with the names', () => {
  const { key } = naming(dataset(FOLDER));
  assert.equal(naming(dataset(FOLDER)).key, key);
  assert.notEqual(naming(dataset(LETTERS)).key, key);
});

test('the page asks for the dataset only if nothing tells which it is', () => {
  const asks = (/** @type {any} */ changes) => isUnknown(dataset(changes));
  assert.ok(asks({}));
  assert.ok(asks({ statuses: { images: { ...IMAGES, set: 'emnist' } } }), 'a set whose names we do not know');
  assert.ok(!asks(FOLDER), 'the folder tells');
  assert.ok(!asks(LETTERS), 'the labels tell');
  assert.ok(!asks({ identified: 'mnist' }), 'these are digits');
  for (const names of ['mnist', 'none', 'typed']) assert.ok(!asks({ labelling: { names } }), `${names} is an answer`);
  const own = { images: { ...IMAGES, hasSharedName: false }, labels: { ...LABELS, hasSharedName: false } };
  assert.ok(!asks({ statuses: own }), 'no dataset has this name');
  assert.ok(!asks({ counts: { classes: [{ label: 0, count: 5 }] } }), 'no dataset has these classes');
  assert.ok(!asks({ counts: null }), 'nothing is counted yet');
  assert.ok(!asks({ statuses: { images: { rows: 32, columns: 32 } } }), 'their images are 28 x 28');
  assert.ok(!asks({ statuses: { images: null } }), 'there is nothing to see');
  assert.ok(!asks({ statuses: { labels: null } }), 'there is nothing to name');
});

test('labels are written and read out', () => {
  const fashion = naming(dataset(FOLDER));
  assert.deepEqual([titled(fashion, 9), spoken(fashion, 9)], ['9 Ankle boot', '9, Ankle boot']);
  assert.deepEqual([titled(fashion, 10), spoken(fashion, 10)], ['10', '10']);
  // The shortest digits that mean exactly this number in its type.
  for (const [value, type, expected] of /** @type {[number, 'f32' | 'f64' | 'i8', string][]} */ ([
    [Math.fround(0.1), 'f32', '0.1'],
    [Math.fround(0.1), 'f64', '0.10000000149011612'],
    [16_777_216, 'f32', '16777216'],
    [2 ** -126, 'f32', '1.1754944e-38'],
    [0.0999755859375, 'f16', '0.1'],
    [65_504, 'f16', '65504'],
    [2 ** -24, 'f16', '6e-8'],
    [3.34375, 'bf16', '3.34'],
    [-7, 'i8', '-7'],
    [Number.NaN, 'f32', 'NaN'],
    [Number.NEGATIVE_INFINITY, 'f32', '-Infinity'],
  ])) {
    assert.equal(digits(value, type), expected);
  }
});

test('numbers are grouped, but for those that programs find cells by', () => {
  const { items, item, values, labels } = { ...text, ...late };
  assert.equal(items.named('image', 2135, '7'), 'Image 2,135, label 7');
  assert.equal(items.cell('image', 2135, '7'), 'Image 2135, label 7');
  assert.equal(item.picture('image', 2135, 1024, 8, ''), 'Image 2,135, 1,024 × 8');
  assert.equal(values.ofItem(2135), 'Values of item 2,135');
  assert.equal(labels.column(1000, undefined), 'column 1,000');
});

test('statistics call items by their kind', () => {
  const { statistics } = late;
  assert.equal(statistics.start('signal', 2000), 'Measure 2,000 signals');
  assert.equal(statistics.ofAll('row', 1), 'All 1 row');
  assert.equal(statistics.stillReading('image'), 'The images are still being read.');
});

test('numbers to be read have minus signs, those of fields and programs have hyphens', () => {
  assert.equal(show(-2.99, 'f64'), '−2.99');
  assert.equal(show(-7n, 'i64'), '−7');
  assert.equal(show(1e-30, 'f32'), '1e−30');
  assert.equal(digits(-2.99, 'f64'), '-2.99');
  // The names of items are what programs rely on.
  assert.equal(spoken(naming(dataset()), -1), '-1');
});

test('names in a file that count from another number than the labels are seen', () => {
  const named = (/** @type {number} */ first, count = 10) => ({
    id: 1,
    name: 'names.txt',
    isFile: true,
    names: new Map(Array.from({ length: count }, (_, at) => [first + at, `name ${at}`])),
  });
  const from1 = { counts: { more: 0, classes: Array.from({ length: 10 }, (_, at) => ({ label: at + 1, count: 1 })) } };
  const shift = (/** @type {any} */ changes) => shiftOf(dataset(changes));
  assert.deepEqual(shift({ mapping: named(1) }), { by: -1, first: 0 });
  assert.deepEqual(shift({ mapping: named(0), ...from1 }), { by: 1, first: 1 });
  // Of many classes, the first are listed.
  const many = { counts: { ...from1.counts, more: 990 } };
  assert.deepEqual(shift({ mapping: named(0, 1000), ...many }), { by: 1, first: 1 });
  for (const changes of [
    {},
    { mapping: named(0) },
    { mapping: named(1), ...from1 },
    { mapping: named(2) },
    { mapping: named(1, 9) },
    { mapping: named(1), counts: { ...from1.counts, more: 1 } },
    { mapping: named(1), counts: null },
    { mapping: { ...named(1), isFile: false } },
    { mapping: named(1), labelling: { names: 'mapping' } },
    { mapping: named(1), labelling: { names: 'typed', called: '1 one' } },
    { mapping: named(1), statuses: { labels: { ...LABELS, done: false } } },
  ])
    assert.equal(shift(changes), null, JSON.stringify(changes));
});
