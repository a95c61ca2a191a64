/** Ticks for the axes of plots and heat maps. */

/**
 * About `limit` round numbers from `min` to `max`.
 * @param {number} min
 * @param {number} max
 * @param {number} limit
 */
export function ticks(min, max, limit) {
  const rough = (max - min) / Math.max(1, limit);
  if (!(rough > 0) || !Number.isFinite(rough)) return [min];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough) ?? 10) * power;
  const first = Math.ceil(min / step);
  return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, index) =>
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
