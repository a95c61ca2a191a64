/** The memory of typed arrays that go from one thread to another. */

/**
 * The buffers of all typed arrays in a plain object, which a message can hand over in place of a copy.
 * @param {unknown} value
 * @returns {ArrayBuffer[]}
 */
export function buffersOf(value) {
  if (ArrayBuffer.isView(value)) return [/** @type {ArrayBuffer} */ (value.buffer)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}

/**
 * Gives the memory of all typed arrays in a plain object back. Otherwise the collector waits until a thread has tens of
 * megabytes of them. Browsers without `transfer` leave it to the collector.
 * @param {unknown} value
 */
export function release(value) {
  for (const buffer of buffersOf(value)) buffer.transfer?.(0);
}
