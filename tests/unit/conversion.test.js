/** Converting files while what has come out of them is shown. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { converted } from '../../www/engine/conversion.js';
import { done, half, WATCH } from './steps.js';

const early = { ...half, soFar: 'some' };

/** @param {...(wantsFiles: boolean) => object} steps */
function engineOf(...steps) {
  /** @type {boolean[]} */
  const asked = [];
  /** @param {string} method @param {boolean} wantsFiles */
  const call = async (method, wantsFiles) => {
    if (method !== 'stepConversion') return null;
    asked.push(wantsFiles);
    return steps.shift()?.(wantsFiles);
  };
  return { engine: /** @type {any} */ ({ call }), asked };
}

test('a conversion goes on while what has come out is shown, and its end waits for that', async () => {
  let paint = () => {};
  const painted = new Promise((resolve) => (paint = () => resolve(null)));
  const log = [];
  const steps = [early, half, half].map((step) => () => step);
  const { engine, asked } = engineOf(...steps, () => {
    paint();
    return done('all');
  });
  const onfiles = async (files) => {
    await painted;
    log.push(`shown: ${files}`);
  };
  const result = await converted(engine, { ...WATCH, onfiles }, 'unpack', new File([], ''), {
    named: (some) => [some],
  });
  assert.deepEqual(asked, [true, false, false, false]);
  assert.deepEqual([...log, result], ['shown: some', 'all']);
});

test('what has come out is asked for again once the last of it is shown', async () => {
  const later = () => new Promise((resolve) => setTimeout(() => resolve(half)));
  const { engine, asked } = engineOf(
    () => early,
    later,
    later,
    () => done(null),
  );
  await converted(engine, WATCH, 'unpack', new File([], ''), { named: () => [] });
  assert.deepEqual(asked, [true, false, true, true]);
});

test('what goes wrong with either ends the conversion', async () => {
  const named = () => [];
  const convert = (engine, watch) => converted(engine, watch, 'unpack', new File([], ''), { named });
  const onfiles = async () => assert.fail('it cannot be shown');
  const later = () => new Promise((resolve) => setTimeout(() => resolve(half)));
  const ends = [];
  const shown = engineOf(
    () => early,
    later,
    () => assert.fail('it goes on'),
  );
  const call = async (method, wantsFiles) => {
    if (method === 'endConversion') ends.push(method);
    return shown.engine.call(method, wantsFiles);
  };
  await assert.rejects(convert({ call }, { ...WATCH, onfiles }), /cannot be shown/);
  assert.deepEqual([shown.asked.length, ends], [2, ['endConversion']]);
  const broken = engineOf(
    () => early,
    () => assert.fail('it cannot be read'),
  );
  await assert.rejects(convert(broken.engine, WATCH), /cannot be read/);
});
