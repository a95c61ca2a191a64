/** Class names: of the known datasets, in the mappings that come with EMNIST, and typed in. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesInJson, namesInTable } from '../../www/text/class-name-files.js';
import { linesOf, parse, parseList, parseMapping, preset } from '../../www/text/class-names.js';

test('datasets have the names that their authors gave', () => {
  /** @type {[string, [number, string | undefined][]][]} */
  const cases = [
    [
      'fashion-mnist',
      [
        [-1, undefined],
        [0, 'T-shirt/top'],
        [7, 'Sneaker'],
        [9, 'Ankle boot'],
        [10, undefined],
      ],
    ],
    [
      'kmnist',
      [
        [0, 'お o'],
        [3, 'つ tsu'],
        [8, 'れ re'],
        [9, 'を wo'],
        [10, undefined],
      ],
    ],
    [
      'kannada',
      [
        [0, '\u{CE6}'],
        [9, '\u{CEF}'],
        [10, undefined],
      ],
    ],
    [
      'notmnist',
      [
        [0, 'A'],
        [9, 'J'],
        [10, undefined],
      ],
    ],
    [
      'emnist-letters',
      [
        [0, undefined],
        [1, 'A/a'],
        [26, 'Z/z'],
        [27, undefined],
      ],
    ],
    [
      'emnist-byclass',
      [
        [9, undefined],
        [10, 'A'],
        [35, 'Z'],
        [36, 'a'],
        [61, 'z'],
        [62, undefined],
      ],
    ],
    [
      'emnist-balanced',
      [
        [9, undefined],
        [35, 'Z'],
        [36, 'a'],
        [38, 'd'],
        [43, 'n'],
        [46, 't'],
        [47, undefined],
      ],
    ],
    [
      'emnist-bymerge',
      [
        [9, undefined],
        [35, 'Z'],
        [36, 'a'],
        [38, 'd'],
        [43, 'n'],
        [46, 't'],
        [47, undefined],
      ],
    ],
  ];
  for (const [id, expected] of cases) {
    for (const [label, name] of expected) assert.equal(preset(id)?.get(label), name, `${id} ${label}`);
  }
  // A digit's name says no more than its number.
  for (const digits of ['mnist', 'qmnist', 'emnist-digits', 'emnist-mnist']) {
    assert.equal(preset(digits)?.size, 0, digits);
  }
  for (const unknown of ['', 'imagenet', 'none', 'constructor', '__proto__']) {
    assert.ok(!preset(unknown), unknown);
  }
});

test("EMNIST's mappings agree with the known names", async () => {
  const codes = (/** @type {string} */ classes) =>
    [...classes].map((name, label) => `${label} ${name.charCodeAt(0)}\r\n`).join('');
  const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const alphanumeric = `0123456789${upper}`;
  const letters = [...upper].map((_, at) => `${at + 1} ${65 + at} ${97 + at}\r\n`).join('');
  for (const [id, text] of [
    ['emnist-balanced', codes(`${alphanumeric}abdefghnqrt`)],
    ['emnist-byclass', codes(alphanumeric + upper.toLowerCase())],
    ['emnist-letters', letters],
    ['emnist-digits', codes('0123456789')],
  ]) {
    assert.deepEqual(await parseMapping(text), parse(text));
    assert.deepEqual([...parse(text)], [...(preset(id) ?? [])], id);
  }
});

test('names are read as people write them', () => {
  for (const [text, ...expected] of [
    ['cat\ndog\nbird', 'cat', 'dog', 'bird'],
    ['cat, dog,bird', 'cat', 'dog', 'bird'],
    ['red, ripe\ngreen', 'red, ripe', 'green', undefined],
    ['2 bird\n0 cat', 'cat', undefined, 'bird'],
    ['0: cat\r\n1 = dog\r\n2\tbird of prey\r\n', 'cat', 'dog', 'bird of prey'],
    ['\u{FEFF}0,cat\n\n1;dog', 'cat', 'dog', undefined],
    ['# my classes\n1 dog\n1 hound', undefined, 'hound', undefined],
    ['1 65 97\n2 66 98', undefined, 'A/a', 'B/b'],
    // Codes are codes only if all of them are.
    ['1 65\n2 two', undefined, '65', 'two'],
    ['0 1990\n1 1991', '1990', '1991', undefined],
    ['0 0\n1 one', undefined, 'one', undefined],
    ['-1 none\n99999999999 much\n0.5 half', undefined, undefined, undefined],
    ['', undefined, undefined, undefined],
  ]) {
    const names = parse(/** @type {string} */ (text));
    assert.deepEqual(
      [0, 1, 2].map((label) => names.get(label)),
      expected,
      text,
    );
  }
  assert.equal(parse('-1 none').get(-1), 'none');
  assert.equal(parse('1 one').get(Number.NaN), undefined);
});

test('a text is a mapping if every line is', async () => {
  for (const text of ['0 48\r\n1 49\r\n', '3: cat', '\n\n7\tseven\n'])
    assert.deepEqual(await parseMapping(text), parse(text), text);
  for (const text of ['', '\n \n', 'EMNIST\n0 48', 'cat\ndog', '0\n1', '0 48\nthe rest', '<html>']) {
    assert.equal(await parseMapping(text), null, text);
  }
});

test('a text is a list of names if its lines differ and have no numbers', async () => {
  const sixty = Array.from({ length: 60 }, (_, label) => `name ${label}`).join('\n');
  for (const text of [sixty, 'cat\r\ndog\r\n', 'cat, dog, bird', '0\n1\nA', `crane\ncrane\n${sixty}`])
    assert.deepEqual(await parseList(text), parse(text), text);
  const labels = 'cat\ndog\n'.repeat(30);
  const numbers = '7\n2\n1\n0';
  const page = '<!doctype html>\n<title>Not found</title>';
  const long = `cat\n${'x'.repeat(201)}`;
  const many = Array.from({ length: 100_001 }, (_, label) => `name ${label}`).join('\n');
  assert.equal((await parseList(many.slice(0, many.lastIndexOf('\n'))))?.size, 100_000);
  for (const text of ['', '\n', 'cat', '0 cat\ndog', labels, numbers, page, long, many])
    assert.equal(await parseList(text), null, text.slice(0, 20));
});

test('lists can end with numbers, and begin with those of synonyms', async () => {
  const all = async (/** @type {string} */ text) => [...((await parseList(text)) ?? [])];
  assert.deepEqual(await all('cat 0\nbig dog\t2\nowl: 1\n'), [
    [0, 'cat'],
    [2, 'big dog'],
    [1, 'owl'],
  ]);
  assert.deepEqual((await all('cat,1\ndog,2'))[0], [1, 'cat']);
  // Not every class has a name, and void has a number of its own.
  assert.deepEqual((await all('cat 0\ndog 2\nvoid 255')).at(-1), [255, 'void']);
  // Names of their own.
  for (const text of ['Apple 1\nApple 2\nPear', 'Apple 1\nApple 2', 'Boeing 737\nAirbus 320', 'cat 1\ndog 1'])
    assert.deepEqual(await all(text), [...text.split('\n').entries()], text);
  assert.deepEqual(await all('n01440764 tench, Tinca tinca\nn01443537 goldfish\n'), [
    [0, 'tench, Tinca tinca'],
    [1, 'goldfish'],
  ]);
});

test('hostile names do no harm', async () => {
  const names = parse(Array.from({ length: 100_000 }, (_, label) => `${label} name ${label}`).join('\n'));
  assert.deepEqual([names.get(0), names.get(99_999)], ['name 0', 'name 99999']);
  const mapping = Array.from({ length: 100_000 }, (_, label) => `${label} n${label}`).join('\n');
  assert.equal((await parseMapping(mapping))?.size, 100_000);
  const long = 'x'.repeat(1 << 20);
  const digits = '1'.repeat(1 << 20);
  for (const text of [long, `0 ${long}`, `0 ${'é '.repeat(1 << 19)}`, `0 ${'😀'.repeat(1 << 18)}`]) {
    const characters = [...(parse(text).get(0) ?? '')];
    assert.deepEqual([characters.length, characters.at(-1)], [200, '…']);
  }
  assert.equal(parse('😀'.repeat(200)).get(0), '😀'.repeat(200));
  assert.deepEqual([await parseMapping(digits), await parseMapping(`${digits} one`)], [null, null]);
  const odd = parse('0 <img src=x>\n1 a\u{202E}b\u{0}c\u{7}\td\n2 \u{202E}\u{2066}\n3 a\u{85}b');
  assert.deepEqual(
    [0, 1, 2, 3].map((label) => odd.get(label)),
    ['<img src=x>', 'ab c d', undefined, 'a b'],
  );
});

test('JSON names classes as Keras, Hugging Face and ImageNet write them', () => {
  const PETS = [
    [0, 'cat'],
    [1, 'dog'],
  ];
  const read = (value, isCalled = false) => {
    const names = namesInJson(value, isCalled);
    return names && [...names];
  };
  // The file says that it has classes.
  for (const value of [
    { 0: 'cat', 1: 'dog' },
    { cat: 0, dog: 1 },
    ['cat', 'dog'],
    { 0: ['n01', 'cat'], 1: ['n02', 'dog'] },
    [
      { id: 0, name: 'cat', supercategory: 'animal' },
      { id: 1, name: 'dog', supercategory: 'animal' },
    ],
  ]) {
    assert.deepEqual(read(value, true), PETS, JSON.stringify(value));
    assert.equal(read(value), null, JSON.stringify(value));
  }
  // What holds them does.
  for (const value of [
    { model: 'resnet', layers: [2, 2], id2label: { 0: 'cat', 1: 'dog' } },
    { epochs: 10, label2id: { cat: 0, dog: 1 }, id2label: null, classes: [] },
    {
      info: {},
      categories: [
        { id: 0, name: 'cat' },
        { id: 1, name: 'dog' },
      ],
    },
    { features: { image: { _type: 'Image' }, label: { names: ['cat', 'dog'], _type: 'ClassLabel' } } },
  ])
    assert.deepEqual(read(value), PETS, JSON.stringify(value));
  assert.deepEqual(read({ 21: 'fire lily', 3: 'canterbury bells' }, true), [
    [3, 'canterbury bells'],
    [21, 'fire lily'],
  ]);
  assert.deepEqual(read({ cat: 1, dog: 2 }, true), [
    [1, 'cat'],
    [2, 'dog'],
  ]);
  assert.deepEqual(read({ '-1': 'none', 0: '0', 1: 'one' }, true), [
    [1, 'one'],
    [-1, 'none'],
  ]);
  // Of many classes, few share a name.
  const birds = Object.fromEntries(
    Array.from({ length: 20 }, (_, label) => [label, label < 2 ? 'crane' : `b${label}`]),
  );
  assert.equal(read(birds, true).length, 20);
  // What else there is: labels, predictions, settings, history, texts.
  for (const value of [
    { 0: 'cat', 1: 'cat' },
    { 0: 'cat', 1: 7 },
    { epochs: 10, batch: 32 },
    { 'a.png': 0, 'b.png': 1 },
    { 0: 'a.png', 1: 'b.png' },
    { prediction: 0 },
    { accuracy: [0.1, 0.9], loss: [3, 1] },
    [{ 0: 'cat', 1: 'dog' }],
    { id2label: null },
    { features: ['a', 'b'] },
    {},
    [],
    7,
    null,
  ])
    assert.equal(read(value, true), null, JSON.stringify(value));
});

test('tables of labels and names name classes', () => {
  const read = (text, isCalled = false) => {
    const names = namesInTable(text, isCalled);
    return names && [...names].map(([label, name]) => `${label} ${name}`).join();
  };
  assert.equal(read('ClassId,SignName\n0,Stop\n1,"Yield, please"\n'), '0 Stop,1 Yield, please');
  assert.equal(read('\uFEFFname;label\r\ncat;2\r\ndog;1\r\n'), '2 cat,1 dog');
  assert.equal(read('0\tcat\n1\tdog\n', true), '0 cat,1 dog');
  assert.equal(read('class_id,group,class_name\n1,pet,cat\n2,wild,owl\n'), '1 cat,2 owl');
  for (const text of [
    '0\tcat\n1\tdog\n',
    'id,name\n0,cat\n1,dog\n',
    'label,file\n0,a.png\n1,b.png\n',
    'label,name\n0,cat\n0,dog\n',
    'label,name\n0,cat\n1,cat\n',
    'label,name\n3,cat\n4,dog\n',
    'label,name\n0,cat\n1\n',
    'label,name\n0,cat\n',
    'label,color\n0,red\n1,blue\n',
    'image,label\nplane1,0\ncar1,1\nbird1,2\n',
    'label,pixel\n0,7\n1,8\n',
    'class,age\n0,7.5\n1,8.25\n',
    'class\n0\n1\n',
    '',
  ])
    assert.equal(read(text), null, text);
  assert.throws(() => read('label,name\n0,"cat\n1,dog\n'));
});

test('names that are numbers stay what they are in an exported list', () => {
  const ages = new Map([
    [0, '50'],
    [1, '60'],
    [2, '70 80'],
    [3, ': smile'],
    [4, ', and'],
  ]);
  assert.deepEqual(parse(linesOf(ages)), ages);
  assert.deepEqual(
    [...parse('0 50\n1 60\n')],
    [
      [0, '2'],
      [1, '<'],
    ],
  );
  assert.equal(parse('0 =1+1\n1 = two\n').get(0), '=1+1');
  assert.equal(parse('0 =1+1\n1 = two\n').get(1), 'two');
});
