/** Explains what is wrong with a file, without what follows from the rest. */

import { late } from './late.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @typedef {{ what: string, why: string, advice: string }} Explanation
 */

/** Bytes that changed: every other fault of the file follows from that. */
const CHANGED = ['GzipChecksum', 'GzipLength'];
/** Gzip data that ends early: the array ends early for the same reason. */
const BROKEN = ['GzipTruncated', 'GzipCorrupt'];

/**
 * @param {Fault[]} faults
 * @param {number} firstNumber  the first item's number: 0 or 1
 * @returns {Explanation[]}
 */
export function explainAll(faults, firstNumber) {
  const changed = faults.find(({ name }) => CHANGED.includes(name));
  if (changed) return [explain(changed, firstNumber)];
  const isBroken = faults.some(({ name }) => BROKEN.includes(name));
  return faults.map((fault) => {
    const explanation = explain(fault, firstNumber);
    return isBroken && fault.name === 'Truncated' ? { ...explanation, why: '', advice: '' } : explanation;
  });
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
