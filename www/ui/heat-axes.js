/** The numbers beside a heat map's rows and above its columns. */

import { text } from '../text/index.js';
import { titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { mark, ticks } from './axis.js';
import { textScale } from './viewer-element.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { MatrixWindow } from './matrix-window.js'
 */

/** CSS pixels between two numbers, and of a character, for text of the usual size. */
const TICKS = { x: 56, y: 40 };
export const CHARACTER = 7;
/** CSS pixels of a row from which on each row has its own number and label. */
export const ROOMY = 15;

/**
 * @param {{ across: HTMLElement, down: HTMLElement }} axes
 * @param {MatrixWindow} view
 * @param {{ itemAt: (place: number) => number, naming: Naming, firstNumber: number }} props
 * @param {(row: number) => number | null} labelOf  null where there is none
 */
export function drawAxes({ across, down }, { from, shown, unit, head }, { itemAt, naming, firstNumber }, labelOf) {
  const last = { row: from.row + shown.rows - 1, column: from.column + shown.columns - 1 };
  const { grouped } = text.numbers;
  const letters = textScale();
  const isRoomy = unit >= ROOMY * letters;
  /** @param {number} row */
  const title = (row) => {
    const label = isRoomy ? labelOf(row) : null;
    const number = grouped(numberOf(itemAt(row), firstNumber));
    return label === null ? number : `${number}  ${titled(naming, label)}`;
  };
  const maxRows = isRoomy ? shown.rows : (shown.rows * unit) / (TICKS.y * letters);
  const hasRoom = unit >= CHARACTER * letters * grouped(last.column).length + 6;
  const maxColumns = hasRoom ? shown.columns : (shown.columns * unit) / (TICKS.x * letters);
  mark(down, wholeTicks(from.row, last.row, maxRows), title, (row) => ({
    top: `${head.height + (row - from.row + 0.5) * unit}px`,
    width: `${head.width - 6}px`,
  }));
  mark(across, wholeTicks(from.column, last.column, maxColumns), grouped, (column) => ({
    left: `${head.width + (column - from.column + 0.5) * unit}px`,
  }));
}

/**
 * Whole numbers along an axis.
 * @param {number} first
 * @param {number} last
 * @param {number} limit
 */
function wholeTicks(first, last, limit) {
  return ticks(first, last, limit).filter((tick) => Number.isInteger(tick) && tick <= last);
}
