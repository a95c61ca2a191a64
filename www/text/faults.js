/** Explains what is wrong with a file, without what follows from the rest. */

import { late } from './late.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @typedef {{ what: string, why: string, advice: string }} Explanation
 */

/** Gzip data that ends early: the array ends early for the same reason, and one sentence says both. */
const BROKEN = ['GzipTruncated', 'GzipCorrupt'];

/**
 * @param {Fault[]} faults
 * @param {number} firstNumber  the first item's number: 0 or 1
 * @returns {Explanation[]}
 */
export function explainAll(faults, firstNumber) {
  // Bytes changed: every other fault of the file follows from that.
  const changed = faults.find(({ name }) => name === 'GzipChecksum');
  if (changed) return [explain(changed, firstNumber)];
  const broken = faults.find(({ name }) => BROKEN.includes(name));
  const short = faults.find(({ name }) => name === 'Truncated');
  if (!broken || !short) return faults.map((fault) => explain(fault, firstNumber));
  const { expected, found } = short;
  return faults
    .filter((fault) => fault !== short)
    .map((fault) => explain(fault === broken ? { ...fault, expected, found } : fault, firstNumber));
}

/**
 * @param {Fault} fault
 * @param {number} firstNumber
 * @returns {Explanation}
 */
function explain(fault, firstNumber) {
  const [what, why, advice] = late.faults.explain(fault, firstNumber) ?? [
    sentence(fault.message ?? fault.name),
    '',
    '',
  ];
  return { what, why, advice };
}

/** @param {string} clause */
function sentence(clause) {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
