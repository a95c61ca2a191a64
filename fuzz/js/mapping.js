/** Class names in a text, and the well-known sets that names of files tell. */

import assert from 'node:assert/strict';

import { parse, parseList, parseMapping } from '../../www/text/class-names.js';
import { digits, rounded } from '../../www/text/digits.js';
import { columnMeanings, show, spoken, titled } from '../../www/text/naming.js';
import { linear, texts } from './texts.js';

const PARTS = [
  '0',
  '1',
  '7',
  '10',
  '65 97',
  '48',
  '-1',
  '+3',
  '007',
  '4294967296',
  '2147483647',
  '-2147483648',
  '1e3',
  '0x10',
  '99999999999999999999',
  ' ',
  '\t',
  ' ',
  ',',
  ':',
  ';',
  '=',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\u2028',
  '\0',
  '\uFEFF',
  '\u202E',
  '\u2066',
  '\u00A0',
  '\uD83D',
  '\uDE00',
  '😀',
  'Ankle boot',
  'T-shirt/top',
  'お o',
  '<b>',
  '__proto__',
  'constructor',
  'a'.repeat(61),
  '#',
  '/',
  '..',
  'mnist',
  'emnist',
  'fashion',
  'kuzushiji',
  'not',
  'balanced',
  'train-labels',
  'idx1-ubyte.gz',
  '-',
];

/** Characters that turn text around and are not seen. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** @param {any} fc */
export function inputs(fc) {
  return texts(fc, PARTS);
}

/** @param {string} text */
export const kept = (text) => text;

/**
 * Names are short, visible text of whole numbers; written out they are read as the same; how lines end does not matter.
 * @param {string} text
 */
export async function holds(text) {
  const names = linear(text, parse);
  const lines = text.split('\n').length;
  assert(names.size <= Math.max(lines, text.split(',').length), 'more names than lines');
  for (const [label, name] of names) {
    assert(Number.isInteger(label) && label === (label | 0), `label ${label}`);
    assert(typeof name === 'string' && name && name === name.trim() && name !== String(label), `name ${name}`);
    assert([...name].length <= 200, `${name.length} characters`);
    assert(!BIDI.test(name) && !CONTROL.test(name), `what is not seen in ${JSON.stringify(name)}`);
    assert(titled(naming(names), label).endsWith(name) && spoken(naming(names), label).endsWith(name));
  }
  const written = Array.from(names, ([label, name]) => `${label} ${name}`);
  // One of nothing but codes would be read as characters; a last letter says that it is not.
  const again = parse([...written, `${-1 << 31} .`].join('\r\n'));
  for (const [label, name] of names)
    if (label !== -1 << 31 && !/^[,:;=]/.test(name)) assert.equal(again.get(label), name, 'read as it was written');
  assert((await parseMapping(written.join('\n'))) || !names.size, 'a mapping');
  const mapping = await parseMapping(text);
  const list = await linear(text, parseList);
  assert(!mapping || !list, 'a mapping and a list');
  for (const found of [mapping, list])
    if (found) assert.deepEqual([...found], [...names], 'a file has the names that the text has');
  if (text.includes('\n'))
    assert.deepEqual([...parse(text.replaceAll('\n', '\r\n'))], [...names], 'lines that end otherwise');

  assert(Array.isArray(columnMeanings(text, lines)));
  const number = Number(text);
  for (const type of /** @type {const} */ (['f16', 'bf16', 'f32', 'f64', 'u8'])) {
    const value = rounded(number, type);
    const read = rounded(Number(digits(value, type)), type);
    assert(Object.is(read, Object.is(value, -0) ? 0 : value), `${value} written as ${digits(value, type)}`);
    assert.equal(show(value, type).replaceAll('−', '-'), digits(value, type));
  }
}

/** A hundred thousand classes have their names, and long texts of one part take no longer than others. */
export async function extremes() {
  const classes = Array.from({ length: 100_000 }, (_, label) => `${label} class ${label}`).join('\n');
  await holds(classes);
  assert.equal(parse(classes).size, 100_000);
  for (const part of ['1', ' ', '1 ', ',', '\n', '1\n', 'a', '\u202E', '65 ', 'mnist-', 'a/'])
    await holds(part.repeat(1 << 16));
}

/** @param {ReadonlyMap<number, string>} names */
function naming(names) {
  return {
    names,
    source: 'typed',
    checked: false,
    shared: false,
    meanings: [],
    type: /** @type {const} */ ('u8'),
    key: '',
  };
}
