/** Lists of decisions: written and read back, and every way in which one can be wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES } from '../../www/state/index.js';
import * as list from '../../www/text/decision-list.js';

const parse = (text) => list.parse(text, STATUSES);
const write = (columns, old, type = 'f64') => list.write(columns, old, STATUSES, type);
const HEADER = 'index,old,new,status,note';

function columns(rows) {
  return {
    items: Uint32Array.from(rows, ([item]) => item),
    statuses: Uint8Array.from(rows, ([, status]) => STATUSES.indexOf(status)),
    labels: Float64Array.from(rows, ([, , label = NaN]) => label),
    notes: rows.map(([, , , note = '']) => note),
  };
}

test('a list is written as RFC 4180 says', () => {
  const rows = columns([
    [0, 'corrected', 6],
    [7, 'kept', NaN, 'a "7", open'],
    [8, 'excluded', NaN, 'two\nlines'],
    [4294967295, 'unclear'],
  ]);
  assert.equal(
    [...write(rows, Float64Array.of(4, 7, -0.5, NaN))].join(''),
    `${HEADER}\r\n0,4,6,corrected,\r\n7,7,7,kept,"a ""7"", open"\r\n8,-0.5,,excluded,"two\nlines"\r\n4294967295,,,unclear,\r\n`,
  );
});

test('labels have the fewest digits of their type', () => {
  const rows = columns([[3, 'corrected', Math.fround(0.1)]]);
  const text = [...write(rows, Float64Array.of(Math.fround(3.346)), 'f32')].join('');
  assert.equal(text, `${HEADER}\r\n3,3.346,0.1,corrected,\r\n`);
});

test('a list is read back, whatever its notes say', () => {
  const notes = [
    '',
    'plain',
    'a, b',
    '"',
    '""',
    'x "y" z',
    '\n',
    'a\r\nb',
    '  ',
    '=1+1',
    '\u{1F600}',
    ',,"\n"',
    '"start',
  ];
  const rows = columns(notes.map((note, at) => [at * 3, STATUSES[1 + (at % 4)], at % 4 ? NaN : 0.1 + at, note]));
  const old = Float64Array.from(notes, (_, at) => (at % 5 ? at / 3 : NaN));
  const found = parse([...write(rows, old)].join(''));
  assert.deepEqual(found.rows, rows);
  assert.deepEqual(found.old, old);
});

test('lists of spreadsheets and of other programs are read', () => {
  const { rows, old, lines } = parse(
    `\uFEFF${HEADER}\n\n"12","4.0","6","corrected",""\n3,1e2,,kept,\n5,2,2.0,kept,x\n9,.5,,"unclear","a\nb"\n1,,,excluded,`,
  );
  assert.deepEqual([...rows.items], [12, 3, 5, 9, 1]);
  assert.deepEqual([...old], [4, 100, 2, 0.5, NaN]);
  assert.deepEqual([...rows.labels], [6, NaN, NaN, NaN, NaN]);
  assert.deepEqual(rows.notes, ['', '', 'x', 'a\nb', '']);
  assert.deepEqual([...lines], [3, 4, 5, 6, 8]);
  assert.deepEqual([...parse(`${HEADER}\n1,-inf,2,corrected,\n2,Infinity,Infinity,kept,`).old], [-Infinity, Infinity]);
  assert.equal(parse(`${HEADER}\r\n`).rows.items.length, 0);
  assert.equal(parse(`${HEADER}\n1,2,3,corrected,`).rows.notes, null);
});

test('the first wrong line is named, with what is wrong in it', () => {
  const check = (text, line, part, found) =>
    assert.throws(
      () => parse(text),
      ({ name, list }) => {
        assert.deepEqual([name, list], ['ListMalformed', { line, part, found }]);
        return true;
      },
      text,
    );
  const row = (row, part, found) => check(`${HEADER}\n1,2,3,corrected,\n${row}`, 3, part, found);
  check('', 1, 'header', '');
  check('index,old,new,status\n', 1, 'header', 'index,old,new,status');
  check('index;old;new;status;note\n1;2;3;corrected;', 1, 'header', 'index;old;new;status;note');
  row('2,1,3,corrected', 'fields', '2,1,3,corrected');
  row('2,1,3,corrected,,', 'fields', '2,1,3,corrected,,');
  row('seven,1,3,corrected,', 'index', 'seven');
  row('-1,1,3,corrected,', 'index', '-1');
  row('1.5,1,3,corrected,', 'index', '1.5');
  row(',1,3,corrected,', 'index', '');
  row('4294967296,1,3,corrected,', 'index', '4294967296');
  row('2,one,3,corrected,', 'old', 'one');
  row('2,0x1,3,corrected,', 'old', '0x1');
  row('2,1,,corrected,', 'new', '');
  row('2,1,NaN,corrected,', 'new', 'NaN');
  row('2,1,1e999,corrected,', 'new', '1e999');
  row('2,1,Infinity,corrected,', 'new', 'Infinity');
  row('2,1,3,kept,', 'new', '3');
  row('2,1,3,excluded,', 'new', '3');
  row('2,1,3,Corrected,', 'status', 'Corrected');
  row('2,1,3,,', 'status', '');
  row('2,1,,kept,"open', 'quote', '"open');
  row('2,1,,kept,"a"b', 'quote', 'b');
  row('2,1,,kept,a"b', 'quote', '"b');
  row('1,2,,kept,', 'twice', '1');
  check(`${HEADER}\n9,2,,kept,\n1,2,,kept,\n9,2,,kept,\n1,2,,kept,`, 4, 'twice', '9');
});

test('the time to read a list grows with its length', () => {
  const time = (text) => {
    const began = performance.now();
    try {
      parse(text);
    } catch {
      // A wrong one is refused.
    }
    return performance.now() - began;
  };
  const rows = (count) =>
    `${HEADER}\n${Array.from({ length: count }, (_, at) => `${at},1,2,corrected,"a ""b"" c"\n`).join('')}`;
  time(rows(10_000));
  const [few, many] = [time(rows(20_000)), time(rows(200_000))];
  assert.ok(many < 40 * (few + 5), `${few} and ${many} ms`);
  for (const hostile of ['"'.repeat(300_001), '""'.repeat(200_000), ','.repeat(400_000), '\n'.repeat(400_000)])
    assert.ok(time(`${HEADER}\n${hostile}`) < 2000);
});
