/** JSON as tables. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { tableOfJson } from '../../www/engine/json-tables.js';

/** @param {string} text */
const table = async (text, hasImages = true) => (await tableOfJson(new Blob([text]), hasImages))?.text();

test('values without short lists and objects become fields', async () => {
  const lines = [
    { file_name: 'a,1.png', label: 3, box: [1, 2], note: null },
    { label: 'a "b"\nc', file_name: 'b.png', other: 1 },
    { file_name: '#c.png' },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\r\n`).join('');
  assert.equal(
    await table(`${text}\n`),
    '"file_name","label","other"\n"a,1.png",3,\n"b.png","a ""b"" c",1\n"#c.png",,\n',
  );
});

test('lists of many numbers are fields, in lines, in an array and in an object of arrays', async () => {
  const images = [0, 1].map((image) => Array.from({ length: 4 }, () => [image, 1, 2, 3]));
  const rows = images.map((image, at) => ({ image, label: ['cat', 'dog'][at] }));
  const expected = `"image","label"\n${images.map((image, at) => `${image.flat().join(' ')},"${rows[at].label}"\n`).join('')}`;
  const whole = { note: 'two images', image: images, label: ['cat', 'dog'] };
  for (const text of [
    rows.map((row) => JSON.stringify(row)).join('\n'),
    JSON.stringify(rows, null, 2),
    JSON.stringify(whole),
  ])
    assert.equal(await table(text), expected, text);
  // Beside pictures they describe one.
  assert.equal(await table(JSON.stringify(rows), false), '"label"\n"cat"\n"dog"\n');
});

const LABELS = Array.from({ length: 12 }, (_, item) => item % 3);
const WORDS = LABELS.map((label) => ['cat', 'dog', 'owl'][label]);
/** @param {unknown[]} list */
const numbered = (list, first = 0) => Object.fromEntries(list.map((value, at) => [first + at, value]));
/** @param {Record<string, unknown[]>} columns */
const textOf = (columns) => {
  const quoted = (/** @type {unknown} */ value) => (typeof value === 'string' ? `"${value}"` : value);
  const rows = Object.values(columns)[0].map((_, row) => Object.values(columns).map((list) => quoted(list[row])));
  return [Object.keys(columns).map(quoted), ...rows].map((row) => `${row.join()}\n`).join('');
};

test('lists of labels have a row for each', async () => {
  const [label, labels] = [{ label: LABELS }, { labels: LABELS }].map(textOf);
  assert.equal(await table(JSON.stringify(LABELS)), label);
  assert.equal(await table(JSON.stringify(numbered(LABELS))), label);
  assert.equal(await table(JSON.stringify(numbered(LABELS, 1))), label);
  assert.equal(await table(JSON.stringify({ note: 'labels', labels: LABELS, others: [1, 2] })), labels);
  assert.equal(await table(JSON.stringify(WORDS)), textOf({ label: WORDS }));
  // A gap keeps its place, in each form.
  const gaps = LABELS.with(2, null);
  const withGaps = (/** @type {string} */ name) => textOf({ [name]: gaps.map((value) => value ?? NaN) });
  assert.equal(await table(JSON.stringify(gaps)), withGaps('label'));
  assert.equal(await table(JSON.stringify(numbered(gaps))), withGaps('label'));
  assert.equal(await table(JSON.stringify({ labels: gaps })), withGaps('labels'));
  assert.equal(await table(JSON.stringify({ label: numbered(gaps) })), withGaps('label'));
  assert.equal(await table(gaps.map((label) => JSON.stringify({ label })).join('\n')), withGaps('label'));
  const others = {
    'names of classes': WORDS.map((word, at) => word + at),
    'words with a gap': WORDS.with(2, null),
    'rows of words with a gap': WORDS.with(2, null).map((label) => ({ label })),
    'few numbers': LABELS.slice(3),
    losses: LABELS.map((label) => label + 0.5),
    'the points of a plot': { x: LABELS, y: LABELS.map((label) => label / 2) },
    'nothing at all': LABELS.map(() => null),
    'numbers with gaps': Object.fromEntries(LABELS.map((label, at) => [2 * at, label])),
    'numbers as texts': Object.fromEntries(LABELS.map((label, at) => [`0${at}`, label])),
    predictions: { prediction: numbered(LABELS) },
    lists: [...LABELS, []],
  };
  for (const [name, value] of Object.entries(others)) assert.equal(await table(JSON.stringify(value)), undefined, name);
  const named = (/** @type {string} */ name) => tableOfJson(new File([JSON.stringify(LABELS)], name), true);
  for (const name of ['my-preds.json', 'y_pred.json', 'Predictions.json'])
    assert.equal(await named(name), null, 'predictions by the name of the file');
  assert.notEqual(await named('predators.json'), null);
});

test('what Pandas writes has a row for each item', async () => {
  const rows = LABELS.map((label, item) => ({ label, word: WORDS[item] }));
  const index = LABELS.map((_, item) => item);
  const split = { columns: ['label', 'word'], index, data: rows.map(({ label, word }) => [label, word]) };
  const turned = { ...split, index: index.toReversed(), data: split.data.toReversed() };
  const dates = { ...split, index: index.map((item) => `2026-01-${item}`) };
  const whole = { columns: { label: numbered(LABELS), word: numbered(WORDS) }, index: numbered(rows) };
  for (const value of [whole.columns, whole.index, split, turned, dates])
    assert.equal(await table(JSON.stringify(value)), textOf({ label: LABELS, word: WORDS }), JSON.stringify(value));
  const two = { label: numbered([1, 2]), name: numbered(['a', 'b']) };
  assert.equal(await table(JSON.stringify(two)), textOf({ label: [1, 2], name: ['a', 'b'] }));
  // Other objects stay what they are.
  const row = { file_name: 'a.png', label: 'cat', box: { 0: 1, 1: 2 } };
  assert.equal(await table(JSON.stringify(row)), '"file_name","label"\n"a.png","cat"\n');
  const image = Array.from({ length: 16 }, (_, at) => at);
  const lists = { image: [image, image], label: [1, 2], data: [[1]] };
  assert.equal(
    await table(JSON.stringify(lists)),
    `"image","label"\n${[1, 2].map((label) => `${image.join(' ')},${label}\n`).join('')}`,
  );
  for (const data of [[[1, 2], [3]], [[1, 2]], [1, 2]])
    assert.equal(await table(JSON.stringify({ columns: ['label', 'x'], index: [0, 1], data })), undefined);
});

test('few rows with many names take no memory', async () => {
  const rows = Array.from({ length: 6000 }, (_, row) => ({ [`name ${row}`]: row }));
  assert.equal(await table(JSON.stringify(rows)), undefined);
});

test('other text is no table', async () => {
  const others = [
    '{"a": 1}\nb',
    'null',
    '{"a": 1',
    '1\nnull',
    '[1, 2]',
    '[]',
    '{}',
    '[[0, 1], [1, 0]]',
    '{"a": [1, 2]}\n[3]',
    '{"a": [1, 2], "b": [3, 4]}',
  ];
  for (const text of others) assert.equal(await table(text), undefined, text);
});
