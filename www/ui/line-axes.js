/** The numbers beside a line plot: values on the left, items below. */

import { itemOf, numberOf } from '../text/numbering.js';
import { grouped, signed } from '../text/numbers.js';
import { mark, ticks } from './axis.js';
import { textScale } from './viewer-element.js';

/** @import { Status } from '../engine/protocol.js' */

/** CSS pixels between two ticks, about, for text of the usual size. */
const TICKS = { x: 76, y: 56 };

/**
 * @param {{ area: HTMLElement, heights: HTMLElement, places: HTMLElement }} parts  the area is that of the line
 * @param {{ status: Status, firstNumber: number }} props
 * @param {[number, number]} span  the first and the last place that are shown
 * @param {[number, number]} range  of the values
 * @param {(place: number) => string} left  where a place is, in CSS
 */
export function drawAxes({ area, heights, places }, { status, firstNumber }, span, [min, max], left) {
  const isInteger = !status.elementType.startsWith('f');
  mark(
    heights,
    ticks(min, max, area.clientHeight / (TICKS.y * textScale())).filter(
      (value) => !isInteger || Number.isInteger(value),
    ),
    write,
    (value) => ({ top: `${((max - value) / (max - min || 1)) * 100}%` }),
  );
  const [first, last] = span.map((place) => numberOf(place, firstNumber));
  mark(
    places,
    ticks(first, last, area.clientWidth / (TICKS.x * textScale())).filter(Number.isInteger),
    write,
    (number) => ({
      left: left(itemOf(number, firstNumber)),
    }),
  );
}

/** @param {number} value */
function write(value) {
  return signed(grouped(Number(value.toPrecision(12))));
}
