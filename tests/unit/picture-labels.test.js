/** Tables that name pictures: which of them label which folder. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { labelled, labelTableOf } from '../../www/engine/picture-labels.js';

/** @param {string} folder @param {string[]} names @param {number[] | null} [labels] */
const album = (folder, names, labels = null) =>
  /** @type {any} */ ({
    folder,
    labels,
    names: new Map(),
    entries: names.map((name) => ({ name: `${folder}/${name}` })),
  });

/** @param {string} name @param {Record<string, number>} labels */
const table = (name, labels) => ({ name, labels: new Map(Object.entries(labels)), names: new Map([[1, 'cat']]) });

/** The labels of each album. @param {any[]} albums @param {any[]} tables */
const labels = (albums, tables) => labelled(albums, tables).albums.map(({ labels }) => labels);

test('pictures are named with or without their folders and extensions', () => {
  const photos = album('in/photos', ['a.png', 'b.c.png']);
  for (const names of [
    ['a.png', 'b.c.png'],
    ['a', 'b.c'],
    ['photos/a.png', 'photos/b.c'],
    ['in/photos/a', 'b.c.png'],
  ]) {
    const [one, other] = names;
    const { albums, used } = labelled([photos], [table('labels.csv', { [one]: 1, [other]: 0 })]);
    assert.deepEqual(albums, [{ ...photos, labels: [1, 0], names: new Map([[1, 'cat']]), table: 'labels.csv' }]);
    assert.equal(used.length, 1);
  }
});

test('a table that names few of the pictures does not label them', () => {
  const photos = album('photos', ['a.png', 'b.png', 'c.png', 'd.png']);
  assert.deepEqual(labels([photos], [table('t.csv', { a: 3, x: 1, y: 1 })]), [null]);
  assert.deepEqual(labels([photos], [table('t.csv', { a: 3, b: 1, x: 1 })]), [[3, 1, -1, -1]]);
  // Those in classes have labels.
  const classes = album('classes', ['a.png', 'b.png'], [0, 1]);
  assert.deepEqual(labels([classes], [table('t.csv', { a: 3, b: 1 })]), [[0, 1]]);
});

test('numbers name exactly the pictures of one folder', () => {
  const train = album('in/train', ['1.png', '2.png']);
  const test = album('in/test', ['1.png', '2.png', '3.png']);
  const numbers = table('in/trainLabels.csv', { 1: 5, 2: 6 });
  assert.deepEqual(labels([train, test], [numbers]), [[5, 6], null]);
  const same = album('in/test', ['1.png', '2.png']);
  assert.deepEqual(labels([same, train], [numbers]), [null, [5, 6]]);
  assert.deepEqual(labels([same, train], [table('labels.csv', { 1: 5, 2: 6 })]), [null, null]);
  // Names that are no numbers can be those of several folders.
  const names = table('labels.csv', { 'train/1.png': 5, 'train/2.png': 6, 'test/1.png': 7, 'test/2.png': 8 });
  assert.deepEqual(labels([same, train], [names]), [
    [7, 8],
    [5, 6],
  ]);
});

test('the labels are those in the file, with the names of the rows', async () => {
  const of = async (/** @type {number[]} */ bytes, rowNames = 'a\n./b\n') =>
    labelTableOf('t.csv', /** @type {any} */ ({ labels: new File([new Uint8Array(bytes)], 'labels'), rowNames }));
  assert.deepEqual(await of([0, 0, 8, 1, 0, 0, 0, 2, 7, 255]), {
    name: 't.csv',
    labels: new Map([
      ['a', 7],
      ['b', 255],
    ]),
    names: new Map(),
  });
  const wide = await of([0, 0, 12, 1, 0, 0, 0, 2, 255, 255, 255, 255, 0, 0, 1, 0]);
  assert.deepEqual([...(wide?.labels.values() ?? [])], [-1, 256]);
  assert.equal(await of([0, 0, 13, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]), null, 'floats');
  assert.equal(await of([0, 0, 8, 1, 0, 0, 0, 2, 7, 8], ''), null, 'no names');
});
