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
