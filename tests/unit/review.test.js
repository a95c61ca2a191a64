/** The review: decisions, undo and redo, and how fast they are for a million items. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, written } from '../../www/session/reviews.js';
import {
  accept,
  current,
  Decisions,
  ItemSet,
  keepOneOfEach,
  labelled,
  nextUndecided,
  outcome,
  progress,
  reduce,
  relabel,
  STATUSES,
} from '../../www/state/index.js';
import { FIT, LIBRARY, seen } from './fixture.js';

const start = () => seen(LIBRARY, FIT);

/** @param {Record<number, import('../../www/state/index.js').Decision | null>} decided */
const change = (decided) =>
  Decisions.of({
    items: Uint32Array.from(Object.keys(decided), Number),
    statuses: Uint8Array.from(Object.values(decided), (decision) => STATUSES.indexOf(decision?.status ?? '')),
    labels: Float64Array.from(Object.values(decided), (decision) => decision?.label ?? NaN),
    notes: Object.values(decided).map((decision) => decision?.note ?? ''),
  });

const decided = (state) => Object.fromEntries(current(state).review.decisions);
const play = (state, ...events) => events.reduce(reduce, state);

test('decisions are made, replaced and removed, each step at once', () => {
  const six = { status: 'corrected', label: 6 };
  const unclear = { status: 'unclear', note: 'a 4 or a 9' };
  const state = play(
    start(),
    { type: 'decide', change: change({ 7: six, 3: { status: 'kept' } }) },
    { type: 'decide', change: change({ 7: unclear, 9: { status: 'excluded' } }) },
    { type: 'decide', change: change({ 3: null, 100: null }) },
  );
  assert.deepEqual(decided(state), { 7: unclear, 9: { status: 'excluded' } });
  const { decisions } = current(state).review;
  assert.equal(decisions.size, 2);
  assert.equal(decisions.get(3), null);
  assert.deepEqual([decisions.has(3), decisions.has(7)], [false, true]);
  assert.deepEqual(decisions.get(7), unclear);
  assert.deepEqual(
    ['corrected', 'kept', 'excluded', 'unclear'].map((status) => decisions.count(status)),
    [0, 0, 1, 1],
  );
  assert.deepEqual([...decisions.items], [7, 9]);
  assert.deepEqual([...decisions.only('excluded').items], [9]);
});

test('one of each group is kept, and groups that were reviewed stay as they are', () => {
  const groups = [[8, 2], [4, 5, 6], [9], [1, 3]];
  const reviewed = reduce(start(), {
    type: 'decide',
    change: change({ 1: { status: 'kept' }, 3: { status: 'unclear' } }),
  });
  const { review } = current(reviewed);
  const state = reduce(reviewed, { type: 'decide', change: keepOneOfEach(review, groups) });
  const [kept, excluded, unclear] = ['kept', 'excluded', 'unclear'].map((status) => ({ status }));
  assert.deepEqual(decided(state), {
    1: kept,
    2: excluded,
    3: unclear,
    4: kept,
    5: excluded,
    6: excluded,
    8: kept,
  });
  assert.deepEqual(outcome(current(state).review, groups), { corrected: 0, kept: 3, excluded: 3, unclear: 1 });
  assert.deepEqual(decided(reduce(state, { type: 'undo' })), decided(reviewed));
});

test('every step can be undone and redone, and a new one ends what could be redone', () => {
  let state = start();
  /** The decisions after each step. */
  const stages = [decided(state)];
  let seed = 1;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let step = 0; step < 200; step++) {
    const items = ItemSet.of(Array.from({ length: 1 + random(5) }, () => random(20)));
    const decision = [
      null,
      { status: 'kept' },
      { status: 'corrected', label: random(10) },
      { status: 'excluded', note: 'x' },
    ][random(4)];
    state = reduce(state, { type: 'decide', change: Decisions.about(items, decision) });
    stages.push(decided(state));
  }
  for (const before of stages.toReversed().slice(1)) {
    state = reduce(state, { type: 'undo' });
    assert.deepEqual(decided(state), before);
  }
  assert.equal(reduce(state, { type: 'undo' }), state);
  for (const after of stages.slice(1)) {
    state = reduce(state, { type: 'redo' });
    assert.deepEqual(decided(state), after);
  }
  assert.equal(reduce(state, { type: 'redo' }), state);
  state = play(state, { type: 'undo' }, { type: 'decide', change: change({ 5: { status: 'kept' } }) });
  assert.equal(reduce(state, { type: 'redo' }), state);
});

test('discarding is a step that can be undone', () => {
  const reviewed = play(start(), {
    type: 'decide',
    change: change({ 1: { status: 'kept' }, 2: { status: 'unclear' } }),
  });
  const discarded = reduce(reviewed, { type: 'discard' });
  assert.deepEqual(decided(discarded), {});
  assert.deepEqual(decided(reduce(discarded, { type: 'undo' })), decided(reviewed));
  assert.equal(reduce(start(), { type: 'discard' }).datasets[0].review.past, null);
});

test('kept decisions arrive without a step', () => {
  const state = reduce(start(), { type: 'decisions', dataset: 1, decisions: change({ 4: { status: 'kept' } }) });
  assert.deepEqual(decided(state), { 4: { status: 'kept' } });
  assert.equal(reduce(state, { type: 'undo' }), state);
});

test('other labels have a review of their own', () => {
  const reviewed = reduce(start(), { type: 'decide', change: change({ 4: { status: 'kept' } }) });
  const files = (changes) => ({
    type: 'library',
    files: [],
    select: null,
    datasets: [{ ...LIBRARY.datasets[0], ...changes }],
  });
  assert.equal(reduce(reviewed, files({})).datasets[0].review.decisions.size, 1);
  assert.equal(reduce(reviewed, files({ labels: 9 })).datasets[0].review.decisions.size, 0);
  assert.equal(reduce(reviewed, files({ images: 9 })).datasets[0].review.decisions.size, 0);
  assert.equal(reduce(reviewed, { type: 'label', choice: { column: 3 } }).datasets[0].review.decisions.size, 0);
  assert.equal(reduce(reviewed, { type: 'label', choice: { names: 'none' } }).datasets[0].review.decisions.size, 1);
  assert.equal(
    reduce(reviewed, { type: 'layout', slot: 'labels', layout: 'i8,3,8' }).datasets[0].review.decisions.size,
    0,
  );
});

test('progress counts the entries of a finding, and the next one is the next undecided', () => {
  const decided = change({ 4: { status: 'kept' }, 8: { status: 'unclear' } });
  const { review } = current(play(start(), { type: 'decide', change: decided }));
  const { decisions } = review;
  assert.deepEqual(progress(review, [[9], [4], [8, 4], [8, 5]]), { reviewed: 2, total: 4 });
  assert.equal(nextUndecided(decisions, [[9], [4], [8], [5]], 0), 3);
  assert.equal(nextUndecided(decisions, [[9], [4], [8], [5]], 3), 0);
  assert.equal(nextUndecided(decisions, [[4], [8, 4]], 0), -1);
  assert.equal(nextUndecided(decisions, [[4], [5]], 1), 1);
  assert.equal(nextUndecided(decisions, [], 0), -1);
});

test('suggestions are accepted, and labels set, for all candidates that can have them', () => {
  const candidates = [
    { item: 9, label: 4, suggestion: 6 },
    { item: 2, label: 6, suggestion: 6 },
    { item: 5, label: 4, suggestion: null },
    { item: 7, label: null, suggestion: 1 },
  ];
  const found = (decisions) => Object.fromEntries(decisions);
  assert.deepEqual(found(accept(candidates)), { 2: { status: 'kept' }, 9: { status: 'corrected', label: 6 } });
  assert.deepEqual(found(relabel(candidates, 4)), {
    2: { status: 'corrected', label: 4 },
    5: { status: 'kept' },
    9: { status: 'kept' },
  });
});

test('a label that the item has is kept', () => {
  assert.deepEqual(labelled(4, 4), { status: 'kept' });
  assert.deepEqual(labelled(6, 4), { status: 'corrected', label: 6 });
});

test('a million decisions stay fast', () => {
  const all = ItemSet.of(Array.from({ length: 1_000_000 }, (_, at) => 3 * at));
  let state = reduce(start(), { type: 'decide', change: Decisions.about(all, { status: 'corrected', label: 1 }) });
  const time = (act) => {
    const began = performance.now();
    for (let step = 0; step < 20; step++) act(step);
    return performance.now() - began;
  };
  const { items, statuses, labels } = current(state).review.decisions.columns;
  const copied = time(() => [items.slice(), statuses.slice(), labels.slice()]);
  const decided = time((step) => {
    const one = ItemSet.of([1 + 3 * step]);
    state = reduce(state, { type: 'decide', change: Decisions.about(one, { status: 'kept' }) });
  });
  const undone = time(() => {
    state = reduce(state, { type: 'undo' });
  });
  assert.equal(current(state).review.decisions.size, 1_000_000);
  // A step copies the columns once.
  assert.ok(decided + undone < 8 * copied, `${decided} and ${undone} ms, where copying takes ${copied} ms`);
});

test('rows in any order are sorted, and the last about an item counts', () => {
  const rows = (items, labels) => ({
    items: Uint32Array.from(items),
    statuses: new Uint8Array(items.length).fill(1),
    labels: Float64Array.from(labels),
    notes: null,
  });
  const sorted = Decisions.of(rows([9, 2, 9, 5, 2], [1, 2, 3, 4, 5]));
  assert.deepEqual(
    [...sorted].map(([item, decision]) => [item, decision?.label]),
    [
      [2, 5],
      [5, 4],
      [9, 3],
    ],
  );
});

test('decisions are written and read back', () => {
  const all = {
    0: { status: 'corrected', label: -0.5 },
    1: { status: 'corrected', label: 6 },
    2: { status: 'corrected', label: 6 },
    3: { status: 'kept' },
    70000: { status: 'unclear', note: '4 or 9, "open" top' },
    4294967294: { status: 'excluded' },
  };
  assert.deepEqual(Object.fromEntries(read(written(change(all)))), all);
  assert.equal(written(new Decisions()), '');
  for (const text of [
    '',
    '[',
    '{}',
    'null',
    '[1]',
    '[["corrected",null,"","3"]]',
    '[["kept",3,"","3"]]',
    '[["","","","1"]]',
    '[["kept",null,"","-1"]]',
    '[["lost",null,"","1"]]',
  ])
    assert.equal(read(text).size, 0, text);
  // Anyone can store anything.
  assert.equal(read('[["kept",null,"","0..4000000000"]]').size, 200_000);
});
