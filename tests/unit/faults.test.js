/** What the page says about faults. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explainAll } from '../../www/text/faults.js';
import { late } from '../../www/text/late.js';

/** Mistakes of a caller of the library; no file leads to them. */
const OF_CALLERS = ['RankOutOfRange', 'LengthMismatch', 'PlotSize'];
/** What the dialog for exports says. */
const OF_EXPORTS = ['IdxRange'];

/** @param {string} path @param {RegExp} pattern */
function codesIn(path, pattern) {
  const source = readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');
  return [...source.matchAll(pattern)].map(([, code]) => code);
}

test('every fault of the core has a text', () => {
  const codes = [
    ...codesIn('error.rs', /Facts::named\("(\w+)"\)/g),
    ...codesIn('error/columnar.rs', /"((?:Arrow|Parquet)\w+)"/g),
    ...codesIn('error/npy.rs', /Facts::named\("(\w+)"\)/g),
    ...codesIn('error/pickle.rs', /Facts::named\("(\w+)"\)/g),
    ...codesIn('error/gzip.rs', /Facts::named\("(\w+)"\)/g),
    ...codesIn('error/foreign.rs', /Self::\w+ => \("(\w+)",/g),
  ].filter((code) => ![...OF_CALLERS, ...OF_EXPORTS].includes(code));
  assert(codes.length > 45, `only ${codes.length} codes were found`);
  const silent = codes.filter((name) => late.faults.explain({ name }, 0) === null);
  assert.deepEqual(silent, []);
});

test('a web page is a likely cause, and no known one', () => {
  assert.match(explainAll([{ name: 'Html' }], 0)[0].why, /probably .*such as yann\.lecun\.com/);
});

test('a fault without a text is shown as its message', () => {
  assert.deepEqual(explainAll([{ name: 'Odd', message: 'odd bytes' }], 0), [
    { what: 'Odd bytes.', why: '', advice: '' },
  ]);
});

test('changed bytes explain every other fault of the file', () => {
  const faults = [
    { name: 'Trailing', offset: 16, found: 1 },
    { name: 'GzipChecksum', expected: 1, found: 2 },
    { name: 'GzipLength', expected: 1, found: 2 },
  ];
  assert.equal(explainAll(faults, 0).length, 1);
});

test('data that fits its checksum is intact, and its other faults are its own', () => {
  const faults = [
    { name: 'GzipLength', expected: 9, found: 7856 },
    { name: 'Trailing', offset: 16, found: 1 },
  ];
  const [length, ...others] = explainAll(faults, 0);
  assert.match(length.what, /^7,856 bytes were unpacked, but the file promises 9 bytes\./);
  assert.match(length.why, /checksum fits the data, so the items are intact/);
  assert.equal(others.length, 1);
});

test('what is less than an item is no reason to doubt the number of items', () => {
  const explain = (/** @type {number} */ items) =>
    explainAll([{ name: 'Trailing', offset: 16, found: 8, items }], 0)[0].why;
  assert.match(explain(0), /less than one item/);
  assert.match(explain(1), /gives too few items, or extra data/);
});

test('one sentence says that gzip data ends early, and what is left of the array', () => {
  const short = { name: 'Truncated', offset: 28_816, expected: 600, found: 59 };
  for (const [name, what] of [
    ['GzipTruncated', 'The gzip data ends early, at byte 1,024: 59 of 600 items are shown.'],
    ['GzipCorrupt', 'Gzip data is corrupt after 1,024 bytes unpacked: 59 of 600 items are shown.'],
  ])
    assert.deepEqual(
      explainAll([{ name, offset: 1024 }, short], 0).map((explanation) => explanation.what),
      [what],
    );
  const alone = explainAll([{ name: 'GzipTruncated', offset: 1024 }], 0);
  assert.equal(alone[0].what, 'The gzip data ends early, at byte 1,024.');
});

test('items in faults are counted as the user counts', () => {
  const fault = { name: 'NoItem', expected: 9_999, found: 20_000 };
  assert.equal(explainAll([fault], 0)[0].what, 'There is no item 20,000 (0–9,999).');
  assert.equal(explainAll([fault], 1)[0].what, 'There is no item 20,001 (1–10,000).');
});
