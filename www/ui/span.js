/**
 * The part of a line that is shown: its first and its last place. Pure.
 *
 * @import { Span } from '../state/index.js'
 */

/**
 * The places that are shown of a line; all of them if the span does not fit the line.
 * @param {Span} span
 * @param {number} count  places on the line
 * @returns {[number, number]}
 */
export function visible(span, count) {
  const last = Math.max(0, count - 1);
  const [from, to] = span ?? [0, last];
  return to <= last ? [from, to] : [0, last];
}

/**
 * The span nearest to a wanted one that lies on the line; null for the whole line.
 * @param {Span} span
 * @param {number} count  places on the line
 * @returns {Span}
 */
export function nearest(span, count) {
  const last = count - 1;
  const width = span ? Math.min(last, Math.max(1, Math.round(span[1] - span[0]))) : last;
  const from = Math.max(0, Math.min(Math.round(span?.[0] ?? 0), last - width));
  return width >= last ? null : [from, from + width];
}

/**
 * @param {[number, number]} span
 * @param {number} factor  how many times as much is shown
 * @param {number} share  where the place is that stays, from 0 (left) to 1 (right)
 * @returns {[number, number]}
 */
export function zoomed([from, to], factor, share) {
  const before = to - from + 1;
  // The smallest zoom still makes a difference.
  const after = factor > 1 ? Math.ceil(before * factor) : Math.floor(before * factor);
  const first = from + (before - after) * share;
  return [first, first + after - 1];
}

/**
 * Where a place is in the span, from 0 (left) to 1 (right).
 * @param {[number, number]} span
 * @param {number} place
 */
export function shareOf([from, to], place) {
  return (place - from) / Math.max(1, to - from);
}
