/** What the worker waits for between two slices of work. */

/** Milliseconds of work before questions are answered. */
export const SLICE = 8;

/** Something that happens again and again, and that can be waited for. */
export function event() {
  /** @type {Set<(value?: undefined) => void>} */
  const waiting = new Set();
  return {
    happen() {
      for (const resolve of waiting) resolve();
    },
    /**
     * What another promise gives, or nothing if this happens first. One promise for all who wait would keep all that
     * they ever waited for.
     * @template T
     * @param {Promise<T>} other
     * @returns {Promise<T | undefined>}
     */
    async or(other) {
      let wake = () => {};
      const happened = new Promise((/** @type {(value?: undefined) => void} */ resolve) =>
        waiting.add((wake = resolve)),
      );
      try {
        return await Promise.race([other, happened]);
      } finally {
        waiting.delete(wake);
      }
    },
  };
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets the messages that have come in go first; a timeout would be held back to 4 ms. */
export async function breathe() {
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
