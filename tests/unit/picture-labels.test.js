/** Tables that name pictures: which of them label which folder. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';

const { labelTableOf } = await import('../../www/engine/label-tables.js');
const { labelled } = await import('../../www/engine/picture-labels.js');

/** @param {string} folder @param {string[]} names @param {number[] | null} [labels] */
const album = (folder, names, labels = null) =>
  /** @type {any} */ ({
    folder,
    labels,
    names: new Map(),
    entries: names.map((name) => ({ name: `${folder}/${name}` })),
  });

/** An IDX file of bytes. @param {number[]} values */
const bytes = (...values) => new File([new Uint8Array([0, 0, 8, 1, 0, 0, 0, values.length, ...values])], 'labels');

/** @param {string} name @param {Record<string, number>} labels */
async function table(name, labels) {
  const rowNames = Object.keys(labels).map((row) => `${row}\n`);
  const columns = /** @type {any} */ ({ classNames: [[1, 'cat']] });
  const made = await labelTableOf(name, {
    labels: bytes(...Object.values(labels)),
    rowNames: rowNames.join(''),
    damage: null,
    columns,
  });
  assert.ok(made);
  return made;
}

/** The labels of each album. @param {any[]} albums @param {Promise<any>[]} tables */
const labels = async (albums, ...tables) =>
  (await labelled(albums, await Promise.all(tables))).albums.map(({ labels }) => labels);

test('pictures are named with or without their folders and extensions', async () => {
  const photos = album('in/photos', ['a.png', 'b.c.PNG']);
  for (const [one, other] of [
    ['a.png', 'b.c.png'],
    ['a', 'b.c'],
    ['photos/a.png', './photos/b.c'],
    ['in\\photos\\A', '/in/photos/B.c.png'],
  ]) {
    const names = await table('in/labels.csv', { [one]: 1, [other]: 0 });
    const { albums, used } = await labelled([photos], [names]);
    const from = { tables: [names], none: -1, unnamed: [] };
    assert.deepEqual(albums, [{ ...photos, labels: [1, 0], names: new Map([[1, 'cat']]), table: from }]);
    assert.deepEqual([...used], [names]);
  }
});

test('names that differ in letter case only are told apart', async () => {
  const twins = album('x', ['a.png', 'A.png', 'b.png']);
  assert.deepEqual(await labels([twins], table('t.csv', { 'A.png': 3, 'a.png': 2, 'B.png': 1 })), [[2, 3, 1]]);
  assert.deepEqual(await labels([twins], table('t.csv', { A: 3, a: 2, B: 1 })), [[2, 3, 1]]);
  // The row is that of one of them.
  assert.deepEqual(await labels([twins], table('t.csv', { 'a.png': 2, 'b.png': 1 })), [[2, -1, 1]]);
  // Two rows are as near to a name.
  assert.deepEqual(
    await labels([album('x', ['Ab.png', 'b.png'])], table('t.csv', { 'AB.png': 3, 'ab.png': 2, b: 1 })),
    [[-1, 1]],
  );
  const folders = [album('set/x', ['1.png', '2.png']), album('set/X', ['1.png', '2.png'])];
  const both = { 'x/1.png': 1, 'x/2.png': 2, 'X/1.png': 3, 'X/2.png': 4 };
  assert.deepEqual(await labels(folders, table('set/t.csv', both)), [
    [1, 2],
    [3, 4],
  ]);
  // Names in a folder that is written in two ways.
  const names = { 'IMG/p/a.png': 1, 'img/p/b.png': 2 };
  assert.deepEqual(await labels([album('p', ['a.png', 'b.png'])], table('t.csv', names)), [[1, 2]]);
});

test('several tables can label the pictures of a folder', async () => {
  const photos = album('photos', ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']);
  const parts = [
    table('train.txt', { 'a.png': 1, 'b.png': 0 }),
    table('val.txt', { 'c.png': 2, 'd.png': 1, 'a.png': 7 }),
  ];
  const { albums, used } = await labelled([photos], await Promise.all(parts));
  assert.deepEqual([albums[0].labels, albums[0].table?.unnamed, used.size], [[7, 0, 2, 1, -1], ['photos/e.png'], 2]);
  // Each numbers its words in its own order.
  const named = async (/** @type {string} */ name, /** @type {[number, string][]} */ names) => ({
    ...(await table(name, name === 'one' ? { a: 0, b: 1 } : { c: 0, d: 1, e: 2 })),
    names: new Map(names),
  });
  const words = [
    await named('one', [
      [0, 'cat'],
      [1, 'dog'],
    ]),
    await named('two', [
      [0, 'ant'],
      [1, 'cat'],
      [2, 'dog'],
    ]),
  ];
  const [joined] = (await labelled([photos], words)).albums;
  assert.deepEqual(
    joined.labels?.map((label) => joined.names.get(label)),
    ['cat', 'dog', 'ant', 'cat', 'dog'],
  );
  // Classes have one number in all folders, in the order of their names.
  const apart = words.map(({ rows, ...rest }, at) => ({ ...rest, rows, name: `p${at}/t.csv`, folder: `p${at}` }));
  const both = [album('p0', ['a.png', 'b.png']), album('p1', ['c.png', 'd.png', 'e.png'])];
  const shared = (await labelled(both, apart)).albums;
  assert.deepEqual(
    shared.map(({ labels, names }) => [labels, [...names]]),
    [
      [
        [1, 2],
        [
          [1, 'cat'],
          [2, 'dog'],
        ],
      ],
      [
        [0, 1, 2],
        [
          [0, 'ant'],
          [1, 'cat'],
          [2, 'dog'],
        ],
      ],
    ],
  );
  // Another table of the same pictures is not about the rest.
  const other = await table('other', { a: 5, b: 5, c: 5, e: 5 });
  const most = await table('most', { a: 1, b: 1, c: 1, d: 1 });
  assert.deepEqual((await labelled([photos], [most, other])).albums[0].labels, [1, 1, 1, 1, -1]);
});

test('the table that names the most pictures comes first, in any order', async () => {
  const photos = album('photos', ['1.png', '2.png', '3.png', '4.png', '5.png']);
  const few = await table('few.csv', { '3.png': 9, '4.png': 9 });
  for (const all of [
    await table('ids.csv', { 1: 0, 2: 1, 3: 2, 4: 3, 5: 4 }),
    await table('all.csv', { '1.png': 0, '2.png': 1, '3.png': 2, '4.png': 3, '5.png': 4 }),
  ])
    for (const tables of [
      [few, all],
      [all, few],
    ])
      assert.deepEqual((await labelled([photos], tables)).albums[0].labels, [0, 1, 2, 3, 4]);
  // Numbers are no words.
  const words = await table('words.csv', { '1.png': 1, '2.png': 1, '5.png': 1 });
  const numbers = { ...few, names: new Map() };
  assert.deepEqual((await labelled([photos], [numbers, words])).albums[0].labels, [1, 1, -1, -1, 1]);
});

test('a table that names few of the pictures does not label them', async () => {
  const photos = album('photos', ['a.png', 'b.png', 'c.png', 'd.png']);
  assert.deepEqual(await labels([photos], table('t.csv', { a: 3, x: 1, y: 1 })), [null]);
  const { albums } = await labelled([photos], [await table('t.csv', { a: 3, b: 1, x: 1 })]);
  assert.deepEqual(
    [albums[0].labels, albums[0].table?.unnamed],
    [
      [3, 1, -1, -1],
      ['photos/c.png', 'photos/d.png'],
    ],
  );
  // Those in classes have labels.
  const classes = album('classes', ['a.png', 'b.png'], [0, 1]);
  assert.deepEqual(await labels([classes], table('t.csv', { a: 3, b: 1 })), [[0, 1]]);
  // A picture with two labels has none.
  assert.deepEqual(
    await labels([album('x', ['a.png', 'b.png'])], table('t.csv', { 'a.png': 3, 'b.png': 1, './a.png': 4 })),
    [[-1, 1]],
  );
});

test('numbers name exactly the pictures of one folder', async () => {
  const train = album('in/train', ['0001.png', '2.png']);
  const test = album('in/test', ['1.png', '2.png', '3.png']);
  assert.deepEqual(await labels([train, test], table('in/trainLabels.csv', { 1: 5, 2: 6 })), [[5, 6], null]);
  const same = album('in/test', ['1.png', '2.png']);
  assert.deepEqual(await labels([same, train], table('in/trainLabels.csv', { 1: 5, 2: 6 })), [null, [5, 6]]);
  assert.deepEqual(await labels([same, train], table('in/labels.csv', { 1: 5, 2: 6 })), [null, null]);
});

test('names can have more folders than the pictures', async () => {
  const cats = album('set/cats', ['1.png', '2.png']);
  const dogs = album('set/dogs', ['1.png', '2.png']);
  const paths = (/** @type {string} */ root) =>
    table('set/list.txt', {
      [`${root}cats/1.png`]: 1,
      [`${root}cats/2.png`]: 0,
      [`${root}dogs/1.png`]: 3,
      [`${root}dogs/2.png`]: 2,
    });
  for (const root of ['/home/me/data/', 'C:\\data\\set\\', '../', 'old/'])
    assert.deepEqual(
      await labels([cats, dogs], paths(root)),
      [
        [1, 0],
        [3, 2],
      ],
      root,
    );
  // A folder of the same name in another part is another one.
  const [train, test] = ['train', 'test'].map((part) => album(`set/${part}/images`, ['1.png', '2.png']));
  const list = (/** @type {string} */ part, /** @type {number} */ label, /** @type {string} */ root = '') =>
    table(`set/${part}.csv`, { [`${root}${part}/images/1.png`]: label, [`${root}${part}/images/2.png`]: label });
  for (const root of ['', '/data/']) {
    assert.deepEqual(await labels([train, test], list('train', 3, root)), [[3, 3], null], root);
    assert.deepEqual(await labels([train, test], list('train', 3, root), list('test', 4, root)), [
      [3, 3],
      [4, 4],
    ]);
  }
  // Those in another folder are others.
  const ants = table('set/list.txt', { '/data/ants/1.png': 1, '/data/ants/2.png': 0 });
  assert.deepEqual(await labels([cats], ants), [null]);
});

test('a table that contradicts another, or itself, is reported', async () => {
  const photos = album('photos', ['a.png', 'b.png', 'c.png']);
  const [one, other] = [await table('one.csv', { a: 1, b: 1, c: 2 }), await table('other.csv', { a: 1, b: 2, c: 1 })];
  const { used, faults } = await labelled([photos], [one, other]);
  const conflict = (/** @type {any} */ fault) => [fault.name, fault.found, fault.columnName, fault.pictures.first];
  assert.deepEqual([...used], [one]);
  assert.deepEqual(
    [...faults].map(([table, fault]) => [table.name, ...conflict(fault)]),
    [['other.csv', 'CsvConflict', 2, 'one.csv', 'photos/b.png']],
  );
  // The same class has another number in each.
  const words = { ...one, labels: one.labels.map((label) => 3 - label) };
  const swapped = /** @type {any} */ ([
    {
      ...one,
      names: new Map([
        [1, 'cat'],
        [2, 'dog'],
      ]),
    },
    {
      ...words,
      name: 'swapped.csv',
      names: new Map([
        [1, 'dog'],
        [2, 'cat'],
      ]),
    },
  ]);
  assert.equal((await labelled([photos], swapped)).faults.size, 0);
  // Words about other things contradict nothing.
  const sexes = {
    ...one,
    name: 'sex.csv',
    names: new Map([
      [1, 'm'],
      [2, 'f'],
    ]),
  };
  assert.equal((await labelled([photos], /** @type {any} */ ([swapped[0], sexes]))).faults.size, 0);
  // All folders count, and the table that gave a label is named.
  const more = album('more', ['d.png', 'e.png']);
  const parts = [
    await table('a.csv', { 'photos/a.png': 1 }),
    await table('b.csv', { 'photos/b.png': 1, 'photos/c.png': 2, 'more/d.png': 1, 'more/e.png': 1 }),
    await table('c.csv', { 'photos/b.png': 1, 'photos/c.png': 1, 'more/d.png': 2, 'more/e.png': 2 }),
  ];
  const [last] = [...(await labelled([photos, more], parts)).faults.values()];
  assert.deepEqual(conflict(last), ['CsvConflict', 3, 'b.csv', 'photos/c.png']);
  // The same table once more is no contradiction, whatever else is in the drop.
  const other2 = album('else', ['x.png', 'y.png']);
  assert.equal((await labelled([photos, other2], [one, { ...one, name: 'copy.csv' }])).faults.size, 0);
  // Names without folders do not tell which folder is meant.
  const [cats, dogs] = [album('in/cats', ['1.png', '2.png']), album('in/dogs', ['1.png', '2.png'])];
  const names = await table('in/labels.csv', { '1.png': 1, '2.png': 0 });
  assert.equal((await labelled([cats, dogs], [names])).faults.get(names)?.name, 'CsvFolders');
  const boxes = await table('boxes.csv', { 'a.png': 1, './a.png': 2, 'b.png': 1, './b.png': 2 });
  const fault = (await labelled([photos], [boxes])).faults.get(boxes);
  assert.deepEqual([fault?.name, fault?.found, fault?.pictures?.first], ['CsvSeveral', 2, 'photos/a.png']);
});

test('a table that divides pictures otherwise than their folders is reported', async () => {
  const classes = album('in', ['cat/1.png', 'cat/2.png', 'dog/3.png', 'dog/4.png'], [0, 0, 1, 1]);
  for (const [labels, first] of /** @type {const} */ ([
    // As the folders, whatever the numbers are.
    [[7, 7, 5, 5], null],
    [[7, 7, 5, 7], 'in/dog/4.png'],
    // Finer than the folders.
    [[1, 2, 3, 3], 'in/cat/1.png'],
  ])) {
    const names = Object.fromEntries(labels.map((label, at) => [`${at + 1}.png`, label]));
    const [fault] = [...(await labelled([classes], [await table('in/t.csv', names)])).faults.values()];
    assert.deepEqual([fault?.name, fault?.pictures?.first], first ? ['CsvClasses', first] : [undefined, undefined]);
  }
});

test('names without folders can be those of several folders, if each is in one', async () => {
  const parts = [album('in/part_1', ['a.png', 'b.png']), album('in/part_2', ['c.png', 'd.png'])];
  assert.deepEqual(await labels(parts, table('in/meta.csv', { a: 1, b: 2, c: 3, d: 4 })), [
    [1, 2],
    [3, 4],
  ]);
});

test('a table is about the pictures beside it or below', async () => {
  const train = album('in/train', ['1.png', '2.png']);
  const test = album('in/test', ['1.png', '2.png']);
  const names = { '1.png': 5, '2.png': 6 };
  const others = { '1.png': 7, '2.png': 8 };
  const both = [table('in/train/metadata.csv', names), table('in/test/metadata.csv', others)];
  assert.deepEqual(await labels([train, test], ...both), [
    [5, 6],
    [7, 8],
  ]);
  assert.deepEqual(await labels([train, test], both[0]), [[5, 6], null]);
  assert.deepEqual(await labels([train, test], table('in/train.csv', names), table('in/test.csv', others)), [
    [5, 6],
    [7, 8],
  ]);
  // Without folders, names are those of one folder.
  assert.deepEqual(await labels([train, test], table('in/labels.csv', names)), [null, null]);
  const all = { 'train/1.png': 5, 'train/2.png': 6, 'test/1.png': 7, 'test/2.png': 8 };
  assert.deepEqual(await labels([train, test], table('in/labels.csv', all)), [
    [5, 6],
    [7, 8],
  ]);
  // One in another folder, too.
  assert.deepEqual(await labels([album('in/images', ['a.png', 'b.png'])], table('in/tables/x.csv', { a: 3, b: 4 })), [
    [3, 4],
  ]);
});

test('another column of a table has the same rows, unless some have no label there', async () => {
  const one = await table('t.csv', { a: 1, b: 2, a2: 1 });
  const other = (/** @type {string} */ rowNames, /** @type {number[]} */ ...labels) =>
    labelTableOf('t.csv', /** @type {any} */ ({ labels: bytes(...labels), rowNames, damage: null }), one);
  const same = await other(one.rowNames, 7, 8, 9);
  assert.deepEqual([same?.rows === one.rows, same?.labels], [true, [7, 8, 9]]);
  const less = await other('b\na2\n', 8, 9);
  assert.deepEqual(
    ['a', 'b', 'a2'].map((name) => less?.rows.get(name, true)),
    [undefined, 0, 1],
  );
});

test('the labels are those in the file, with the names of the rows', async () => {
  const of = async (/** @type {number[]} */ file, rowNames = 'a\n./b\n') =>
    labelTableOf('t.csv', /** @type {any} */ ({ labels: new File([new Uint8Array(file)], 'labels'), rowNames }));
  const wide = await of([0, 0, 12, 1, 0, 0, 0, 2, 255, 255, 255, 255, 0, 0, 1, 0]);
  assert.deepEqual(wide?.labels, [-1, 256]);
  assert.deepEqual([wide?.rows.get('a', true), wide?.rows.get('b', true), wide?.rows.size], [0, 1, 2]);
  assert.equal(wide?.none, -2, 'a label that the table does not have');
  const floats = await of([0, 0, 13, 1, 0, 0, 0, 2, 0x3f, 0, 0, 0, 0x3e, 0x80, 0, 0]);
  assert.deepEqual([floats.labels, floats.none], [[0.5, 0.25], NaN]);
  assert.equal(await of([0, 0, 11, 1, 0, 0, 0, 2, 0, 0, 0, 0]), null, 'a type that tables do not give');
  assert.equal(await of([0, 0, 8, 1, 0, 0, 0, 2, 7, 8], ''), null, 'no names');
});
