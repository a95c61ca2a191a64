/** Shapes of arrays that have a certain number of elements. */

/** Usual shapes of items. */
const USUAL = [
  [28, 28],
  [32, 32],
  [32, 32, 3],
  [3, 32, 32],
  [64, 64],
  [64, 64, 3],
  [16, 16],
  [8, 8],
];
/** Shapes that are offered at most. */
const MOST = 8;

/**
 * Shapes for this many elements, the likeliest first: with the items' shape as it is, with their number as it is, and
 * with usual shapes.
 * @param {number} elements
 * @param {number[]} shape  as it is now
 */
export function fittingShapes(elements, [items, ...item]) {
  const kept =
    items > 0 && elements % items === 0 ? itemShapes(elements / items).map((other) => [items, ...other]) : [];
  /** @param {number[]} other */
  const counted = (other) => {
    const size = product(other);
    return size > 0 && elements % size === 0 ? [[elements / size, ...other]] : [];
  };
  const fitting = [...counted(item), ...kept, ...USUAL.flatMap(counted), [elements]].map((shape) => shape.join(' × '));
  return elements > 0 ? [...new Set(fitting)].slice(0, MOST) : [];
}

/**
 * The shapes of an item of this many elements that are closest to a square: in grey, and with three channels.
 * @param {number} size
 */
function itemShapes(size) {
  const grey = squarest(size);
  const coloured = size % 3 === 0 ? squarest(size / 3) : null;
  const isSquare = coloured && coloured[0] === coloured[1];
  return isSquare && grey[0] !== grey[1] ? [[...coloured, 3], [3, ...coloured], grey] : [grey];
}

/**
 * The two factors of a number that are closest to each other.
 * @param {number} size
 */
function squarest(size) {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows--;
  return [rows, size / rows];
}

/** @param {number[]} sizes */
function product(sizes) {
  return sizes.reduce((product, size) => product * size, 1);
}
