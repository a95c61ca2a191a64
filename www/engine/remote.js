/** Files on a host, as the page finds them. It is the page that asks first: its policy decides which hosts may be asked. */

import { fault, lengthOf, partOf, pinOf } from './http.js';

/** @import { Remote } from './protocol.js' */

/** Milliseconds in which a host has to answer. */
const PATIENCE = 30_000;
/** Milliseconds within which the browser reports that the policy refused an address. */
const TELLING = 100;

/**
 * A file at an address, and the way its host delivers it.
 *
 * It asks for the first byte, and not for the headers alone: for those, some hosts answer as they would not for bytes.
 * @param {string} address  relative to the page, or with its host
 * @returns {Promise<Remote>}
 */
export async function probe(address) {
  const url = parse(address);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('it took too long')), PATIENCE);
  try {
    const response = await ask(url, { Range: 'bytes=0-0' }, controller.signal).catch((error) => {
      if (error.name === 'AddressBlocked') throw error;
      // A host that compresses the whole file sends a range that cannot be unpacked. It fails like no answer.
      return ask(url, {}, controller.signal);
    });
    // An empty file has no first byte.
    if (!response.ok && response.status !== 416) {
      throw fault('AddressFailed', `${url.host} answered ${response.status}`, {
        host: url.host,
        found: response.status,
      });
    }
    const { headers } = response;
    const encoded = headers.has('Content-Encoding');
    const total = encoded ? null : (partOf(headers)?.total ?? null);
    const ranges = response.status === 206 && total !== null && (await holds(response, 1));
    const size = ranges ? total : response.status === 200 ? lengthOf(response) : null;
    return { url: response.url, name: nameOf(url), size, etag: pinOf(headers), ranges };
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** @param {string} address */
function parse(address) {
  try {
    const url = new URL(address, document.baseURI);
    url.hash = '';
    if (['http:', 'https:'].includes(url.protocol)) return url;
  } catch {
    // Reported below.
  }
  throw fault('AddressInvalid', `“${address}” is not the address of a file`, { host: address });
}

/** @param {URL} url */
function nameOf({ pathname, host }) {
  const part = pathname.split('/').at(-1);
  try {
    return decodeURIComponent(part || host);
  } catch {
    return part || host;
  }
}

/**
 * @param {URL} url
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 */
async function ask(url, headers, signal) {
  /** @type {string[]} */
  const refused = [];
  /** @param {SecurityPolicyViolationEvent} event */
  const note = ({ effectiveDirective, disposition, blockedURI }) => {
    if (effectiveDirective === 'connect-src' && disposition === 'enforce') refused.push(blockedURI);
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    return await fetch(url, { headers, cache: 'no-store', signal });
  } catch (_error) {
    await new Promise((resolve) => setTimeout(resolve, TELLING));
    if (refused.length) {
      const host = new URL(refused[0]).origin;
      throw fault('AddressBlocked', `this page may not fetch files from ${host}`, { host });
    }
    const reason = signal.aborted
      ? 'did not answer in time'
      : 'did not answer, or does not let this page read its files';
    throw fault('AddressSilent', `${url.host} ${reason}`, { host: url.host });
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
}

/**
 * Whether the body has this length. A host that compresses a range as if it were the file sends fewer bytes or none.
 * @param {Response} response
 * @param {number} length
 */
function holds(response, length) {
  return response.arrayBuffer().then(
    ({ byteLength }) => byteLength === length,
    () => false,
  );
}
