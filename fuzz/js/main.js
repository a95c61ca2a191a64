/**
 * Properties of the page's pure modules, checked with texts and events that fast-check generates.
 *
 *     node fuzz/js/main.js FOLDER [--runs N] [--seed N] [--timed] [TARGET...]
 *
 * FOLDER is where fast-check is installed; `--timed` asks that time is linear in an input's length, too. What is kept in
 * `corpus/` is tried first: every input that once failed is among it. An input that fails is made as small as can be, and
 * printed.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import * as decisionList from './decision-list.js';
import * as hash from './hash.js';
import * as mapping from './mapping.js';

/**
 * @typedef {object} Target
 * @property {(fc: any) => any} inputs
 * @property {(text: string) => unknown} kept  the input in a file of the corpus
 * @property {(input: any) => void | Promise<void>} holds
 * @property {() => void | Promise<void>} extremes  that hold, too, and are too large to be kept
 */

/** @type {Record<string, Target>} */
const TARGETS = { 'decision-list': decisionList, hash, mapping };
/** Executions between two lines of progress. */
const BATCH = 250_000;

const options = /** @type {const} */ ({
  runs: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  timed: { type: 'boolean' },
});
const {
  values,
  positionals: [folder, ...names],
} = parseArgs({ options, allowPositionals: true });
const fc = createRequire(resolve(folder, 'package.json'))('fast-check');

for (const name of names.length ? names : Object.keys(TARGETS)) {
  const { inputs, kept, holds, extremes } = TARGETS[name];
  const corpus = new URL(`../corpus/${name}/`, import.meta.url);
  const files = readdirSync(corpus);
  assert(files.length, `nothing is kept for ${name}`);
  for (const file of files) {
    try {
      await holds(kept(readFileSync(new URL(file, corpus), 'utf8')));
    } catch (error) {
      throw new Error(`fuzz/corpus/${name}/${file}`, { cause: error });
    }
  }
  await extremes();
  const property = fc.asyncProperty(inputs(fc), async (/** @type {unknown} */ input) => holds(input));
  const runs = Number(values.runs);
  const begun = performance.now();
  for (let done = 0; done < runs; ) {
    const numRuns = Math.min(BATCH, runs - done);
    // Another seed each time, that follows from the first.
    await fc.assert(property, { numRuns, seed: Number(values.seed) + done });
    done += numRuns;
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${name}: ${files.length} kept, ${done} made up, ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} a second`,
    );
  }
}
