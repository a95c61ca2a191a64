/** Predictions that name pictures: their lines in the order of the images. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';

const { inOrderOf, wordsOf } = await import('../../www/engine/named-predictions.js');

/** @param {string[]} names */
const pictures = (...names) => ({
  folder: 'birds',
  labels: null,
  names: new Map(),
  entries: names.map((name) => ({ name: `birds/${name}` })),
});

/** @param {string} text @param {...string} names */
const ordered = async (text, ...names) =>
  (await inOrderOf(new File([text], 'found.csv'), [pictures(...names)]))?.file.text() ?? null;

test('lines are put in the order of the pictures, below their header', async () => {
  assert.equal(
    await ordered('name,class\nb.png,1\r\na.png,0\r\n', 'a.png', 'b.png'),
    'name,class\na.png,0\r\nb.png,1\r\n',
  );
  assert.equal(await ordered('"b.png";1\n"a.png";0', 'a.png', 'b.png'), '"a.png";0\n"b.png";1\n');
});

test('lines in a .gz are put in order, too, unless they are damaged', async () => {
  const packed = async (/** @type {string} */ text) =>
    new Uint8Array(
      await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
    );
  const bytes = await packed('name,class\nb.png,1\na.png,0\n');
  const file = new File([bytes], 'found.csv.gz');
  const found = await inOrderOf(file, [pictures('a.png', 'b.png')]);
  assert.equal(await found?.file.text(), 'name,class\na.png,0\nb.png,1\n');
  const cut = new File([bytes.slice(0, -12)], 'found.csv.gz');
  assert.equal(await inOrderOf(cut, [pictures('a.png', 'b.png')]), null);
});

test('names may have other folders, no extension and other pictures among them', async () => {
  const text = 'id,class\n/data/set/c,2\n/data/set/b,1\n/data/set/a,0\n';
  assert.equal(await ordered(text, 'a.png', 'b.png'), 'id,class\n/data/set/a,0\n/data/set/b,1\n');
});

test('names that differ in letter case only are told apart', async () => {
  assert.equal(await ordered('A.png,1\na.png,0\nB.png,2\n', 'a.png', 'A.png', 'b.png'), 'a.png,0\nA.png,1\nB.png,2\n');
});

test('names may be in any column', async () => {
  const inFront = 'file,pred\na.png,cat\nb.png,dog\n';
  assert.equal(await ordered('pred,file\ndog,b.png\ncat,a.png\n', 'a.png', 'b.png'), inFront);
  assert.equal(await ordered('pred,file\r\ndog,b\r\ncat,a\r\n', 'a.png', 'b.png'), inFront.replaceAll('.png', ''));
  assert.equal(await ordered('"big, dog","b.png"\ncat,a.png', 'a.png', 'b.png'), 'a.png,cat\n"b.png","big, dog"\n');
  assert.equal(await ordered('0,93;0,07;b.png\n0,2;0,8;a.png\n', 'a.png', 'b.png'), 'a.png;0,2;0,8\nb.png;0,93;0,07\n');
  // Classes that could be names of pictures are none beside such names.
  assert.equal(await ordered('pred,file\n1,0.png\n0,1.png\n', '0.png', '1.png'), 'file,pred\n0.png,1\n1.png,0\n');
  assert.equal(await ordered('pred,file\n1,x.png\n0,y.png\n', 'a.png', 'b.png'), null);
});

test('a first line about another picture is left out, and a header stays', async () => {
  assert.equal(await ordered('7.png,1\n1.png,4\n0.png,2\n', '0.png', '1.png'), '0.png,2\n1.png,4\n');
  assert.equal(await ordered('"a, b.png",1\n"a.png",0\n', 'a.png', 'a, b.png'), '"a.png",0\n"a, b.png",1\n');
});

test('the pictures that are named are meant, not others of the same numbers', async () => {
  const [train, test] = ['train', 'test'].map((folder) => ({
    ...pictures(),
    folder,
    entries: [0, 1].map((at) => ({ name: `${folder}/${at}.png` })),
  }));
  const text = 'test/1.png,4\ntest/0.png,2\n';
  assert.equal((await inOrderOf(new File([text], ''), [train, test]))?.set, test);
  // Alone, too, train is no other name of test.
  assert.equal(await inOrderOf(new File([text], ''), [train]), null);
});

test('a line that could be for several pictures is for none of them, and the others keep theirs', async () => {
  const all = ['a.png', 'b.png', 'c.png', 'd.png', 'c.png', 'e.png', 'f.png'];
  const text = 'name,class\nd.png,3\nb.png,1\nf.png,5\nc.png,2\na.png,0\nd.png,3\na.png,4\ne.png,4\n';
  const found = await inOrderOf(new File([text], 'found.csv'), [pictures(...all)]);
  // Of two lines that are the same, either is taken.
  assert.equal(
    await found?.file.text(),
    'name,class\n"birds/a.png",\nb.png,1\n"birds/c.png",\nd.png,3\n"birds/c.png",\ne.png,4\nf.png,5\n',
  );
  const fault = (/** @type {string} */ name, /** @type {number} */ found, /** @type {string} */ first) => ({
    name,
    found,
    expected: 7,
    pictures: { width: 0, height: 0, first },
  });
  assert.deepEqual(found?.faults, [
    fault('PredictionSharedName', 2, 'birds/c.png'),
    fault('PredictionLines', 1, 'birds/a.png'),
  ]);
});

test('pictures without a line get an empty one', async () => {
  assert.equal(await ordered('name,class\na.png,0\n', 'a.png', 'b.png'), 'name,class\na.png,0\n"birds/b.png",\n');
  assert.equal(
    await ordered('b.png;cat;"0,5"\n', 'a, a.png', 'b.png'),
    'name;;\n"birds/a, a.png";;\nb.png;cat;"0,5"\n',
  );
  // Most lines are about other pictures.
  assert.equal(await ordered('name,class\na.png,0\nc.png,0\nd.png,0\n', 'a.png', 'b.png'), null);
});

test('numbers that are those of some pictures only may be those of items', async () => {
  const text = ',prediction\n0,7\n1,8\n2,9\n';
  assert.equal(await ordered(text, '1.png', '2.png', '3.png'), null);
  const named = ',prediction\n"birds/0.png",7\n"birds/1.png",8\n"birds/2.png",9\n';
  assert.equal(await ordered(text, '0.png', '1.png', '2.png'), named);
  // No sign in the name of a folder has a meaning.
  const [first, second] = [1, 2].map((number) => `$&/${number}.png`);
  const dollars = 'id,class\n"birds/$&/1.png",4\n"birds/$&/2.png",7\n';
  assert.equal(await ordered('id,class\n2,7\n1,4\n', first, second), dollars);
  // Lines of a list have spaces.
  assert.equal(await ordered('b.png 1\na.png 0\n', 'a.png', 'b.png'), 'a.png 0\nb.png 1\n');
});

test('a header can name columns by the numbers of classes', async () => {
  const rows = 'b.png,.2,.8\na.png,.9,.1\n';
  assert.equal(await ordered(`file,1,0\n${rows}`, 'a.png', 'b.png'), 'file,1,0\na.png,.9,.1\nb.png,.2,.8\n');
  assert.equal(
    await ordered(`file,1,0\n${rows}`, 'a.png', 'b.png', 'c.png'),
    'file,1,0\na.png,.9,.1\nb.png,.2,.8\n"birds/c.png",,\n',
  );
  assert.equal(await ordered('x,cat\nb,cat\na,dog\n', 'a.png', 'b.png'), 'a,dog\nb,cat\n');
});

test('of several sets the one is meant whose pictures all have a line, or else most', async () => {
  const [train, test] = ['train', 'test'].map((folder) => ({
    ...pictures(),
    folder,
    entries: [0, 1].map((at) => ({ name: `${folder}/${folder}${at}.png` })),
  }));
  const setOf = async (/** @type {string} */ text) => (await inOrderOf(new File([text], ''), [train, test]))?.set;
  assert.equal(await setOf('train0,1\ntest0,1\ntest1,0\n'), test);
  assert.equal(await setOf('x,1\ny,2\nz,2\ntest1,0\n'), undefined);
  assert.equal(await setOf('x,1\ntest1,0\n'), test);
});

test('labels that are words become predictions that are words', async () => {
  const idx = new File([Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 3, 1, 0, 9)], 'a');
  const names = new Map([
    [0, 'cat'],
    [1, 'big "dog"'],
  ]);
  const known = /** @type {any} */ ({ place: idx, name: 'found.csv', items: 3, mapping: { names } });
  const words = await wordsOf(known);
  assert.equal(words instanceof File && (await words.text()), 'prediction\n"big ""dog"""\n"cat"\n"9"\n');
  assert.equal(await wordsOf({ ...known, mapping: undefined }), idx);
});

test('each picture needs a line of its own, and numbers are no names', async () => {
  assert.equal(await ordered('name,class\na.png,0\na.png,1\nb.png,1\n', 'a.png', 'b.png'), null);
  assert.equal(await ordered('name,class\n1.png,0\n', 'cat/1.png', 'dog/1.png'), null);
  assert.equal(await ordered('0.5,0.5\n1.0,0.0\n', '0.png', '1.png'), null);
  assert.equal(await ordered('0,93;0,07\n1,0;0,0\n', '0.png', '1.png'), null);
  assert.equal(await ordered('1.png;0,93;0,07\n0.png;1,0;0,0\n', '0.png', '1.png'), '0.png;1,0;0,0\n1.png;0,93;0,07\n');
  assert.equal(await ordered('', 'a.png'), null);
  assert.equal(await ordered('b.png,"x\ny"\na.png,z\n', 'a.png', 'b.png'), null);
});
