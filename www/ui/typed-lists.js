/** Lists of labels, numbers and items, as the user types them to filter. Pure. */

import { areItems, ranges } from '../state/index.js';
import { rounded } from '../text/digits.js';
import { itemOf, itemsOf } from '../text/numbering.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { Range } from '../state/index.js'
 */

/** Numbers whose digits are grouped. In a list, a comma also separates numbers. */
const GROUPED = /\b\d{1,3}(,\d{3})+\b/g;

/**
 * Labels: numbers, ranges, and names of classes or parts of names. Null if some of the text is none of these.
 * @param {string} text
 * @param {Naming} naming
 * @returns {Range[] | null}
 */
export function parseLabels(text, { names, type }) {
  /** @param {string} part */
  const named = (part) => {
    const all = [...names];
    const exact = all.filter(([, name]) => name === part);
    const similar = all.filter(([, name]) => name.toLowerCase().includes(part.toLowerCase()));
    return (exact.length ? exact : similar).map(([label]) => /** @type {Range} */ ([label, label]));
  };
  const whole = ranges(text);
  if (whole) return inType(whole, type);
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .map((part) => (part ? (ranges(part) ?? named(part)) : []));
  return parts.every(({ length }) => length) ? inType(parts.flat(), type) : null;
}

/**
 * One label: a number, or a name of a class or part of one. Null if it is none of these, or several.
 * @param {string} text
 * @param {Naming} naming
 */
export function parseLabel(text, naming) {
  const found = parseLabels(text, naming) ?? [];
  const [[label, end] = []] = found;
  return found.length === 1 && label === end && Number.isFinite(label) ? (label ?? null) : null;
}

/**
 * @param {string} text
 * @param {Naming['type']} type
 * @returns {Range[] | null}
 */
export function parseNumbers(text, type) {
  const found = ranges(text);
  return found && inType(found, type);
}

/**
 * Items, of which at least one exists.
 * @param {string} text
 * @param {number} firstNumber  the first item's number: 0 or 1
 * @param {number} total
 * @returns {Range[] | null}
 */
export function parseItems(text, firstNumber, total) {
  const numbers = ranges(text);
  const items = numbers && itemsOf(numbers, firstNumber);
  return items && areItems(items) && items.some(([start]) => start < total) ? items : null;
}

/**
 * A number with grouped digits that can also be several items, because each of them exists.
 * @param {string} text
 * @param {number} firstNumber  the first item's number: 0 or 1
 * @param {number} total
 */
export function ambiguous(text, firstNumber, total) {
  const numbers = text.match(GROUPED) ?? [];
  // Beyond the last item it can only be several.
  return numbers.find((number) => itemOf(Number(number.replaceAll(',', '')), firstNumber) < total) ?? null;
}

/**
 * A list as the user could have typed it.
 * @param {Range[] | null} list
 * @param {(number: number) => string} write
 */
export function written(list, write) {
  return (list ?? [])
    .map(([min, max]) => {
      const ends = Object.is(min, max) ? [write(min)] : [write(min), write(max)];
      // A dash beside a minus sign or an exponent would read badly.
      return ends.join(ends.every((end) => /^\d+$/.test(end)) ? '-' : '..');
    })
    .join(', ');
}

/**
 * In a list of f32 values, 0.1 means the value that is shown so.
 * @param {Range[]} list
 * @param {Naming['type']} type
 */
function inType(list, type) {
  return list.map(([min, max]) => /** @type {Range} */ ([rounded(min, type), rounded(max, type)]));
}
