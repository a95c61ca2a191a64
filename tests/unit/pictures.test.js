/** Folders of pictures: which of them are a dataset, and the messages about pictures that are left out. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Intake } from '../../www/engine/intake.js';
import { albumsOf, imagesOf } from '../../www/engine/pictures.js';
import { converting, done, half, stepping, WATCH } from './steps.js';

/** @param {string} name @param {string} [archive] */
const entry = (name, archive) => ({ file: new File([], name), name, ...(archive ? { archive } : {}) });
/** @param {string[]} names */
const albums = (...names) =>
  albumsOf(names.map((name) => entry(name))).map(({ folder, entries, labels, names }) => ({
    folder,
    pictures: entries.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)).join(' '),
    labels,
    names: [...names.values()].join(' '),
  }));

test('the folders in one folder are classes, in the order of their names', () => {
  assert.deepEqual(albums('pets/dog/10.png', 'pets/dog/9.png', 'pets/cat/1.jpg', 'pets/Ox/2.gif'), [
    { folder: 'pets', pictures: '2.gif 1.jpg 9.png 10.png', labels: [0, 1, 2, 2], names: 'Ox cat dog' },
  ]);
});

test('folders that differ in letter case only are different classes', () => {
  const [{ labels, names }] = albums('x/cat/1.png', 'x/Cat/1.png', 'x/dog/1.png');
  assert.deepEqual([labels, names], [[0, 1, 2], 'Cat cat dog']);
});

test('pictures in a folder called unlabelled have no class beside others', () => {
  const [album] = albumsOf(['x/7-owl/a.png', 'x/8/b.png', 'x/Unlabeled/c.png'].map((name) => entry(name)));
  assert.deepEqual(album.labels, [7, 8, -1]);
  assert.deepEqual([...album.names], [[7, 'owl']]);
  assert.deepEqual(album.table, { tables: [], none: -1, unnamed: ['x/Unlabeled/c.png'] });
  // Beside train and test it is a part of the set.
  assert.deepEqual(
    albums('x/train/a.png', 'x/test/b.png', 'x/unlabeled/c.png').map(({ labels }) => labels),
    [null, null, null],
  );
});

test('folders that are numbers are labels', () => {
  assert.deepEqual(albums('x/train/7/a.png', 'x/train/10/b.png', 'x/test/7/c.png', 'x/test/0/d.png'), [
    { folder: 'x/train', pictures: 'b.png a.png', labels: [10, 7], names: '' },
    { folder: 'x/test', pictures: 'd.png c.png', labels: [0, 7], names: '' },
  ]);
  assert.equal(albums('x/01/a.png', 'x/1/b.png')[0].names, '01 1');
  // As the page exports them.
  assert.deepEqual(albums('x/08-owl/a.png', 'x/11/b.png'), [
    { folder: 'x', pictures: 'a.png b.png', labels: [8, 11], names: 'owl' },
  ]);
});

test('all datasets number their classes alike', () => {
  assert.deepEqual(
    albums('train/cat/a.png', 'train/dog/b.png', 'train/fox/c.png', 'test/fox/d.png', 'test/cat/e.png').map(
      ({ labels }) => labels,
    ),
    [
      [0, 1, 2],
      [0, 2],
    ],
  );
});

test('the parts of a set are no classes', () => {
  assert.deepEqual(
    albums('x/train/1.png', 'x/train/2.png', 'x/Test/1.png').map(({ folder, labels }) => [folder, labels]),
    [
      ['x/train', null],
      ['x/Test', null],
    ],
  );
  assert.equal(albums('x/images_part_1/1.png', 'x/images_part_2/2.png').length, 2);
  // Beside others, they are.
  assert.equal(albums('x/train/1.png', 'x/bus/1.png')[0].names, 'bus train');
});

test('pictures in one folder have no labels', () => {
  assert.deepEqual(albums('a.png', 'b.png'), [{ folder: '', pictures: 'a.png b.png', labels: null, names: '' }]);
  assert.deepEqual(albums('x/doc/a.png', 'y/b.png'), [
    { folder: 'x/doc', pictures: 'a.png', labels: null, names: '' },
    { folder: 'y', pictures: 'b.png', labels: null, names: '' },
  ]);
});

const [images, labels] = [new File([], 'images'), new File([], 'labels')];
const MADE = { images, labels, size: [28, 30], others: [], beyond: [], unreadable: [] };

test('the two files are named after the folder, and what is left out is reported', async () => {
  const [album] = albumsOf(['a.zip/x/0/1.png', 'a.zip/x/1/2.png'].map((name) => entry(name, 'a.zip')));
  const made = await imagesOf(stepping(half, done({ ...MADE, others: [1], unreadable: [1] })), album, WATCH);
  const of = { root: null, archive: 'a.zip' };
  assert.deepEqual(made?.files, [
    { file: images, name: 'a.zip/x/x-images', ...of, pictures: { folder: 'a.zip/x', names: 'a.zip/x/0/1.png\n' } },
    { file: labels, name: 'a.zip/x/x-labels', ...of },
  ]);
  const pictures = { width: 28, height: 30 };
  assert.deepEqual(made.faults, [
    { name: 'PictureSize', found: 1, expected: 2, pictures: { ...pictures, first: 'a.zip/x/1/2.png' } },
    { name: 'PictureDamaged', found: 1, expected: 2, pictures: { ...pictures, first: 'a.zip/x/1/2.png' } },
  ]);
  const name = async (/** @type {string[]} */ ...names) =>
    (await imagesOf(stepping(done(MADE)), albumsOf(names.map((name) => entry(name)))[0], WATCH))?.files[0].name;
  assert.equal(await name('0/1.png', '1/1.png'), 'pictures-images');
  assert.equal(await name('a.zip/0/1.png', 'a.zip/1/1.png'), 'a.zip/a-images');
});

/**
 * What comes of a drop of these files: those that open, class names, those passed over, and those refused.
 * @param {...string} names
 */
async function drop(...names) {
  /** @type {any} */
  const files = {
    /** @param {{ name: string }} origin @param {(...report: any[]) => void} refuse */
    inspect: async ({ name }, refuse) => {
      if (!name.endsWith('.png')) return { name };
      refuse(`refused:${name}`, name, { name: 'Png', head: [1] });
      return null;
    },
  };
  /** @type {any} */
  const mappings = { read: async () => null, create: (/** @type {string} */ name) => ({ name }) };
  const intake = new Intake(
    () => converting(() => MADE),
    files,
    mappings,
    () => {},
    () => [],
  );
  const {
    opened,
    mappings: named,
    passed,
    refusals,
  } = await intake.take(
    names.map((name) => entry(name)),
    '',
    () => false,
  );
  const refused = refusals.map(({ report }) => report[1]);
  return [opened.map(({ name }) => name), named.map(({ name }) => name), passed, refused];
}

test('classes open beside other data, and pictures in one folder only without', async () => {
  assert.deepEqual(await drop('x/a/1.png', 'x/b/2.png', 'y-images', 'doc/1.png', 'doc/2.png'), [
    ['y-images', 'x/x-images', 'x/x-labels'],
    ['x/class names'],
    ['doc/1.png', 'doc/2.png'],
    [],
  ]);
  assert.deepEqual(await drop('doc/1.png', 'doc/2.png'), [['doc/doc-images', 'doc/doc-labels'], [], [], []]);
  assert.deepEqual(await drop('1.png'), [[], [], [], ['1.png']]);
});
