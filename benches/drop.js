/** Watches the page from the drop of a file on: when its first page is painted, and what holds the main thread up. */

const found = { dropped: NaN, painted: NaN, longest: 0 };

/** To be called before the drop. */
export function watch() {
  addEventListener('drop', () => (found.dropped = performance.now()), { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.longest = Math.max(found.longest, duration);
  }).observe({ type: 'longtask' });

  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
    putImageData.call(this, image, ...place);
    // Opaque in its last corner: the page is whole, not a first part of it.
    if (image.data.at(-1) !== 255) return;
    CanvasRenderingContext2D.prototype.putImageData = putImageData;
    requestAnimationFrame(() => {
      // A message comes after the frame that the callback prepares.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (found.painted = performance.now());
      port2.postMessage(null);
    });
  };
}

/**
 * Milliseconds from the drop to the first page.
 * @returns {Promise<number>}
 */
export async function painted() {
  while (Number.isNaN(found.painted)) await sleep(20);
  return found.painted - found.dropped;
}

/**
 * Milliseconds from the drop to the first page, and of the longest task until the file was read; 0 if none was long.
 * @returns {Promise<{ painted: number, longest: number }>}
 */
export async function result() {
  const time = await painted();
  const progress = document.querySelector('[role=progressbar]');
  while (progress.checkVisibility()) await sleep(20);
  // Long tasks are reported when they are over, and not at once.
  await sleep(200);
  return { painted: time, longest: found.longest };
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
