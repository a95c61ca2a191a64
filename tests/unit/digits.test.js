/** Values as digits: the fewest that mean the same value of their type. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digits, rounded, typeOfLabels } from '../../www/text/digits.js';

/** The value with these bits. @param {number} bits @param {number} fraction @param {number} bias */
function half(bits, fraction, bias) {
  const [exponent, rest] = [(bits & 0x7fff) >> fraction, bits & (2 ** fraction - 1)];
  const magnitude = exponent
    ? (1 + rest / 2 ** fraction) * 2 ** (exponent - bias)
    : (rest / 2 ** fraction) * 2 ** (1 - bias);
  return bits >> 15 ? -magnitude : magnitude;
}

test('every value of 16 bits is read back from its digits', () => {
  for (const { type, fraction, bias } of [
    { type: 'f16', fraction: 10, bias: 15 },
    { type: 'bf16', fraction: 7, bias: 127 },
  ]) {
    const infinity = ((2 * bias + 1) << fraction) & 0x7fff;
    for (let bits = 0; bits <= 0xffff; bits++) {
      if ((bits & 0x7fff) >= infinity) continue;
      const value = half(bits, fraction, bias);
      const text = digits(value, type);
      assert.equal(rounded(Number(text), type), value === 0 ? Number(text) : value, `${type} ${bits} ${text}`);
      if (!Number.isInteger(value)) assert.ok(text.replace(/[-.]|e.*/g, '').replace(/^0+/, '').length <= 5, text);
    }
  }
});

test('values have the fewest digits of their type', () => {
  const cases = [
    ['f32', Math.fround(0.1), '0.1'],
    ['f32', Math.fround(3.346), '3.346'],
    ['f32', 4294967296, '4294967296'],
    ['f16', 65504, '65504'],
    ['bf16', 16777216, '16777216'],
    ['f64', 0.1, '0.1'],
    ['f32', NaN, 'NaN'],
    ['f32', -Infinity, '-Infinity'],
    ['i64', 9007199254740993n, '9007199254740993'],
  ];
  for (const [type, value, text] of cases) assert.equal(digits(value, type), text);
});

test('the place of the largest number in a row is a whole number', () => {
  assert.equal(typeOfLabels({ elementType: 'bf16', labelling: { column: 'one-hot' } }), 'i32');
  assert.equal(typeOfLabels({ elementType: 'bf16', labelling: { column: 0 } }), 'bf16');
  assert.equal(typeOfLabels(null), null);
});
