/** Measures when the first page of a dropped file is painted, and the longest task of the main thread. */

const found = { dropped: NaN, painted: NaN, longest: 0 };

/** Call this before the drop. */
export function watch() {
  addEventListener('drop', () => (found.dropped = performance.now()), { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.longest = Math.max(found.longest, duration);
  }).observe({ type: 'longtask' });

  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
    putImageData.call(this, image, ...place);
    // The last pixel is opaque: the page is complete.
    if (image.data.at(-1) !== 255) return;
    CanvasRenderingContext2D.prototype.putImageData = putImageData;
    requestAnimationFrame(() => {
      // A message arrives after the frame that the callback prepares.
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
 * Milliseconds from the drop to the first page and until the file was read, and of the longest task until then (0 without
 * long tasks).
 * @returns {Promise<{ painted: number, read: number, longest: number }>}
 */
export async function result() {
  const time = await painted();
  const progress = document.querySelector('[role=progressbar]');
  const conversion = document.querySelector('.intake p');
  while (progress.checkVisibility() || conversion.textContent) await sleep(20);
  const read = performance.now() - found.dropped;
  // The browser reports a long task some time after its end.
  await sleep(200);
  return { painted: time, read, longest: found.longest };
}

/** @param {number} milliseconds */
export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
