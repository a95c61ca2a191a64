/** The files that grow while they are converted. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { versionOf } from '../../www/engine/files.js';
import { Growing } from '../../www/engine/growing.js';
import { tableIn } from '../../www/engine/tables.js';
import { done, stepping, WATCH } from './steps.js';

/** @param {string} name @param {number} items @param {boolean} [isWhole] */
const origin = (name, items, isWhole = false) => /** @type {any} */ ({ name, place: { items, size: items }, isWhole });

function library() {
  /** @type {any[]} */
  const all = [];
  /** @type {string[]} */
  const log = [];
  const files = {
    get all() {
      return all;
    },
    set all(kept) {
      all.splice(0, all.length, ...kept);
    },
    async add({ name, place }, { grows }) {
      if (name.startsWith('no')) throw new Error('it is no array');
      const [, role] = /** @type {string[]} */ (/(images|labels)$/.exec(name));
      const isNumpy = name.startsWith('numpy');
      const [columns] = /\d+/.exec(name) ?? [10];
      const item = name.startsWith('numpy rows') ? [Number(columns)] : isNumpy ? [] : [8, 8];
      const status = { shape: [place.items, ...item], isNumpy, items: place.items };
      const file = { name, role, place, version: versionOf(place), items: place.items, status, grows, isCut: false };
      all.push(file);
      return file;
    },
    async replace(known, { place, name, formerName }, grows) {
      const { items } = place;
      if (items < 0) throw new Error('it cannot be read');
      Object.assign(known, { place, name, formerName, items, grows, isCut: false });
    },
  };
  const dataset = {
    get files() {
      const of = (/** @type {string} */ role) => all.find((file) => file.role === role) ?? null;
      return { images: of('images'), labels: of('labels') };
    },
    statuses: { now: { images: { items: 120 } } },
    holds: (/** @type {any} */ file) => all.includes(file),
    grow: () => log.push(`reads ${all.map(({ items }) => items).join(' and ')}`),
  };
  /** @type {any} */
  const parts = {
    files,
    collection: { datasets: [dataset], rename: async ({ name }) => log.push(`renames to ${name}`) },
    dispatch: ({ type, key, alert }) =>
      log.push([type, key ?? `${alert.key} ${alert.faults[0].name} ${alert.faults[0].found}`].join(' ')),
    show: async (/** @type {any[]} */ begun, /** @type {any} */ _, /** @type {boolean} */ isFirst) => {
      // They have no dataset yet, and none that the user closed.
      const { datasets } = parts.collection;
      parts.collection.datasets = [];
      assert.equal(isFirst && growing?.isUnwanted, false);
      parts.collection.datasets = datasets;
      log.push(`${isFirst ? 'shows' : 'adds'} ${begun.map(({ name }) => name).join(' and ')}`);
    },
    publish: () => {},
  };
  /** @type {Growing | null} */
  let growing = null;
  const begin = () => (growing = new Growing(parts));
  const close = () => void (parts.collection.datasets = []);
  return { all, log, begin, close };
}

test('a dataset is shown once and grows until its files are whole', async () => {
  const { all, log, begin } = library();
  const growing = begin();
  await growing.take([origin('images', 100), origin('labels', 100)], []);
  assert.deepEqual(log.splice(0), ['shows images and labels']);
  assert.equal(growing.showsPart, true);
  await growing.take([origin('images', 300), origin('labels', 300)], []);
  assert.equal(log.splice(0).at(-1), 'reads 300 and 300');
  // Images are not read anew without their labels.
  assert.equal(await growing.complete(origin('images', 350)), all[0]);
  assert.deepEqual(log.splice(0), ['dismiss cut:images']);
  await growing.complete(origin('labels', 350));
  assert.equal(log.splice(0).at(-1), 'reads 350 and 350');
  assert.equal(await growing.complete(origin('others', 1)), null);
  assert.deepEqual(growing.end(false), all);
  assert.deepEqual(log, []);
  assert.equal(growing.showsPart, false);
});

test('images grow beside labels that are whole', async () => {
  const { log, begin } = library();
  const growing = begin();
  await growing.take([origin('labels', 350, true), origin('images', 100)], []);
  await growing.take([origin('images', 200)], []);
  assert.equal(log.at(-1), 'reads 350 and 200');
});

test('a list of numbers is shown with the images that it came with, and rows of numbers are not', async () => {
  const { all, log, begin } = library();
  const growing = begin();
  await growing.take([origin('numpy rows labels', 500, true)], []);
  assert.deepEqual([all, log], [[], []]);
  await growing.take(
    [origin('numpy labels', 500, true), origin('numpy rows images', 500, true), origin('images', 100)],
    [],
  );
  assert.deepEqual(log, ['shows numpy labels and images']);
});

test('rows of pixels are shown, unless they can be predictions', async () => {
  for (const [columns, isShown] of /** @type {const} */ ([
    [784, true],
    [256, true],
    [255, false],
    [225, false],
    [1000, false],
  ])) {
    const { log, begin } = library();
    const name = `numpy rows ${columns} images`;
    await begin().take([origin(name, 500)], []);
    assert.deepEqual(log, isShown ? [`shows ${name}`] : [], name);
  }
});

test('the array of a pickle gets its name at the end', async () => {
  const { all, log, begin } = library();
  const early = (/** @type {number} */ items) => origin('images', items);
  const late = (/** @type {number} */ items) => ({ ...origin('images/train.images', items), formerName: 'images' });
  const growing = begin();
  await growing.take([early(100)], []);
  assert.equal(growing.shows(late(500)), true);
  assert.equal(await growing.complete(late(500)), all[0]);
  assert.deepEqual(log.splice(0), [
    'shows images',
    'dismiss cut:images',
    'renames to images/train.images',
    'reads 500',
  ]);
  assert.deepEqual(growing.end(false), all);
  // Another drop of the file.
  const again = begin();
  await again.take([early(200)], []);
  assert.deepEqual([log, all.length], [[], 1]);

  // One that was cancelled before is completed by the next drop.
  const other = library();
  const cut = other.begin();
  await cut.take([early(100)], []);
  cut.end(true);
  const next = other.begin();
  await next.take([early(200)], []);
  await next.complete(late(500));
  assert.deepEqual(other.log.slice(-2), ['renames to images/train.images', 'reads 500']);
  // A single array keeps the name of the file, and an array of another name is another file.
  assert.equal(await next.complete({ ...late(500), name: 'images/z.images' }), null);
});

test('the files of an archive are shown one after the other', async () => {
  const { all, log, begin } = library();
  const growing = begin();
  await growing.take([origin('notes', 1), origin('images', 100)], []);
  assert.deepEqual(log.splice(0), ['shows images']);
  await growing.take([origin('images', 350, true), origin('labels', 200)], []);
  // Labels wait for their end, unless they grow with images.
  assert.deepEqual(log.splice(0), ['dismiss cut:images', 'reads 350']);
  assert.deepEqual([all.length, all[0].grows], [1, false]);
  await growing.take([origin('labels', 350, true), origin('test-images', 10)], []);
  assert.deepEqual(log.splice(0), ['adds labels and test-images']);
  assert.equal(await growing.complete(origin('images', 350)), all[0]);
  assert.equal(await growing.complete(origin('labels', 350)), all[1]);
  assert.deepEqual(log, []);
});

test('a file of an archive that was closed stays closed, and a namesake is another file', async () => {
  const { log, begin, close } = library();
  const growing = begin();
  await growing.take([origin('images', 100, true), origin('test-images', 10)], []);
  assert.equal(growing.isClosed(origin('images', 100)), false);
  assert.equal(await growing.complete(origin('images', 50)), null);
  close();
  log.length = 0;
  assert.deepEqual([growing.isClosed(origin('images', 100)), growing.isClosed(origin('images', 50))], [true, false]);
  assert.deepEqual([growing.end(true), log], [[], []]);
});

test('a file that is open as a whole is recognised at the end', async () => {
  const { all, log, begin } = library();
  const growing = begin();
  await growing.take([origin('images', 100)], []);
  await growing.complete(origin('images', 350));
  log.length = 0;
  const again = begin();
  await again.take([origin('images', 100)], []);
  assert.equal(await again.complete(origin('images', 350)), null);
  assert.deepEqual([log, all.length], [[], 1]);
});

test('what has come out stays when the conversion ends early, and grows when the file is opened again', async () => {
  const { all, log, begin } = library();
  const growing = begin();
  await growing.take([origin('images', 100)], []);
  log.length = 0;
  assert.deepEqual(growing.end(true), [all[0]]);
  assert.deepEqual([all[0].grows, all[0].isCut], [false, true]);
  // A .gz has more images than its first bytes showed.
  assert.deepEqual(log.splice(0), ['alert cut:images ConversionCancelled 120', 'reads 100']);
  const again = begin();
  await again.take([origin('images', 200)], []);
  assert.deepEqual(log.splice(0), ['dismiss cut:images', 'reads 200']);
  assert.equal(all.length, 1);
  again.end(false);
  assert.deepEqual(log[0], 'alert cut:images ConversionFailed 120');
});

test('nothing stays of a dataset that was closed', async () => {
  const { log, begin, close } = library();
  const growing = begin();
  await growing.take([origin('images', 100)], []);
  assert.equal(growing.isUnwanted, false);
  close();
  log.length = 0;
  assert.equal(growing.isUnwanted, true);
  await growing.take([origin('images', 200)], []);
  assert.deepEqual(growing.end(true), []);
  assert.deepEqual([growing.isUnwanted, log], [false, []]);
});

test('what comes out at the end is known to be closed, or to be shown in part', async () => {
  const { begin, close } = library();
  const growing = begin();
  await growing.take([origin('images', 100), origin('labels', 100)], []);
  const last = [origin('images', 350), origin('labels', 350), origin('others', 1)];
  const states = () => last.map((file) => [growing.shows(file), growing.isClosed(file)]);
  assert.deepEqual(states(), [
    [true, false],
    [true, false],
    [false, false],
  ]);
  await growing.complete(last[0]);
  assert.deepEqual(states(), [
    [false, false],
    [true, false],
    [false, false],
  ]);
  assert.equal(growing.isAllClosed, false);
  close();
  assert.deepEqual(states(), [
    [false, true],
    [false, true],
    [false, false],
  ]);
  assert.equal(growing.isAllClosed, true);
});

test('a dataset that is closed when its conversion has ended stays closed', async () => {
  const { all, begin, close } = library();
  const growing = begin();
  await growing.take([origin('images', 100)], []);
  await growing.complete(origin('images', 350));
  assert.deepEqual([growing.isUnwanted, growing.wasClosed(all[0])], [false, false]);
  close();
  assert.deepEqual([growing.isUnwanted, growing.wasClosed(all[0])], [false, true]);
});

test('a file that cannot be read in the end is opened like any other, which reports why', async () => {
  const { begin } = library();
  const growing = begin();
  await growing.take([origin('images', 100)], []);
  assert.equal(await growing.complete(origin('images', -1)), null);
});

test('what has come out is named like what comes out at the end', async () => {
  const soFar = { images: new File([], ''), labels: null };
  const columns = { count: 2, label: null, named: true, shortLine: null };
  const engine = stepping({ share: 0.5, soFar, isDone: false, result: null }, done({ ...soFar, columns }));
  /** @type {string[][]} */
  const shown = [];
  const onfiles = async (/** @type {any[]} */ files) => void shown.push(files.map(({ name }) => name));
  const table = await tableIn(engine, { file: soFar.images, name: 'a.csv' }, true, { ...WATCH, onfiles });
  assert.deepEqual(shown, [['a.csv/a-images']]);
  assert.deepEqual(
    table?.files.map(({ name }) => name),
    shown[0],
  );
});
