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

test('lists of labels, and what Pandas writes, have a row for each item', async () => {
  const labels = Array.from({ length: 12 }, (_, item) => item % 3);
  const words = labels.map((label) => ['cat', 'dog', 'owl'][label]);
  const numbered = (/** @type {unknown[]} */ list) => Object.fromEntries(list.entries());
  /** @param {string[]} names @param {unknown[][]} lists */
  const expected = (names, lists) =>
    [names, ...labels.map((_, item) => lists.map((list) => list[item]))]
      .map((row) => `${row.map((value) => (typeof value === 'string' ? `"${value}"` : value)).join()}\n`)
      .join('');
  for (const value of [
    labels,
    numbered(labels),
    { note: 'labels', labels, others: [1, 2] },
    { label: numbered(labels) },
  ]) {
    const name = 'labels' in value ? 'labels' : 'label';
    assert.equal(await table(JSON.stringify(value)), expected([name], [labels]), JSON.stringify(value));
  }
  const both = expected(['label', 'word'], [labels, words]);
  for (const value of [
    { label: numbered(labels), word: numbered(words) },
    { columns: ['label', 'word'], index: labels, data: labels.map((label, item) => [label, words[item]]) },
    numbered(labels.map((label, item) => ({ label, word: words[item] }))),
  ])
    assert.equal(await table(JSON.stringify(value)), both, JSON.stringify(value));
  assert.equal(await table(JSON.stringify(words)), expected(['label'], [words]));
  assert.equal(await table(JSON.stringify([...labels, null])), `${expected(['label'], [labels])}NaN\n`);
  for (const names of [
    [...words, null],
    words.map((word, at) => word + at),
    labels.map(() => ({})),
    [...labels, []],
    labels.slice(3),
  ])
    assert.equal(await table(JSON.stringify(names)), undefined, JSON.stringify(names));
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
