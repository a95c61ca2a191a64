/** The files of an export: their items, formats and names. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { current, Decisions, ItemSet } from '../../www/state/index.js';
import { late } from '../../www/text/late.js';
import { facts } from '../../www/ui/export-facts.js';
import { choices, corrections, filesOf, formats, keys, partsOf, splitRequest } from '../../www/ui/export-files.js';
import { after, FIVES, found, libraryOfImages, seen } from './fixture.js';

const ALL = ['idx', 'npy', 'npz', 'csv'];
const images = {
  type: 'u8',
  idxType: 'u8',
  stored: [784],
  shown: [28, 28],
  formats: [...ALL, 'png', 'sprite'],
  tooLarge: false,
};
const labels = { type: 'i32', idxType: 'i32', stored: [], shown: null, formats: ALL, tooLarge: false };
/** A dataset whose labels are counted. */
const COUNTED = { statuses: { labels: { done: true } }, counts: { classes: [], more: 0 } };
const CHOSEN = { which: 'all', format: 'idx', asShown: false, gzip: false, withCorrections: true, split: null };

const opened = () => seen(libraryOfImages({}), { type: 'show-dataset', dataset: 1 });
const names = (arrays, chosen) => filesOf(current(opened()), arrays, { ...CHOSEN, ...chosen }).map(({ name }) => name);

test('all items are offered, and those that were found, selected and bookmarked', () => {
  const counts = (state) => [...choices(current(state))].map(([choice, { count }]) => [choice, count]);
  assert.deepEqual(counts(opened()), [['all', 10000]]);
  const filtered = found(
    after(opened(), [{ type: 'find', change: { labels: [[5, 5]] } }]),
    Uint32Array.from(FIVES),
    true,
  );
  const state = after(filtered, [
    { type: 'select-these', items: [7, 3], more: false },
    { type: 'bookmark', items: [2] },
  ]);
  assert.deepEqual(counts(state), [
    ['all', 10000],
    ['filter', 1000],
    ['selection', 2],
    ['bookmarks', 1],
  ]);
  assert.deepEqual([...choices(current(state)).get('selection').items()], [3, 7]);
  const sorted = found(
    after(opened(), [{ type: 'find', change: { descending: true } }]),
    Uint32Array.of(2, 1, 0),
    true,
  );
  assert.deepEqual(counts(sorted), [
    ['all', 10000],
    ['sorted', 3],
  ]);
});

test('what was reviewed is exported: corrected labels, and all but the excluded items', () => {
  const decide = (items, decision) => ({ type: 'decide', change: Decisions.about(ItemSet.of(items), decision) });
  const dataset = current(
    after(opened(), [
      decide([2, 5, 10_001], { status: 'excluded' }),
      decide([3], { status: 'corrected', label: 12 }),
      decide([4], { status: 'kept' }),
    ]),
  );
  const { count, items } = choices(dataset).get('included');
  assert.deepEqual([count, [...items()].slice(0, 5), items().length], [9998, [0, 1, 3, 4, 6], 9998]);
  const request = (chosen) => filesOf(dataset, { images, labels }, { ...CHOSEN, ...chosen })[0].request;
  const corrected = { items: Uint32Array.of(3), labels: Float64Array.of(12) };
  assert.deepEqual([corrections(dataset, labels), corrections(dataset, null)], [1, 0]);
  assert.deepEqual([request({}).corrected, request({ withCorrections: false }).corrected], [corrected, null]);
  // A list is found again by the labels in the file.
  assert.equal(request({ format: 'list-csv' }).corrected, null);
  assert.equal([...request({ format: 'png' }).format.pictures.labels].at(-1), 12);
  assert.deepEqual(splitRequest(dataset, { images, labels }, 'included', true, {}).corrected, corrected);
  assert.equal(filesOf(current(opened()), { images, labels }, CHOSEN)[0].request.corrected, null);
});

test('folders of classes are named by the fewest digits of the type', () => {
  const classes = [2, Math.fround(3.346)].map((label) => ({ label, count: 1 }));
  const dataset = { ...current(opened()), counts: { classes, more: 0 }, statuses: { labels: { elementType: 'f32' } } };
  const [{ request }] = filesOf(dataset, { images, labels }, { ...CHOSEN, format: 'png' });
  assert.deepEqual(request.format.pictures.folders, ['2', '3.346']);
});

test('only formats that hold the arrays are offered', () => {
  const list = ['list-csv', 'list-json'];
  assert.deepEqual(formats(COUNTED, { images, labels }), [...ALL, 'png', 'sprite', ...list]);
  const wide = { ...images, formats: ['npy', 'npz'] };
  assert.deepEqual(formats(COUNTED, { images: wide, labels: null }), ['npy', 'npz', ...list]);
  assert.deepEqual(formats(COUNTED, { images: wide, labels }), ['idx', 'npy', 'npz', ...list]);
  assert.deepEqual(formats(COUNTED, { images: { ...images, tooLarge: true }, labels: null }), list);
  assert.deepEqual(formats(COUNTED, { images: { ...images, tooLarge: true }, labels }), [...ALL, ...list]);
  // Folders need all classes.
  const more = { ...COUNTED, counts: { classes: [], more: 1 } };
  for (const dataset of [more, { ...COUNTED, counts: null }, { ...COUNTED, statuses: { labels: { done: false } } }])
    assert.deepEqual(formats(dataset, { images, labels }), [...ALL, 'sprite', ...list]);
});

test('files are named by what they hold', () => {
  assert.deepEqual(names({ images, labels }), ['t10k-images-idx2-ubyte', 't10k-labels-idx1-int']);
  assert.deepEqual(names({ images, labels }, { asShown: true, gzip: true }), [
    't10k-images-idx3-ubyte.gz',
    't10k-labels-idx1-int.gz',
  ]);
  assert.deepEqual(names({ images, labels }, { format: 'npy', gzip: true }), ['t10k-images.npy', 't10k-labels.npy']);
  assert.deepEqual(names({ images, labels }, { format: 'npz' }), ['t10k.npz']);
  assert.deepEqual(names({ images, labels }, { format: 'csv', gzip: true }), ['t10k.csv.gz']);
  assert.deepEqual(names({ images, labels }, { format: 'list-json', gzip: true }), ['t10k-items.json']);
  assert.deepEqual(names({ images, labels }, { format: 'png', asShown: true }), ['t10k-png.zip']);
  assert.deepEqual(names({ images, labels }, { format: 'sprite', asShown: true }), ['t10k-sprite.zip']);
  const selected = after(opened(), [{ type: 'select-these', items: [7, 3], more: false }]);
  const [file] = filesOf(current(selected), { images, labels: null }, { ...CHOSEN, which: 'selection' });
  assert.equal(file.name, 't10k-2-images-idx2-ubyte');
  assert.deepEqual([...file.request.parts[0].items], [3, 7]);
  assert.deepEqual(file.request.parts[0].arrays, { images: 'images' });
});

test('labels stand beside the images in lines and archives', () => {
  const arrays = (format, of) => filesOf(current(opened()), of, { ...CHOSEN, format })[0].request.parts[0].arrays;
  assert.deepEqual(arrays('csv', { images, labels }), { images: 'value', labels: 'label' });
  assert.deepEqual(arrays('csv', { images: null, labels }), { labels: 'label' });
  assert.deepEqual(arrays('npz', { images, labels }), { images: 'x_test', labels: 'y_test' });
});

test('each part of a split has its files, and an archive has all parts', () => {
  const split = partsOf(Uint8Array.of(0, 0, 2, 1, 0), null, 3);
  const [train, val, test] = [Uint32Array.of(0, 1, 4), Uint32Array.of(3), Uint32Array.of(2)];
  assert.deepEqual(split, [
    { name: 'train', items: train },
    { name: 'val', items: val },
    { name: 'test', items: test },
  ]);
  const files = (chosen) => filesOf(current(opened()), { images, labels }, { ...CHOSEN, split, ...chosen });
  assert.deepEqual(
    files({}).map(({ name }) => name),
    ['train', 'val', 'test'].flatMap((part) => [`${part}-images-idx2-ubyte`, `${part}-labels-idx1-int`]),
  );
  assert.deepEqual(files({})[2].request.parts, [{ folder: '', items: val, arrays: { images: 'images' } }]);
  assert.deepEqual(
    files({ format: 'csv' }).map(({ name, request }) => [name, request.parts[0].items]),
    [
      ['train.csv', train],
      ['val.csv', val],
      ['test.csv', test],
    ],
  );
  const [archive, ...others] = files({ format: 'npz' });
  assert.deepEqual([archive.name, others], ['split.npz', []]);
  assert.deepEqual(
    archive.request.parts.map(({ arrays }) => [arrays.images, arrays.labels]),
    [
      ['x_train', 'y_train'],
      ['x_val', 'y_val'],
      ['x_test', 'y_test'],
    ],
  );
  const [folders] = files({ format: 'png' });
  assert.deepEqual(
    [folders.name, folders.request.parts[1]],
    ['split-png.zip', { folder: 'val', items: val, arrays: { images: 'value', labels: 'label' } }],
  );
});

test('two parts are for training and testing, of the items that were chosen', () => {
  const selected = current(after(opened(), [{ type: 'select-these', items: [7, 3, 9], more: false }]));
  const shares = { shares: [80, 20], seed: 7 };
  const { format, parts } = splitRequest(selected, { images, labels }, 'selection', true, shares);
  assert.deepEqual(
    [format, parts],
    [{ split: shares }, [{ folder: '', items: Uint32Array.of(3, 7, 9), arrays: { images: 'images' } }]],
  );
  const split = partsOf(Uint8Array.of(0, 1, 0), parts[0].items, 2);
  assert.deepEqual(split, [
    { name: 'train', items: Uint32Array.of(3, 9) },
    { name: 'test', items: Uint32Array.of(7) },
  ]);
  const files = filesOf(selected, { images, labels: null }, { ...CHOSEN, which: 'selection', split });
  assert.deepEqual(
    files.map(({ name }) => name),
    ['train-2-images-idx2-ubyte', 'test-1-images-idx2-ubyte'],
  );
  // Where images are too large, the labels alone are split.
  const large = { images: { ...images, tooLarge: true }, labels };
  assert.deepEqual(splitRequest(selected, large, 'all', true, shares).parts, [{ folder: '', items: null, arrays: {} }]);
});

test('class names leave in an archive, or in a file beside the others', () => {
  const named = (called) =>
    current(after(opened(), [{ type: 'names', dataset: 1, labelling: { column: null, names: 'typed', called } }]));
  const files = (dataset, format, chosen) => filesOf(dataset, { images, labels }, { ...CHOSEN, format, ...chosen });
  const pets = named('2 dog\n0 cat');
  for (const format of ['idx', 'npy', 'csv']) {
    const { held, name, request } = files(pets, format, { gzip: true }).at(-1);
    assert.deepEqual([held, name, request.gzip], ['names', 't10k-class-names.txt', false], format);
    assert.deepEqual(request.format, { text: '0\tcat\n2\tdog\n' });
  }
  // One file is enough for all parts.
  const split = partsOf(Uint8Array.of(0, 1, 0), null, 2);
  assert.deepEqual(
    files(pets, 'csv', { split }).map(({ name }) => name),
    ['train.csv', 'test.csv', 't10k-class-names.txt'],
  );
  const [archive, ...others] = files(pets, 'npz');
  assert.deepEqual(archive.request.format, { arrays: 'npz', classNames: ['cat', '1', 'dog'] });
  assert.deepEqual(others, []);
  // Without labels there is nothing to name.
  const [alone] = filesOf(pets, { images, labels: null }, { ...CHOSEN, format: 'npz' });
  assert.deepEqual(alone.request.format.classNames, []);
  // Each label that an item has is a place in the list.
  const decided = after(opened(), [
    { type: 'names', dataset: 1, labelling: { column: null, names: 'typed', called: '0 cat' } },
    { type: 'decide', change: Decisions.about(ItemSet.of([3]), { status: 'corrected', label: 2 }) },
  ]);
  assert.deepEqual(files(current(decided), 'npz')[0].request.format.classNames, ['cat', '1', '2']);
  // An array has no place for these.
  for (const called of ['-1 none\n0 cat', '10000 cat', '0 cat\n1 cat', '0 1\n2 dog']) {
    const [archive, beside] = files(named(called), 'npz');
    assert.deepEqual([archive.request.format.classNames, beside.held], [[], 'names'], called);
  }
  for (const format of ['png', 'sprite', 'list-csv']) assert.equal(files(pets, format).length, 1);
  assert.equal(filesOf(pets, { images, labels: null }, CHOSEN).length, 1);
});

test('folders are in the order of the labels', () => {
  const classes = [2, 10, -1, 0.5].map((label) => ({ label, count: 1 }));
  const state = after(opened(), [
    { type: 'counts', dataset: 1, counts: { more: 0, classes } },
    { type: 'names', dataset: 1, labelling: { column: null, names: 'typed', called: '2 T-shirt/top' } },
  ]);
  const [{ request }] = filesOf(current(state), { images, labels }, { ...CHOSEN, format: 'png' });
  assert.deepEqual(request.format.pictures.folders, ['02-T-shirt-top', '10', '-1', '0.5']);
  assert.deepEqual(request.format.pictures.names, ['T-shirt/top', '', '', '']);
  const [sheet] = filesOf(current(state), { images, labels }, { ...CHOSEN, format: 'sprite' });
  assert.deepEqual(sheet.request.format.sprite, { labels: Float64Array.of(2), names: ['T-shirt/top'] });
});

test('arrays of a split have the names that Keras uses', () => {
  const split = (name) => keys(name).images;
  assert.equal(split('MNIST train'), 'x_train');
  assert.equal(split('emnist-letters-test'), 'x_test');
  assert.equal(split('MNIST t10k'), 'x_test');
  assert.equal(split('validation'), 'x_val');
  for (const name of ['trainers', 'contest', 'digits', 'interval']) assert.equal(split(name), 'images', name);
});

test('an IDX file is named after the type that is written, and the dialog says which', () => {
  const wide = { ...labels, type: 'i64' };
  assert.deepEqual(names({ images: null, labels: wide }, {}), names({ images: null, labels }, {}));
  const said = (format) => facts(current(opened()), { images: wide, labels: wide }, format);
  assert.deepEqual(said('idx'), ['IDX has no i64. The values are written as i32; NumPy keeps i64.']);
  assert.deepEqual(said('npy'), []);
  assert.match(late.exporting.problem({ name: 'IdxRange', found: 2 }), /^Value 2.*does not fit i32/);
});

test('tables and lists have the other columns of labels, unless these are for a class each, or many', () => {
  const meanings = ['a\nclass', 'writer', 'label', ''];
  const described = (labelling, named) => {
    const dataset = current(opened());
    const statuses = { ...dataset.statuses, labels: { ...dataset.statuses.labels, labelling } };
    const labelColumns = named.map((meaning) => ({ meaning, names: new Map(meaning ? [[3, 'wren']] : []) }));
    return { ...dataset, statuses, labelColumns };
  };
  const columns = (labelling, format, named = meanings) => {
    const [{ request }] = filesOf(described(labelling, named), { images, labels }, { ...CHOSEN, format });
    return request.columns;
  };
  const labelling = { column: 1, columns: 4, oneHot: false };
  for (const format of ['png', 'sprite', 'list-csv', 'list-json'])
    assert.deepEqual(columns(labelling, format), [
      { at: 0, name: 'a class', values: Float64Array.of(3), words: ['wren'], none: null },
      { at: 2, name: 'label (column 2)', values: Float64Array.of(3), words: ['wren'], none: null },
      { at: 3, name: 'column 3', values: new Float64Array(), words: [], none: null },
    ]);
  assert.deepEqual(columns(labelling, 'csv'), []);
  assert.deepEqual(columns({ ...labelling, column: 'one-hot' }, 'png'), []);
  assert.deepEqual(columns({ ...labelling, columns: 65 }, 'png', []), []);
  assert.deepEqual(columns({ ...labelling, column: 0, columns: 1 }, 'png'), []);
  const dataset = { ...described({ ...labelling, column: 1 }, meanings), unlabelled: -1 };
  dataset.labelColumns = dataset.labelColumns.map((column, at) => (at === 1 ? { ...column, none: -2 } : column));
  const [{ request }] = filesOf(dataset, { images, labels }, { ...CHOSEN, format: 'list-csv' });
  assert.deepEqual([request.unlabelled, ...request.columns.map(({ none }) => none)], [-2, -1, null, null]);
  assert.equal(filesOf(dataset, { images, labels }, { ...CHOSEN, format: 'csv' })[0].request.unlabelled, null);
  const said = (column, format, of = images) =>
    facts(described({ ...labelling, column }, meanings), { images: of, labels }, format);
  const label = '“label” has the values of “writer”.';
  assert.deepEqual(said(1, 'png'), [label, 'The other 3 columns of the labels are included.']);
  assert.deepEqual(said(1, 'csv').slice(0, 2), [label, 'The other 3 columns of the labels are left out.']);
  // That is what it is called, and lines of labels alone have all columns.
  assert.deepEqual(said(2, 'list-csv'), ['The other 3 columns of the labels are included.']);
  assert.deepEqual(
    said(1, 'csv', null).filter((fact) => /label”|columns/.test(fact)),
    [],
  );
});
