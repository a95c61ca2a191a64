/**
 * Runs before the page's own scripts. Drops a small file as soon as the page accepts one, and keeps the times of both
 * steps, in milliseconds since the visit began.
 */

const visit = { accepted: NaN, shown: NaN };

const ITEMS = 100;

function drop() {
  const header = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, ITEMS, 0, 0, 0, 28, 0, 0, 0, 28);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([header, new Uint8Array(ITEMS * 28 * 28)], 'images-idx3-ubyte'));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

/** A page that accepts drops prevents the browser from opening the file. */
const accepts = () =>
  document.body?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true })) === false;

function wait() {
  if (!accepts()) return setTimeout(wait, 10);
  visit.accepted = performance.now();
  return drop();
}
wait();

const { putImageData } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.putImageData = function (...image) {
  putImageData.apply(this, image);
  CanvasRenderingContext2D.prototype.putImageData = putImageData;
  requestAnimationFrame(() => {
    visit.shown = performance.now();
  });
};

/**
 * When the page painted anything, accepted a drop, and showed the dropped file.
 * @returns {Promise<{ painted: number, accepted: number, shown: number }>}
 */
globalThis.visited = async () => {
  while (Number.isNaN(visit.shown)) await new Promise((resolve) => setTimeout(resolve, 20));
  const [{ startTime }] = performance.getEntriesByName('first-contentful-paint');
  return { painted: startTime, ...visit };
};
