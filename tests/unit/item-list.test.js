/** Lists of items: written and read back, and every way in which one can be wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListWriter, parse } from '../../www/text/item-list.js';

const NAMES = new Map([
  [7, 'Sneaker, white'],
  [2, '"two"'],
]);
const ITEMS = Uint32Array.of(9, 0, 4294967295);
const LABELS = Float64Array.of(7, NaN, 2);

/** A list whose entries are written `count` at a time. */
function written(format, count) {
  const writer = new ListWriter(format, 'f64', NAMES, Uint32Array.of(0, 5), null);
  const parts = [];
  for (let at = 0; at < ITEMS.length; at += count)
    parts.push(writer.push(ITEMS.subarray(at, at + count), LABELS.subarray(at, at + count)));
  return new TextDecoder().decode(Buffer.concat([...parts, writer.finish()]));
}

const plain = ({ items, labels }) => ({ items: [...items], labels: [...labels] });

test('CSV has a line for each item, however many are written at a time', () => {
  for (const count of [1, 2, 3])
    assert.equal(
      written('csv', count),
      'index,label,name,bookmarked\r\n9,7,"Sneaker, white",0\r\n0,,,1\r\n4294967295,2,"""two""",0\r\n',
    );
});

test('JSON is an array of objects', () => {
  for (const count of [1, 2, 3])
    assert.deepEqual(JSON.parse(written('json', count)), [
      { index: 9, label: 7, name: 'Sneaker, white', bookmarked: false },
      { index: 0, label: null, name: '', bookmarked: true },
      { index: 4294967295, label: 2, name: '"two"', bookmarked: false },
    ]);
});

test('a list without items is one that can be read', () => {
  for (const format of ['csv', 'json']) {
    const text = new TextDecoder().decode(new ListWriter(format, 'f64', NAMES, new Uint32Array(), null).finish());
    assert.deepEqual(plain(parse(text)), { items: [], labels: [] });
  }
});

test('labels that are not finite are read back', () => {
  for (const format of ['csv', 'json']) {
    const writer = new ListWriter(format, 'f64', NAMES, new Uint32Array(), null);
    const parts = [writer.push(Uint32Array.of(3, 4), Float64Array.of(Infinity, -Infinity)), writer.finish()];
    const list = parse(new TextDecoder().decode(Buffer.concat(parts)));
    assert.deepEqual(plain(list), { items: [3, 4], labels: [Infinity, -Infinity] });
  }
});

test('labels have the fewest digits of their type', () => {
  for (const format of ['csv', 'json']) {
    const writer = new ListWriter(format, 'f32', NAMES, new Uint32Array(), null);
    const parts = [writer.push(Uint32Array.of(3), Float64Array.of(Math.fround(3.346))), writer.finish()];
    assert.deepEqual(plain(parse(new TextDecoder().decode(Buffer.concat(parts)))), { items: [3], labels: [3.346] });
  }
});

test('pictures have their names in a column of its own', () => {
  const all = (/** @type {'csv' | 'json'} */ format) => {
    const writer = new ListWriter(format, 'f64', NAMES, new Uint32Array(), 'a/1.png\na, b.png\n\nc.png\n');
    const parts = [writer.push(Uint32Array.of(1, 3, 4), Float64Array.of(7, 2, NaN)), writer.finish()];
    return new TextDecoder().decode(Buffer.concat(parts));
  };
  assert.equal(
    all('csv'),
    'index,label,name,bookmarked,file\r\n1,7,"Sneaker, white",0,"a, b.png"\r\n3,2,"""two""",0,c.png\r\n4,,,0,\r\n',
  );
  assert.deepEqual(
    JSON.parse(all('json')).map(({ file }) => file),
    ['a, b.png', 'c.png', ''],
  );
  for (const format of /** @type {const} */ (['csv', 'json']))
    assert.deepEqual([...parse(all(format)).items], [1, 3, 4]);
  assert.throws(() => parse('index,label,name,bookmarked,file\n1,2,,0\n'), { name: 'ItemListMalformed' });
});

test('both are read back in their order', () => {
  for (const format of ['csv', 'json'])
    for (const before of ['', '\uFEFF'])
      assert.deepEqual(plain(parse(before + written(format, 2))), { items: [...ITEMS], labels: [...LABELS] });
});

test('a wrong entry is named', () => {
  const header = 'index,label,name,bookmarked\n';
  const cases = [
    [`${header}1,2,,0\n-1,2,,0\n`, 2, '-1'],
    [`${header}1,2\n`, 1, '1,2'],
    [`${header}4294967296,,,0\n`, 1, '4294967296'],
    [`${header}1,cat,,0\n`, 1, 'cat'],
    ['[{"index":1},{"index":"2"}]', 2, '{"index":"2"}'],
    ['[{"index":1.5}]', 1, '1.5'],
    ['[{"index":1,"label":true}]', 1, '{"index":1,"label":true}'],
    ['[null]', 1, 'null'],
  ];
  for (const [text, line, found] of cases)
    assert.throws(() => parse(text), { name: 'ItemListMalformed', list: { line, text: found } }, text);
  assert.throws(() => parse('[{"index":1}'), { name: 'ItemListMalformed' });
  assert.throws(() => parse(`${header}1,2,"open\n`), { name: 'ItemListMalformed' });
});

test('the other columns of labels stand behind the rest, in their order', () => {
  const all = (/** @type {'csv' | 'json'} */ format) => {
    const columns = [
      { name: 'writer, of NIST', words: new Map([[250, 'Ada, L.']]) },
      { name: '7', words: new Map() },
    ];
    const writer = new ListWriter(format, 'f64', NAMES, new Uint32Array(), 'a.png\nb.png\n', columns);
    const parts = [writer.push(Uint32Array.of(0, 1), Float64Array.of(7, 250, 0.5, NaN, NaN, 3)), writer.finish()];
    return new TextDecoder().decode(Buffer.concat(parts));
  };
  const header = 'index,label,name,bookmarked,file,"writer, of NIST",7';
  assert.equal(all('csv'), `${header}\r\n0,7,"Sneaker, white",0,a.png,"Ada, L.",0.5\r\n1,,,0,b.png,,3\r\n`);
  const [object] = all('json').split('\n').slice(1);
  assert.equal(
    object,
    '{"index":0,"label":7,"name":"Sneaker, white","bookmarked":false,"file":"a.png","writer, of NIST":"Ada, L.","7":0.5},',
  );
  for (const format of /** @type {const} */ (['csv', 'json']))
    assert.deepEqual(plain(parse(all(format))), { items: [0, 1], labels: [7, NaN] });
});
