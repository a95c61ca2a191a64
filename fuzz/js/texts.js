/** Texts of all kinds. With --timed, also checks that the time for a long text grows with its length only. */

import assert from 'node:assert/strict';

/** A flag of main.js: a busy machine must not fail a test. */
const TIMED = process.argv.includes('--timed');

/** Milliseconds that any call may take, and those for each 1,000 characters; that a square would pass by far. */
const ALLOWED = { once: 200, each: 10 };
/** Characters of a long text. */
const LONGEST = 1 << 16;

/**
 * @template Result
 * @param {string} text
 * @param {(text: string) => Result} read
 */
export function linear(text, read) {
  // To ask takes time, too, and what is short cannot take long.
  if (!TIMED || text.length < 4096) return read(text);
  const before = process.cpuUsage();
  const result = read(text);
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  assert(took <= ALLOWED.once + (ALLOWED.each * text.length) / 1000, `${took} ms for ${text.length} characters`);
  return result;
}

/**
 * Short texts of any characters; halves of surrogate pairs only with `halves`.
 * @param {any} fc
 * @param {boolean} [halves]
 */
export function words(fc, halves) {
  const code = fc.oneof(fc.nat(0xff), fc.nat(halves ? 0xffff : 0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));
  return fc
    .array(code.map(String.fromCodePoint), { maxLength: 4 })
    .map((/** @type {string[]} */ characters) => characters.join(''));
}

/**
 * Texts of these parts and of any others, and, one in some thousand times, very many of them.
 * @param {any} fc
 * @param {string[]} parts
 */
export function texts(fc, parts) {
  const part = fc.oneof(
    { arbitrary: fc.constantFrom(...parts), weight: 19 },
    { arbitrary: words(fc, true), weight: 1 },
  );
  const short = fc.array(part, { maxLength: 16 }).map((/** @type {string[]} */ parts) => parts.join(''));
  const repeated = fc.tuple(fc.array(part, { maxLength: 4 }), fc.integer({ min: 1, max: 8000 }), short);
  const long = repeated.map(
    (/** @type {[string[], number, string]} */ [parts, times, end]) =>
      parts.join('').repeat(times).slice(0, LONGEST) + end,
  );
  return fc.oneof({ arbitrary: short, weight: 3999 }, { arbitrary: long, weight: 1 });
}
