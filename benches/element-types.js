/** Measures how long the core takes for arrays of each element type, which all have as many bytes. */

/**
 * Milliseconds to compute the statistics of all images, and to compose a page of 1,000 of them.
 * @param {string} type
 * @returns {Promise<{ measured: number, composed: number }>}
 */
export function measure(type) {
  const worker = new Worker(new URL('./element-types-worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(type);
  }).finally(() => worker.terminate());
}
