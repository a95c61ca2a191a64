/** Lines of JSON as tables. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { tableOfLines } from '../../www/engine/json-lines.js';

/** @param {string} text */
const table = async (text) => (await tableOfLines(new Blob([text])))?.text();

test('values without lists and objects become fields', async () => {
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

test('other text is no table', async () => {
  for (const text of ['{"a": 1}\nb', 'null', '{"a": 1', '1\nnull']) assert.equal(await table(text), undefined, text);
});
