/** The columns of a table that can each be the label of its pictures. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';

const { addColumns } = await import('../../www/engine/label-columns.js');

const ROWS = new Map([
  ['a', 0],
  ['b', 1],
]);

/** @param {number | null} label @param {object} [other] */
const table = (label, other) =>
  /** @type {any} */ ({
    name: 'x/t.csv',
    labels: [Number(label), 10 + Number(label)],
    rows: ROWS,
    stems: new Map(),
    roots: [],
    none: -1,
    names: new Map([[Number(label), `name ${label}`]]),
    columns: {
      label,
      labelName: `column ${label}`,
      oneHot: 0,
      choices: [
        [2, 'two'],
        [3, 'three'],
        [4, 'four'],
      ],
    },
    damage: null,
    ...other,
  });

/** Two pictures that the table names, and one that it does not. @param {number} first  the column that labels them */
const album = (first) =>
  /** @type {any} */ ({
    folder: 'x',
    entries: ['x/b.png', 'x/a.png', 'x/c.png'].map((name) => ({ name })),
    labels: [10 + first, first, -1],
    names: new Map([[first, `name ${first}`]]),
  });

test('a picture has a label of each column, one after the other', async () => {
  const photos = album(3);
  /** @type {number[]} */
  const asked = [];
  const read = async (/** @type {number} */ column) => {
    asked.push(column);
    return table(column);
  };
  assert.equal(await addColumns([photos], table(3), read), true);
  assert.deepEqual(
    [asked, photos.labels],
    [
      [2, 4],
      [13, 12, 14, 3, 2, 4, -1, -1, -1],
    ],
  );
  const column = (/** @type {number} */ label) => ({
    meaning: `column ${label}`,
    name: 'x/t.csv/metadata',
    names: new Map([[label, `name ${label}`]]),
  });
  // The third picture is in no row.
  assert.deepEqual(photos.columns, [column(3), { ...column(2), none: -1 }, { ...column(4), none: -1 }]);
});

test('the first column has the class names of its album', async () => {
  const photos = { ...album(3), names: new Map([[9, 'as in all tables']]) };
  await addColumns([photos], table(3), async (column) => table(column));
  assert.deepEqual(photos.columns[0].names, photos.names);
  assert.deepEqual(photos.columns[1].names, new Map([[2, 'name 2']]));
  // Without an album there is nothing to read.
  assert.equal(await addColumns([], table(3), () => assert.fail()), false);
});

test('columns that can be no label are left out', async () => {
  const damage = { name: 'CsvRagged', row: 9 };
  // Words that are no classes, and a column that ends early.
  const answers = new Map([
    [2, table(null)],
    [4, table(4, { damage })],
  ]);
  const read = async (/** @type {number} */ column) => answers.get(column) ?? null;
  const photos = album(3);
  assert.equal(await addColumns([photos], table(3), read), false);
  assert.deepEqual([photos.labels, photos.columns], [[13, 3, -1], undefined]);
  // Its rows are others where some have no label.
  const gap = { rows: new Map([['b', 0]]), labels: [7] };
  answers.set(2, table(2, gap));
  const others = album(3);
  assert.equal(await addColumns([others], table(3), read), true);
  assert.deepEqual(others.labels, [13, 7, 3, -1, -1, -1]);
  answers.set(2, table(null));
  // What damages the table damages all of its columns.
  assert.equal(await addColumns([photos], table(3, { damage }), read), true);
  assert.deepEqual(photos.labels, [13, 14, 3, 4, -1, -1]);
  const classes = table(2);
  classes.columns.oneHot = 3;
  assert.equal(await addColumns([album(2)], classes, read), false, 'columns for a class each');
});

test('a column of names gives the classes their names, and is no label', async () => {
  /** @param {number[]} labels  of the pictures @param {object} others */
  const joined = async (labels, others) => {
    const photos = { ...album(0), labels, names: new Map([[7, 'rook-bird']]) };
    const label = table(0, { names: new Map() });
    const words = new Map([
      [3, 'rook, bird'],
      [13, 'owl'],
    ]);
    const read = async (/** @type {number} */ column) =>
      table(column, column === 3 ? { names: words, columns: { ...table(3).columns, ...others } } : {});
    await addColumns([photos], label, read);
    return { names: [...photos.names], columns: photos.columns.map(({ meaning }) => meaning) };
  };
  // The names of rows b, a and none. The third picture is in no row.
  const two = ['column 0', 'column 2', 'column 4'];
  assert.deepEqual(await joined([8, 7, -1], { labelName: 'class_name' }), {
    names: [
      [7, 'rook, bird'],
      [8, 'owl'],
    ],
    columns: two,
  });
  // A picture without a class can have a name.
  const photos = { ...album(0), labels: [8, 7, -1], table: { tables: [], none: 8, unnamed: [] } };
  const words = new Map([
    [3, 'owl'],
    [13, 'owl'],
  ]);
  const named = { names: words, columns: { ...table(3).columns, labelName: 'name' } };
  await addColumns([photos], table(0, { names: new Map() }), async (column) =>
    table(column, column === 3 ? named : {}),
  );
  assert.equal(photos.names.get(7), 'owl');
  // Several names of one class, one name of several classes, and a column that is called otherwise.
  for (const [labels, name] of /** @type {[number[], string][]} */ ([
    [[7, 7, -1], 'name'],
    [[8, 7, -1], 'kind'],
  ]))
    assert.deepEqual(await joined(labels, { labelName: name }), {
      names: [[7, 'rook-bird']],
      columns: ['column 0', 'column 2', name, 'column 4'],
    });
});

test('the names of pictures in an export are no label', async () => {
  const photos = album(3);
  const choices = [
    [2, 'original_file'],
    [3, 'three'],
  ];
  const { columns } = table(3);
  assert.equal(await addColumns([photos], table(3, { columns: { ...columns, choices } }), () => assert.fail()), false);
});
