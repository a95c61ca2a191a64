/** The review of a dataset: decisions about items, which can be undone and redone without limit. */

import { Decisions, STATUSES } from './decisions.js';
import { ItemSet } from './item-set.js';
import { current, revise } from './page.js';

/**
 * @import { Decision, DecisionStatus } from './decisions.js'
 * @import { State } from './page.js'
 *
 * @typedef {object} Step  a step of the user, in a list whose first is the newest
 * @property {Decisions} change  what takes it back, or does it again
 * @property {Step | null} next
 *
 * @typedef {object} Review
 * @property {Decisions} decisions
 * @property {Step | null} past  what can be undone
 * @property {Step | null} future  what can be done again
 */

/** @type {Review} */
export const NO_REVIEW = { decisions: new Decisions(), past: null, future: null };

/**
 * Decides about items of a dataset. One event is one step.
 * @param {State} state
 * @param {Decisions} change
 * @param {number} [id]  of the dataset, if it is not the current one
 * @returns {State}
 */
export function decide(state, change, id = current(state)?.id) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset || !change.size) return state;
  const { decisions, past } = dataset.review;
  const step = { change: decisions.about(change), next: past };
  return revise(state, dataset.id, { review: { decisions: decisions.with(change), past: step, future: null } });
}

/**
 * Removes all decisions, in one step.
 * @param {State} state
 * @returns {State}
 */
export function discard(state) {
  const decisions = current(state)?.review.decisions;
  return decisions ? decide(state, Decisions.about(decisions.items, null)) : state;
}

/**
 * Takes the last step back.
 * @param {State} state
 * @returns {State}
 */
export function undo(state) {
  const { past: step, future, decisions } = current(state)?.review ?? NO_REVIEW;
  if (!step) return state;
  return restep(state, step, {
    past: step.next,
    future: { change: decisions.about(step.change), next: future },
  });
}

/**
 * Does the step again that was taken back last.
 * @param {State} state
 * @returns {State}
 */
export function redo(state) {
  const { past, future: step, decisions } = current(state)?.review ?? NO_REVIEW;
  if (!step) return state;
  return restep(state, step, {
    past: { change: decisions.about(step.change), next: past },
    future: step.next,
  });
}

/**
 * @param {State} state
 * @param {Step} step
 * @param {Pick<Review, 'past' | 'future'>} steps  that remain
 */
function restep(state, { change }, steps) {
  const dataset = /** @type {NonNullable<ReturnType<typeof current>>} */ (current(state));
  return revise(state, dataset.id, { review: { decisions: dataset.review.decisions.with(change), ...steps } });
}

/**
 * Takes decisions that were kept on this device. Steps can still be taken back.
 * @param {State} state
 * @param {{ dataset: number, decisions: Decisions }} event
 * @returns {State}
 */
export function takeDecisions(state, { dataset: id, decisions }) {
  const review = state.datasets.find((dataset) => dataset.id === id)?.review;
  return review ? revise(state, id, { review: { ...review, decisions } }) : state;
}

/**
 * Whether there is something of a review to show: a decision, or one that was taken back.
 * @param {{ review: Review }} dataset
 */
export function hasReview({ review: { decisions, past, future } }) {
  return decisions.size > 0 || past !== null || future !== null;
}

/**
 * How many of these groups of items are decided: all items of each.
 * @param {Review} review
 * @param {ArrayLike<number[]>} groups
 */
export function progress({ decisions }, groups) {
  let reviewed = 0;
  for (let at = 0; at < groups.length; at++) reviewed += Number(isDecided(decisions, groups[at]));
  return { reviewed, total: groups.length };
}

/**
 * The place of the first undecided group after a place, from the start again at the end; -1 if all are decided.
 * @param {Decisions} decisions
 * @param {ArrayLike<number[]>} groups
 * @param {number} place
 */
export function nextUndecided(decisions, groups, place) {
  for (let by = 1; by <= groups.length; by++) {
    const at = (place + by) % groups.length;
    if (!isDecided(decisions, groups[at])) return at;
  }
  return -1;
}

/**
 * How many items of these groups have each decision.
 * @param {Review} review
 * @param {ArrayLike<number[]>} groups
 * @returns {Record<DecisionStatus, number>}
 */
export function outcome({ decisions }, groups) {
  const counts = { corrected: 0, kept: 0, excluded: 0, unclear: 0 };
  for (const item of new Set(Array.from(groups).flat())) {
    const decision = decisions.get(item);
    if (decision) counts[decision.status]++;
  }
  return counts;
}

/**
 * The change that keeps the first item of each group and excludes the others. Groups that are decided stay as they are.
 * @param {Review} review
 * @param {ArrayLike<number[]>} groups
 */
export function keepOneOfEach({ decisions }, groups) {
  const open = Array.from(groups).filter((items) => items.length > 1 && !isDecided(decisions, items));
  const kept = Decisions.about(ItemSet.of(open.map(([first]) => first)), { status: 'kept' });
  return kept.with(Decisions.about(ItemSet.of(open.flatMap((items) => items.slice(1))), { status: 'excluded' }));
}

/**
 * @param {Decisions} decisions
 * @param {number[]} items
 */
function isDecided(decisions, items) {
  return items.every((item) => decisions.get(item));
}

/**
 * @typedef {object} Candidate  an item to decide about
 * @property {number} item
 * @property {number | null} label  in the file; null if it has none
 * @property {number | null} suggestion  the label that a finding suggests; null if it suggests none
 */

/**
 * The change that gives candidates their suggested labels. Those without one stay as they are.
 * @param {Candidate[]} candidates
 */
export function accept(candidates) {
  return each(candidates, ({ label, suggestion }) =>
    label === null || suggestion === null ? null : labelled(suggestion, label),
  );
}

/**
 * The change that gives candidates a label. Those without one in the file stay as they are.
 * @param {Candidate[]} candidates
 * @param {number} label
 */
export function relabel(candidates, label) {
  return each(candidates, (candidate) => (candidate.label === null ? null : labelled(label, candidate.label)));
}

/**
 * @param {Candidate[]} candidates
 * @param {(candidate: Candidate) => Decision | null} decision
 */
function each(candidates, decision) {
  const decided = candidates.flatMap((candidate) => {
    const made = decision(candidate);
    return made ? [{ item: candidate.item, ...made }] : [];
  });
  return Decisions.of({
    items: Uint32Array.from(decided, ({ item }) => item),
    statuses: Uint8Array.from(decided, ({ status }) => STATUSES.indexOf(status)),
    labels: Float64Array.from(decided, ({ label = NaN }) => label),
    notes: null,
  });
}

/**
 * The decision that a label makes: a correction, unless the item has that label.
 * @param {number} label
 * @param {number} old
 * @returns {Decision}
 */
export function labelled(label, old) {
  return label === old ? { status: 'kept' } : { status: 'corrected', label };
}
