/** Requests to hosts: answers that can be trusted to be of one version of a file, and more tries when one fails. */

/** @import { Remote } from './protocol.js' */

/** Milliseconds without a byte after which a host has stopped. */
const SILENCE = 15_000;
/** Milliseconds before each further try. */
const PAUSES = [250, 1000, 4000];

/**
 * The version of a file: its ETag, weak or not, or else the time of its last change.
 * @param {Headers} headers
 */
export function pinOf(headers) {
  return headers.get('ETag')?.replace(/^W\//, '') ?? headers.get('Last-Modified');
}

/**
 * The range of a partial answer: its first and last byte, and the size of the file. Null of any other answer.
 * @param {Headers} headers
 */
export function partOf(headers) {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '');
  if (!found) return null;
  const [first, last, total] = found.slice(1).map(Number);
  return { first, last, total };
}

/**
 * The length of an answer in bytes; null if it is unknown, as where another host may have compressed the file.
 * @param {Response} response
 */
export function lengthOf({ type, headers }) {
  const length = type === 'basic' && !headers.has('Content-Encoding') ? headers.get('Content-Length') : null;
  return length === null ? null : Number(length);
}

/**
 * @param {string} name
 * @param {string} message
 * @param {{ expected?: number, found?: number, host?: string }} [fields]
 */
export function fault(name, message, fields = {}) {
  return Object.assign(new Error(message), { name, ...fields });
}

/**
 * The body of an answer, chunk by chunk. Fails if the host is silent for too long.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 * @param {(response: Response) => void} check  throws if this is not the answer wanted
 */
export async function* receive(url, headers, signal, check) {
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort);
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error('nothing came for too long')), SILENCE);
  };
  try {
    wait();
    // A redirection could lead to a host that the page's policy does not allow.
    const response = await fetch(url, { headers, cache: 'no-store', redirect: 'error', signal: controller.signal });
    const { ok, status, body } = response;
    // The range is beyond the end, so the file has become shorter.
    if (status === 416) throw changed();
    if (!ok) {
      const { host } = new URL(url);
      throw fault('ServerFailed', `${host} answered ${status}`, { host, found: status });
    }
    check(response);
    let lacking = lengthOf(response) ?? 0;
    for (const reader = body?.getReader(); reader; ) {
      wait();
      const { value, done } = await reader.read();
      clearTimeout(timer);
      // WebKitGTK ends a stream normally when its connection breaks.
      if (done && lacking > 0) throw new Error('an answer ended early');
      if (done) return;
      lacking -= value.length;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    controller.abort();
  }
}

/**
 * Tries again, after longer and longer pauses, because a host or the network may fail for a moment.
 * @template T
 * @param {Remote} remote
 * @param {AbortSignal} signal  ends the trying
 * @param {() => Promise<T>} attempt
 */
export async function retry({ url }, signal, attempt) {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const { name, message, found } = /** @type {Error & { found?: number }} */ (error);
      const isTransient = found === undefined || found >= 500 || found === 429;
      if (name === 'FileChanged' || !isTransient || signal.aborted) throw error;
      if (tries === PAUSES.length) {
        if (name === 'ServerFailed') throw error;
        const { host } = new URL(url);
        throw fault('ServerFailed', `${host} stopped: ${message}`, { host });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSES[tries]));
    }
  }
}

/**
 * Whether both are known, and not the same.
 * @param {unknown} some
 * @param {unknown} other
 */
export function differ(some, other) {
  return some !== null && other !== null && some !== other;
}

export function changed() {
  return fault('FileChanged', 'the file on the host is not the one that was opened');
}
