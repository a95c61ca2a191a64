/** Measures how long it takes to compute the statistics of all images of a file, and to decode them. */

/**
 * Milliseconds.
 * @returns {Promise<{ decoded: number, measured: number }>}
 */
export function measure() {
  const worker = new Worker(new URL('./statistics-worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(document.querySelector('input').files[0]);
  }).finally(() => worker.terminate());
}
