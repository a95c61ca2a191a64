import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytePlace } from '../../www/text/byte-place.js';

test('a place in a file is an offset or an item', () => {
  assert.deepEqual(bytePlace(' 1,024 ', 'item'), { offset: 1024 });
  assert.deepEqual(bytePlace('0x1F', 'item'), { offset: 31 });
  assert.deepEqual(bytePlace('1000000000000', 'item'), { offset: 1e12 });
  assert.deepEqual(bytePlace('Item 7', 'item'), { number: 7 });
  assert.deepEqual(bytePlace('item 60,000', 'item'), { number: 60000 });
});

test('other text is no place', () => {
  for (const typed of ['', 'item', 'x10', '0x', '0xg', '-1', '1.5', 'item 0x7', 'seven']) {
    assert.equal(bytePlace(typed, 'item'), null, typed);
  }
});
