/** Choosing the label of a table: what is open stays unless another column can be the label. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { AskedTables } from '../../www/engine/asked-tables.js';
import { done, stepping, WATCH } from './steps.js';

const [images, labels] = [new File([], 'images'), new File([], 'labels')];
const entry = { file: new File([''], 'a.csv'), name: 'a.csv' };
const columns = {
  count: 3,
  label: 1,
  oneHot: 0,
  labelName: null,
  named: false,
  classNames: [],
  choices: [],
  leftOut: [],
  missing: 0,
};
const damage = { name: 'CsvRagged', row: 9 };

/** A table that was asked about, and what answering it gives. @param {object} answer @param {any} [wasDamaged] */
async function choose(answer, wasDamaged = null) {
  /** @type {any[]} */
  const reports = [];
  /** @type {string[]} */
  const retracted = [];
  const tables = new AskedTables(
    () => stepping(done(answer)),
    (file, faults) => reports.push([file, ...faults.map(({ name, labelColumn }) => [name, labelColumn?.refused])]),
    (file, faults) => retracted.push(...faults.map(({ name }) => `${name}:${file}`)),
  );
  const fault = {
    name: 'CsvLabel',
    labelColumn: { count: 3, at: 1, oneHot: 0, choices: [], isChosen: false, refused: null, chosenAt: 'alert' },
  };
  const made = [{ file: images, name: 'old' }];
  tables.ask(entry, /** @type {any} */ ({ files: made, faults: [fault], columns: [], damage: wasDamaged }));
  const relabelled = await tables.relabelled('CsvLabel:a.csv', 3, WATCH);
  return {
    tables,
    made: relabelled?.made,
    files: relabelled?.table.files.map(({ name }) => name),
    report: reports.at(-1),
    retracted,
  };
}

test('a table with another label takes the place of the files that came out before', async () => {
  const { made, files, report, retracted } = await choose({
    images,
    labels,
    columns: { ...columns, label: 3 },
    damage: null,
  });
  assert.deepEqual([made, files], [[images], ['a.csv/a-images', 'a.csv/a-labels']]);
  assert.deepEqual(report, ['a.csv', ['CsvLabel', null]]);
  // What was left out before may be the label now.
  assert.ok(retracted.includes('CsvLeftOut:a.csv'));
});

test('a column that cannot be the label is refused, and nothing is opened', async () => {
  const other = { images, labels: null, columns: { ...columns, label: null }, damage: null };
  const less = { images, labels, columns: { ...columns, label: 3 }, damage };
  for (const answer of [null, other, less]) {
    const { files, report } = await choose(answer ?? {});
    assert.deepEqual([files, report], [undefined, ['a.csv', ['CsvLabel', 3]]]);
  }
  // The same damage as before is none of the label.
  assert.ok((await choose(less, damage)).files);
});

test('what was closed is forgotten, and the table can be read again', async () => {
  const { tables } = await choose({ images, labels, columns: { ...columns, label: 3 }, damage: null });
  tables.forget([labels]);
  assert.deepEqual((await tables.relabelled('CsvLabel:a.csv', 3, WATCH))?.made, [labels]);
  assert.equal(await tables.relabelled('CsvLabel:b.csv', 3, WATCH), null);
});
