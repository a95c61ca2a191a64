/** The columns of a table that can each be the label of its pictures. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';

const { columnsOf, withColumns } = await import('../../www/engine/label-columns.js');

/** @param {number | null} label @param {object} [other] */
const table = (label, other) =>
  /** @type {any} */ ({
    labels: new Map([
      ['a', Number(label)],
      ['b', 10 + Number(label)],
    ]),
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

test('all columns are read that can be the label', async () => {
  /** @type {number[]} */
  const asked = [];
  const answers = new Map([
    [2, table(2)],
    [4, table(4)],
  ]);
  const read = async (/** @type {number} */ column) => {
    asked.push(column);
    return answers.get(column) ?? null;
  };
  const all = await columnsOf(table(3), read);
  assert.deepEqual(
    [all.map(({ columns }) => columns?.label), asked],
    [
      [3, 2, 4],
      [2, 4],
    ],
  );
  // Words that are no classes, and a column that ends early.
  answers.set(2, table(null)).set(4, table(4, { damage: { name: 'CsvMissing', row: 9 } }));
  assert.equal((await columnsOf(table(3), read)).length, 1);
  // What damages the table damages all of its columns.
  const damage = { name: 'CsvRagged', row: 9 };
  answers.set(4, table(4, { damage }));
  assert.equal((await columnsOf(table(3, { damage }), read)).length, 2);
  const classes = table(2);
  classes.columns.oneHot = 3;
  assert.equal((await columnsOf(classes, read)).length, 1, 'columns for a class each');
});

test('a picture has a label of each column, one after the other', async () => {
  const entries = ['x/b.png', 'x/a.png', 'x/c.png'].map((name) => ({ name }));
  const album = /** @type {any} */ ({ folder: 'x', entries, labels: [13, 3, -1], names: new Map() });
  const { labels, columns } = await withColumns(album, [table(3), table(4)], 'x/metadata');
  assert.deepEqual(labels, [13, 14, 3, 4, -1, -1]);
  assert.deepEqual(columns, [
    { meaning: 'column 3', name: 'x/metadata', names: new Map([[3, 'name 3']]) },
    { meaning: 'column 4', name: 'x/metadata', names: new Map([[4, 'name 4']]) },
  ]);
});
