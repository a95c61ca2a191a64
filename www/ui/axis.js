/** The axes of what has some: round numbers along an edge. */

/**
 * Round numbers between two others, `most` of them at most, about.
 * @param {number} least
 * @param {number} greatest
 * @param {number} most
 */
export function ticks(least, greatest, most) {
  const rough = (greatest - least) / Math.max(1, most);
  if (!(rough > 0) || !Number.isFinite(rough)) return [least];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough) ?? 10) * power;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(greatest / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/**
 * @template T
 * @param {HTMLElement} axis
 * @param {T[]} marks
 * @param {(mark: T) => string} write
 * @param {(mark: T) => Partial<CSSStyleDeclaration>} position
 */
export function mark(axis, marks, write, position) {
  axis.replaceChildren(
    ...marks.map((mark) => {
      const tick = Object.assign(document.createElement('li'), { textContent: write(mark) });
      Object.assign(tick.style, position(mark));
      return tick;
    }),
  );
}
