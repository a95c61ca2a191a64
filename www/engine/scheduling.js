/** How the worker divides its time: work in slices, between which it answers messages. */

/** Milliseconds of work before messages are answered. */
export const SLICE = 8;

/** Something that happens again and again, and that can be waited for. */
export class Condition {
  /** @type {Set<(value?: undefined) => void>} */
  #waiting = new Set();

  /** Wakes all who wait. */
  notify() {
    for (const resolve of this.#waiting) resolve();
  }

  /**
   * The result of another promise, or undefined if this happens first. Each waiter has a promise of its own: a shared one
   * would keep every promise that it was raced with.
   * @template T
   * @param {Promise<T>} other
   * @returns {Promise<T | undefined>}
   */
  async or(other) {
    let wake = () => {};
    const happened = new Promise((/** @type {(value?: undefined) => void} */ resolve) =>
      this.#waiting.add((wake = resolve)),
    );
    try {
      return await Promise.race([other, happened]);
    } finally {
      this.#waiting.delete(wake);
    }
  }
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets messages that have arrived be answered first. A timeout would wait at least 4 ms. */
export async function yieldToMessages() {
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

/** When the slice at hand ends, in milliseconds. */
let sliceEnd = 0;

/** Lets messages be answered if a slice of work is over. */
export async function yieldAfterSlice() {
  if (performance.now() < sliceEnd) return;
  await yieldToMessages();
  sliceEnd = performance.now() + SLICE;
}
