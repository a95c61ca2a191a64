/** Parquet and Arrow files: the names of the two files, and the messages about the columns. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { columnarIn } from '../../www/engine/columnar.js';
import { done, half, stepping, WATCH } from './steps.js';

const file = new File(['PAR1'], 'train.parquet');
const [images, labels] = [new File([], ''), new File([], '')];
const label = { column: 'label', classNames: [[0, 'owl']] };
const columns = {
  labels: [label],
  named: true,
  predictions: null,
  numbering: null,
  otherLabels: [],
  leftOut: [],
  unlabelled: 0,
  cut: null,
  rows: 9,
};
const found = { images, labels, columns, pictures: null };

/** What is in a file with this result. @param {object} result */
const inside = (result, name = 'a/train.parquet', format = 'Parquet') =>
  columnarIn(stepping(half, done({ ...found, ...result })), { file, name }, format, { known: [], labelled: [] }, WATCH);

test('the two files are named after the file, so that they are paired', async () => {
  const parquet = await inside({});
  assert.deepEqual(
    parquet?.files.map(({ name, archive }) => [name, archive]),
    [
      ['a/train.parquet/train-images', 'a/train.parquet'],
      ['a/train.parquet/train-labels', 'a/train.parquet'],
    ],
  );
  assert.deepEqual(
    [parquet?.faults, parquet?.columns],
    [[], [{ meaning: 'label', name: 'a/train.parquet/metadata', names: new Map([[0, 'owl']]) }]],
  );
  assert.deepEqual((await inside({ images: null, labels: null }))?.files, []);
});

test('a file that is called by its number has the name of its folder', async () => {
  const nameOf = async (/** @type {string} */ name) => (await inside({}, name, 'Arrow'))?.files[0].name;
  assert.equal(
    await nameOf('birds/train/data-00000-of-00001.arrow'),
    'birds/train/data-00000-of-00001.arrow/train-images',
  );
  assert.equal(
    await nameOf('birds/train/data-00001-of-00002.arrow'),
    'birds/train/data-00001-of-00002.arrow/train-00001-of-00002-images',
  );
  assert.equal(await nameOf('data-00000-of-00001.arrow'), 'data-00000-of-00001.arrow/data-images');
  assert.equal(await nameOf('birds/table.feather'), 'birds/table.feather/table-images');
});

test('shards are read as one, and those that are missing are named', async () => {
  const [one, other] = ['one', 'another'].map((text) => new File([text], text));
  const missing = ['00001', '00003', '00005', '00007', '00009'];
  const shards = {
    all: [one, other].map((file) => ({ file, name: file.name })),
    missing,
    total: 8,
    missingCount: 6,
    called: 'train',
    setApart: 0,
  };
  const sources = shards.all.map(({ name }) => ({ name, root: null }));
  /** @type {unknown[]} */
  const asked = [];
  const engine = stepping(done(found));
  const call = /** @type {any} */ (engine).call;
  /** @type {any} */ (engine).call = (/** @type {string} */ kind, /** @type {unknown[]} */ ...rest) => {
    if (kind === 'beginConversion') asked.push(rest[2]);
    return call(kind, ...rest);
  };
  const parquet = await columnarIn(
    engine,
    { file, name: 'a/train-0-of-8.parquet', shards, sources },
    'Parquet',
    { known: [], labelled: [] },
    WATCH,
  );
  assert.deepEqual(asked[0].sizes, [3, 7]);
  assert.deepEqual(parquet?.files[0].sources, sources);
  assert.deepEqual(parquet?.faults, [{ name: 'ShardsMissing', found: 6, expected: 8, names: missing }]);
});

test('a file that is cancelled gives nothing', async () => {
  const watch = { ...WATCH, isCancelled: () => true };
  assert.equal(await columnarIn(stepping(half), { file, name: 'a.parquet' }, 'Parquet', [], watch), null);
});

test('what became of the columns is reported', async () => {
  const faults = async (/** @type {object} */ changed) =>
    (await inside({ columns: { ...columns, ...changed } }))?.faults;
  assert.deepEqual(await faults({ named: false }), [{ name: 'ParquetLabel', columnName: 'label' }]);
  assert.deepEqual(await faults({ named: false, labels: [] }), [{ name: 'ParquetNoLabel', columnName: '' }]);
  assert.deepEqual(await faults({ unlabelled: 3 }), [{ name: 'ParquetUnlabelled', found: 3, columnName: 'label' }]);
  assert.deepEqual(await faults({ otherLabels: ['b'], leftOut: ['b', ...'uvwxyz'] }), [
    { name: 'ParquetLabels', columnName: 'label', columns: '“b”' },
    { name: 'ParquetLeftOut', found: 6, columns: '“u”, “v”, “w”, “x”, “y”, …', columnName: 'label' },
  ]);
});

test('lists that are called predictions are these, unless they have labels of their own', async () => {
  const tableOf = async (/** @type {object} */ changed, labelled = [9]) => {
    const result = done({ ...found, columns: { ...columns, predictions: 'probs', ...changed } });
    const open = { known: [], labelled };
    const table = await columnarIn(stepping(result), { file, name: 'a.parquet' }, 'Parquet', open, WATCH);
    return [table?.files.map(({ predictedIn }) => predictedIn?.name ?? null), table?.waits ?? false];
  };
  assert.deepEqual(await tableOf({}), [['a.parquet'], false]);
  // The labels may still be in the drop.
  assert.deepEqual(await tableOf({}, [8]), [[null, null], true]);
  assert.deepEqual(await tableOf({ labels: [] }, []), [['a.parquet'], false]);
  assert.deepEqual(await tableOf({ labels: [{ column: 'pred', classNames: [] }] }, []), [['a.parquet'], false]);
  assert.deepEqual(await tableOf({ predictions: null }), [[null, null], false]);
  const others = { predictions: 'probs', labels: [{ column: 'pred', classNames: [] }], leftOut: ['text'] };
  assert.deepEqual((await inside({ columns: { ...columns, ...others } }))?.faults, [
    { name: 'ParquetPredictions', columnName: 'probs', columns: '“pred”, “text”' },
  ]);
});

test('an Arrow file that is cut has its first rows', async () => {
  const { faults } = (await inside({ columns: { ...columns, cut: 99 } }, 'a.arrow', 'Arrow')) ?? {};
  assert.deepEqual(faults, [{ name: 'ArrowCut', offset: 99, found: 9 }]);
});

test('images know the names of their pictures', async () => {
  const names = 'a/1.png\nb/2.png\n';
  const parquet = await inside({ names });
  assert.deepEqual(
    parquet?.files.map(({ pictures }) => pictures),
    [{ folder: '', names }, undefined],
  );
  assert.equal((await inside({ names: null }))?.files[0].pictures, undefined);
});

test('pictures that are left out are named by their rows', async () => {
  const made = { size: [28, 28], others: [4], unreadable: [0, 2], missing: [7], beyond: [] };
  const parquet = await inside({ pictures: { made, count: 9 } });
  assert.deepEqual(
    parquet?.faults.map(({ name, found, expected, pictures }) => [name, found, expected, pictures?.first]),
    [
      ['PictureSize', 1, 9, 'row 5'],
      ['PictureDamaged', 2, 9, 'row 1'],
      ['PictureMissing', 1, 9, 'row 8'],
    ],
  );
});
