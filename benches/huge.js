/** Measures when every cell of a page of huge images shows its image. */

/** Milliseconds between two looks at the page. */
const INTERVAL = 10;

const found = { dropped: NaN, cells: 0, shown: null };

/** Call this before the drop. */
export function watch() {
  const dropped = () => {
    found.dropped = performance.now();
    const timer = setInterval(() => {
      found.cells = cellsThatShow();
      if (found.cells === 0) return;
      found.shown = performance.now() - found.dropped;
      clearInterval(timer);
    }, INTERVAL);
  };
  addEventListener('drop', dropped, { capture: true, once: true });
}

/**
 * The number of cells, and the milliseconds from the drop until all showed their images; null before.
 * @returns {{ cells: number, shown: number | null }}
 */
export function result() {
  return found;
}

/** How many cells there are, if all show their images: only those are opaque. */
function cellsThatShow() {
  const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector('page-grid canvas'));
  const cells = [...document.querySelectorAll('page-grid [role=gridcell]')];
  if (!canvas?.checkVisibility() || cells.length < 2) return 0;
  const sheet = canvas.getBoundingClientRect();
  const scale = canvas.width / sheet.width;
  const context = canvas.getContext('2d');
  const isOpaque = (cell) => {
    const { left, top } = cell.getBoundingClientRect();
    const [x, y] = [left - sheet.left, top - sheet.top].map((place) => place * scale + 1);
    return context.getImageData(x, y, 1, 1).data[3] === 255;
  };
  return cells.every(isOpaque) ? cells.length : 0;
}
