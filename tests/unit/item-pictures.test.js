import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMALL, unitOf } from '../../www/ui/item-pictures.js';

/**
 * CSS pixels of the longer side of a picture.
 * @param {number} side  pixels of the image
 * @param {number} size
 * @param {number} ratio  device pixels for a CSS pixel
 */
function shown(side, size, ratio) {
  globalThis.devicePixelRatio = ratio;
  return side * unitOf({ width: side, height: side - 1 }, size);
}

test('a picture is about as large on every screen', () => {
  for (const ratio of [1, 1.1, 1.25, 1.5, 1.75, 2, 3]) {
    for (const size of [SMALL, 56, 84]) {
      for (const side of [8, 16, 28, 32, 64, 300]) {
        const css = shown(side, size, ratio);
        assert.ok(css >= 0.85 * size && css <= size + 1e-9, `${side} pixels at ${ratio}: ${css} for ${size}`);
      }
    }
    // Digits of MNIST are never smaller than they are in the file.
    assert.ok(shown(28, SMALL, ratio) >= 28);
  }
});

test('pixels are whole where the size allows it', () => {
  assert.equal(shown(28, SMALL, 1), 28);
  assert.equal(shown(28, SMALL, 2), 28);
  assert.equal(shown(28, 84, 1), 84);
  assert.equal(Math.round(1e6 * shown(28, 84, 1.5) * 1.5), 112e6);
});
