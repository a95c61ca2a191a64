/** The samples: what links, the first screen and the program that draws them call them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromHash } from '../../www/state/hash.js';
import { SAMPLES } from '../../www/state/samples.js';
import { frame } from '../../www/text/en/frame.js';
import { LIBRARY, library, link, seen } from './fixture.js';

test('each sample is reached by a link, alone and beside another dataset', () => {
  for (const name of SAMPLES) {
    const { sample, second } = fromHash(`#sample=${name}&right-sample=${name}`);
    assert.deepEqual([sample, second?.sample], [name, name]);
  }
});

test('a link to a sample waits for it, whatever is open', () => {
  const waiting = seen(LIBRARY, link('#sample=shapes'));
  assert.equal(waiting.link?.sample, 'shapes');
  assert.equal(seen(LIBRARY, link('#sample=shapes'), library(2, { sample: 'shapes' })).link, null);
});

test('each sample that is drawn is listed, has a title, and the files that the page fetches', () => {
  const source = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const drawn = [...source('xtask/src/sample.rs').matchAll(/\("(\w+)", \w+::sample\)/g)].map(([, name]) => name);
  assert.deepEqual(drawn, SAMPLES);
  assert.deepEqual(Object.keys(frame.samples), SAMPLES);
  const fetched = [...source('www/session/sample.js').matchAll(/'([\w-]+\.(?:gz|txt))'/g)].map(([, file]) => file);
  const written = SAMPLES.flatMap((name) =>
    [
      ...source(`xtask/src/sample/${name}.rs`)
        .replace(/include_bytes!\(.*\)/, '')
        .matchAll(/"([\w-]+\.(?:gz|txt))"/g),
    ].map(([, file]) => file),
  );
  assert.deepEqual(fetched.toSorted(), written.toSorted());
});
