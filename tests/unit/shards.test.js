/** Datasets in several files: which belong together, and what they are called. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { openApart, refusalOf } from '../../www/engine/drop-shards.js';
import { unpackShards } from '../../www/engine/packed-shards.js';
import { joinShards, stemOf } from '../../www/engine/shards.js';
import { converting, WATCH } from './steps.js';

/** @param {string} name */
const entry = (name, bytes = name) => ({ file: new File([bytes], name, { lastModified: bytes.length }), name });

/** The names of the entries, those in shards in brackets. @param {string[]} names */
function joined(names) {
  return joinShards(names.map((name) => entry(name))).map(({ name, shards }) =>
    shards ? [`${name} as ${shards.called}`, ...shards.all.map(({ name }) => name)] : name,
  );
}

test('shards that count themselves are one dataset, in their order', async () => {
  const names = ['a/train-00001-of-00002.parquet', 'a/README.md', 'a/train-00000-of-00002.parquet'];
  assert.deepEqual(joined(names), [[`${names[2]} as train`, names[2], names[0]], 'a/README.md']);
  const [whole] = joinShards(names.map((name) => entry(name)));
  assert.equal(await /** @type {File} */ (whole.file).text(), names[2] + names[0]);
  assert.equal(/** @type {File} */ (whole.file).lastModified, names[0].length);
  assert.deepEqual(whole.sources, [
    { name: names[2], root: null, isMore: false },
    { name: names[0], root: null, isMore: true },
  ]);
});

test('shards of other datasets, folders and formats stay apart', () => {
  const of = (/** @type {string} */ stem, ending = 'parquet') =>
    [0, 1].map((at) => `${stem}-0000${at}-of-00002.${ending}`);
  const sets = [of('a/train'), of('a/test'), of('b/train'), of('a/train', 'arrow')];
  assert.deepEqual(joined(sets.flat()), [
    [`${sets[0][0]} as train`, ...sets[0]],
    [`${sets[1][0]} as test`, ...sets[1]],
    [`${sets[2][0]} as train`, ...sets[2]],
    [`${sets[3][0]} as train`, ...sets[3]],
  ]);
});

test('a dataset without a name of its own has that of its folder', () => {
  const data = ['birds/train/data-00000-of-00002.arrow', 'birds/train/data-00001-of-00002.arrow'];
  assert.deepEqual(joined(data), [[`${data[0]} as train`, ...data]]);
  const hub = ['mnist/test/0000.parquet', 'mnist/test/0001.parquet'];
  assert.deepEqual(joined(hub), [[`${hub[0]} as test`, ...hub]]);
  assert.deepEqual(joined(['0000.parquet', '0001.parquet'])[0][0], '0000.parquet as 0000');
});

test('the names that Spark, Dask and Arrow write are known', () => {
  const job = '9d2d3c5a-7a5f-4a3f-8f5e-0c8d1a2b3c4d';
  for (const [one, other] of [
    [`part-00000-${job}-c000.snappy.parquet`, `part-00001-${job}-c000.snappy.parquet`],
    ['part.0.parquet', 'part.1.parquet'],
    ['part-0.arrow', 'part-10.arrow'],
  ])
    assert.equal(joined([`birds/${other}`, `birds/${one}`])[0][1], `birds/${one}`);
  const hashed = ['train-00000-of-00002-b513d9e388d56453.parquet', 'train-00001-of-00002-7443a08c7d1ae7e9.parquet'];
  assert.deepEqual(joined(hashed), [[`${hashed[0]} as train`, ...hashed]]);
});

test('shards that are not here are named, where names count', () => {
  const missing = (/** @type {string[]} */ names) => joinShards(names.map((name) => entry(name)))[0].shards?.missing;
  assert.deepEqual(missing(['a-00001-of-00004.arrow', 'a-00002-of-00004.arrow']), ['00000', '00003']);
  assert.deepEqual(missing(['a-1-of-3.arrow', 'a-2-of-3.arrow', 'a-3-of-3.arrow']), []);
  // Spark leaves out partitions without rows.
  assert.deepEqual(missing(['x/part-00000.parquet', 'x/part-00007.parquet']), []);
  const [many] = joinShards(['a-5-of-999999999.arrow', 'a-6-of-999999999.arrow'].map((name) => entry(name)));
  assert.deepEqual(many.shards?.missing, ['0', '1', '2', '3', '4']);
});

test('files that are made when they are asked for are not asked for', () => {
  const picture = {
    name: 'x.zip/1.png',
    /** @returns {File} */
    get file() {
      throw new Error('it takes long');
    },
  };
  assert.equal(joinShards([picture, picture]).length, 2);
});

test('other files stay as they are', () => {
  for (const names of [
    ['train-00000-of-00002.parquet'],
    ['0.parquet', '1.parquet'],
    ['2019.parquet', '2020.parquet'],
    ['a-0-of-2.csv', 'a-1-of-2.csv'],
    ['a-1-of-2.arrow', 'a-3-of-2.arrow'],
    ['0001.parquet', '2020.parquet'],
    [`${'1'.repeat(70_000)}-of-2.arrow`, `${'1'.repeat(70_000)}-of-2.arrow`],
    ['a-1-of-2.arrow', 'a-01-of-2.arrow'],
  ])
    assert.deepEqual(joined(names), names);
  const linked = [0, 1].map((at) => ({ file: { url: 'https://a.b/c', size: 9 }, name: `a-${at}-of-2.arrow` }));
  assert.equal(joinShards(/** @type {any} */ (linked)).length, 2);
});

test('a file is called by its name, or by its folder where that is a number', () => {
  for (const [name, stem] of [
    ['a/train.parquet', 'train'],
    ['train-00000-of-00001.parquet', 'train'],
    ['train-00000-of-00001-b513d9e388d56453.parquet', 'train'],
    ['train-00001-of-00005.parquet', 'train-00001-of-00005'],
    ['birds/train/data-00000-of-00001.arrow', 'train'],
    ['birds/train/data-00001-of-00002.arrow', 'train-00001-of-00002'],
    ['birds.parquet/data-00001-of-00002.parquet', 'birds-00001-of-00002'],
    ['birds.parquet/part.0.parquet', 'birds'],
    ['data-00000-of-00001.arrow', 'data'],
    ['mnist/test/0000.parquet', 'test'],
    ['0000.parquet', '0000'],
    ['scores/2019.parquet', '2019'],
  ])
    assert.equal(stemOf(name), stem);
});

test('a shard at fault opens by itself, and the others as one', () => {
  const [whole] = joinShards(['a-0-of-3.parquet', 'a-1-of-3.parquet', 'a-2-of-3.parquet'].map((name) => entry(name)));
  const all = whole.shards?.all ?? [];
  assert.deepEqual(refusalOf(whole).report, [
    'refused:a-0-of-3.parquet',
    'a-0-of-3.parquet',
    { name: 'Parquet', head: [] },
  ]);
  const [first, second, third] = all;
  const open = (/** @type {string} */ name, /** @type {number | undefined} */ readAt, isShown = false) => {
    const apart = openApart(whole, { name, readAt, columnName: 'label' }, isShown);
    return apart && [apart.file, apart.why, ...apart.rest.map((entry) => entry.shards?.all ?? entry)];
  };
  const [columnName, isPart] = ['label', true];
  assert.deepEqual(open('ParquetPage', 16), [
    second.name,
    { name: 'ShardsApart', columnName, isPart },
    [first, third],
    second,
  ]);
  assert.deepEqual(open('ParquetDiffers', 47)?.slice(1), [
    { name: 'ParquetDiffers', columnName, isPart },
    [first, second],
    third,
  ]);
  assert.deepEqual(open('ParquetRagged', 15)?.slice(1), [
    { name: 'ShardsSizes', columnName, isPart },
    [second, third],
    first,
  ]);
  assert.deepEqual(open('ArrowLimit', 15), [first.name, { name: 'ShardsLarge', columnName, found: 3 }, ...all]);
  assert.deepEqual(open('RuntimeError', undefined)?.slice(1), [{ name: 'ShardsApart', columnName, found: 3 }, ...all]);
  // No shard has images.
  assert.equal(open('ParquetColumns', 0), null);
  // What came before is shown.
  assert.deepEqual(open('ParquetPage', 16, true)?.slice(2), [third, second]);
  assert.deepEqual(open('ArrowLimit', 16, true)?.slice(2), [second, third]);
  assert.equal(open('RuntimeError', undefined, true), null);
  assert.equal(open('EngineCrashed', undefined), null);
  const [again] = openApart(whole, { name: 'ParquetPage', readAt: 0 }, false)?.rest ?? [];
  assert.deepEqual([again.name, again.shards?.setApart, again.shards?.called], [second.name, 1, 'a']);
});

test('shards in gzip are unpacked first', async () => {
  const gzip = String.fromCharCode(31);
  const packed = new File([new Uint8Array([0x1f, 0x8b, 8])], 'b');
  const plain = new File([`${gzip}plain`], 'a');
  const names = ['x.zip/a-0-of-2.arrow', 'x.zip/a-1-of-2.arrow'];
  const entries = [plain, packed].map((file, at) => ({ file, name: names[at], archive: 'x.zip' }));
  const [whole] = joinShards(entries);
  const engine = converting((kind, file) => {
    assert.deepEqual([kind, file], ['unpack', packed]);
    return { content: new Blob(['unpacked']), damage: null };
  });
  assert.equal(await unpackShards(engine, whole, WATCH), true);
  assert.equal(await /** @type {File} */ (whole.file).text(), `${gzip}plainunpacked`);
  assert.deepEqual(
    whole.shards?.all.map(({ file }) => file.size),
    [6, 8],
  );
});
