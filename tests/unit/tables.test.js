/** Files that hold images and labels in one: the names of the two files, and the messages about them. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';
import { Intake } from '../../www/engine/intake.js';
import { recordsIn, tableIn } from '../../www/engine/tables.js';
import { converting, done, stepping, WATCH } from './steps.js';

const file = new File(['label,a,b\n1,2,3\n'], 'train.csv');
const [images, labels] = [new File([], ''), new File([], '')];

/** An engine that gives this answer. @param {object | null} answer */
const engine = (answer) => stepping(done(answer));

const named = { count: 3, label: 1, oneHot: 0, named: true, choices: [], shortLine: null };

test('the two files are named after the table, so that they are paired', async () => {
  const root = /** @type {any} */ ({});
  const sources = [{ name: 'a/train-0.csv', root }];
  const table = await tableIn(
    engine({ images, labels, columns: named }),
    { file, name: 'a/train.csv.gz', root, sources },
    { only: 'images' },
    WATCH,
  );
  assert.deepEqual(table?.faults, []);
  assert.deepEqual(table?.files, [
    { file: images, name: 'a/train.csv.gz/train-images', root, archive: 'a/train.csv.gz', sources },
    { file: labels, name: 'a/train.csv.gz/train-labels', root, archive: 'a/train.csv.gz', sources },
  ]);
  const packed = { file, name: 'x.zip/train.csv', archive: 'x.zip' };
  const inside = await tableIn(engine({ images, labels: null, columns: named }), packed, { only: 'images' }, WATCH);
  assert.deepEqual(inside?.files, [
    { file: images, name: 'x.zip/train.csv/train-images', root: null, archive: 'x.zip', sources: undefined },
  ]);
});

test('what was guessed or left out is reported', async () => {
  const faults = async (/** @type {object} */ columns) =>
    (
      await tableIn(
        engine({ images, labels, columns: { ...named, ...columns } }),
        { file, name: 'a.csv' },
        { only: '' },
        WATCH,
      )
    )?.faults;
  /** @param {object} [how] */
  const label = (how) => ({
    name: 'CsvLabel',
    columnName: '',
    labelColumn: { count: 3, at: 1, oneHot: 0, choices: [], isChosen: false, refused: null, chosenAt: 'alert', ...how },
  });
  assert.deepEqual(await faults({ named: false }), [label()]);
  assert.deepEqual(await faults({ named: false, label: null }), [label({ at: 0 })]);
  assert.deepEqual(await faults({ named: false, labelName: 'kind' }), [{ ...label(), columnName: 'kind' }]);
  // Where the columns are listed, "none" is one of the choices.
  assert.deepEqual(await faults({ named: false, choices: [[1, 'kind']] }), [
    label({
      choices: [
        [1, 'kind'],
        [0, ''],
      ],
    }),
  ]);
  assert.deepEqual(await faults({ missing: 4 }), [{ name: 'CsvMissingValues', found: 4 }]);
  assert.deepEqual(await faults({ shortLine: 9 }), [{ name: 'CsvShort', row: 9 }]);
  assert.deepEqual(await faults({ leftOut: ['Usage'] }), [{ name: 'CsvLeftOut', found: 1, columns: '“Usage”' }]);
  const many = { name: 'CsvLeftOut', found: 6, columns: '“1”, “2”, “3”, “4”, “5”, …' };
  assert.deepEqual(await faults({ leftOut: [...'123456'] }), [many]);
});

test('the label that the user chose is asked for, and reported', async () => {
  /** @type {unknown[][]} */
  const calls = [];
  const answer = engine({ images, labels, columns: { ...named, label: 3 } });
  const recording = /** @type {any} */ ({
    call: (/** @type {[string, ...unknown[]]} */ ...call) => {
      calls.push(call);
      return /** @type {any} */ (answer).call(...call);
    },
  });
  const table = await tableIn(recording, { file, name: 'a.csv' }, { only: '', label: 3 }, WATCH);
  assert.deepEqual(calls[0], ['beginConversion', 'table', file, { only: '', label: 3 }]);
  const { at, isChosen } = table?.faults[0].labelColumn ?? {};
  assert.deepEqual([at, isChosen], [3, true]);
});

test('words that are labels become the names of the classes', async () => {
  const classNames = [
    [0, 'cat'],
    [1, 'dog'],
  ];
  const table = await tableIn(
    engine({ images, labels, columns: { ...named, classNames } }),
    { file, name: 'a.csv' },
    { only: 'images' },
    WATCH,
  );
  assert.deepEqual(table?.columns, [
    {
      meaning: '',
      name: 'a.csv/metadata',
      names: new Map([
        [0, 'cat'],
        [1, 'dog'],
      ]),
    },
  ]);
});

test('records are named after their dataset, and other files are none', async () => {
  const batch = { file, name: 'cifar/data_batch_1.bin' };
  const records = await recordsIn(engine({ images, labels, set: 'cifar-10' }), batch, WATCH);
  assert.deepEqual(
    records?.files.map(({ name }) => name),
    ['cifar/data_batch_1.bin/cifar-10-data_batch_1-images', 'cifar/data_batch_1.bin/cifar-10-data_batch_1-labels'],
  );
  assert.equal(await recordsIn(engine(null), batch, WATCH), null);
  assert.equal(await tableIn(engine(null), batch, { only: 'images' }, WATCH), null);
});

/**
 * What comes of a drop of these files.
 * @param {string[]} names  of tables, of which only those called "pixels" certainly hold images; a broken one has a fault
 * @param {boolean} hasLabels  whether a dataset with labels is open
 */
async function drop(names, hasLabels) {
  /** @type {any} */
  const files = {
    /** @param {{ name: string }} origin @param {(...report: any[]) => void} refuse */
    inspect: async ({ name }, refuse) => {
      if (!name.endsWith('.csv')) return { name, role: name.split('-').at(-1) };
      refuse(`refused:${name}`, name, { name: 'Csv', head: [1] });
      return null;
    },
  };
  const engine = converting((_, { name }, { only }) => {
    if (name === 'cut.csv') return { images, labels, items: 3, columns: named, damage: { name: 'CsvRagged', row: 9 } };
    if (name === 'broken.csv') throw Object.assign(new Error('line 2'), { name: 'CsvWord', row: 2 });
    return only && name !== 'pixels.csv' ? null : { images, labels, columns: named };
  });
  /** @type {any} */
  const mappings = { read: async () => null };
  const intake = new Intake(
    () => engine,
    files,
    mappings,
    () => {},
    () => (hasLabels ? [/** @type {any} */ ({ images: null, labels: {} })] : []),
  );
  const taken = await intake.take(
    names.map((name) => ({ file: new File([], name), name })),
    '',
    () => false,
  );
  const refused = taken.refusals.map(({ report: [, file, { name }] }) => [file, name]);
  return [taken.opened.map(({ name }) => name), refused];
}

test('a table that may hold predictions is left to them where there are labels', async () => {
  const open = ['rows.csv/rows-images', 'rows.csv/rows-labels'];
  assert.deepEqual(await drop(['rows.csv'], false), [open, []]);
  assert.deepEqual(await drop(['rows.csv'], true), [[], [['rows.csv', 'Csv']]]);
  const pixels = ['pixels.csv/pixels-images', 'pixels.csv/pixels-labels'];
  assert.deepEqual(await drop(['pixels.csv'], true), [pixels, []]);
  assert.deepEqual(await drop(['rows.csv', 'pixels.csv'], false), [pixels, [['rows.csv', 'Csv']]]);
  assert.deepEqual(await drop(['broken.csv'], true), [[], [['broken.csv', 'CsvWord']]]);
});

test('the rows before a damaged line open', async () => {
  const open = ['cut.csv/cut-images', 'cut.csv/cut-labels'];
  assert.deepEqual(await drop(['cut.csv'], true), [open, [['cut.csv', 'CsvRagged']]]);
  // One that is also too short is named once.
  const cut = { images, labels, items: 3, columns: { ...named, shortLine: 8 }, damage: { name: 'CsvRagged', row: 9 } };
  const table = await tableIn(engine(cut), { file, name: 'cut.csv' }, { only: 'images' }, WATCH);
  assert.deepEqual([table?.faults, table?.damage], [[], { name: 'CsvRagged', row: 9, opened: 3 }]);
});
