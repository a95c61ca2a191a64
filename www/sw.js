/**
 * The service worker: after the first visit the page opens without a network.
 *
 * The page itself comes from the network whenever there is one, so a reload always shows the newest version; everything
 * else lives below its version's folder, never changes, and comes from the cache. A new version fills its own cache
 * beside the old one, which goes when no tab needs it any more: the browser activates a new worker only then, and
 * nothing here hurries it, because an open page still loads its wasm when the first file is dropped.
 *
 * `cargo xtask dist` fills in the two constants. With no files to keep, as in the source tree, nothing is intercepted.
 */

const VERSION = '';
/** @type {string[]} */
const FILES = [];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The page's address; sw.js lies beside it. */
const PAGE = new URL('./', worker.location.href).href;

/** Caches are shared by the whole origin: the name says which site has them. */
const PREFIX = `idxlens ${PAGE} `;

if (FILES.length > 0) {
  worker.addEventListener('install', (event) => event.waitUntil(keep()));
  worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const address = request.url.replace(/[?#].*$/, '');
    if (request.method !== 'GET' || request.headers.has('range') || !address.startsWith(PAGE)) return;
    if (address === PAGE || address === `${PAGE}index.html`) event.respondWith(page(request));
    else if (request.mode !== 'navigate') event.respondWith(asset(request));
  });
}

/** Fills this version's cache; the page goes in last, so a cache that has it is complete. */
async function keep() {
  const response = await fetch(PAGE, { cache: 'reload' });
  if (!(await response.clone().text()).includes(VERSION)) throw new Error('the host has another version of the page');
  const cache = await caches.open(PREFIX + VERSION);
  await cache.addAll(FILES);
  await cache.put(PAGE, response);
}

/** Removes what older versions kept, and serves the tabs that are open already. */
async function takeOver() {
  const old = (await ownCaches()).filter((name) => name !== PREFIX + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * The page from the network, or without one the newest that is kept.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request, { cache: 'no-cache' });
  } catch (error) {
    for (const name of (await ownCaches()).reverse()) {
      const kept = await caches.match(PAGE, { cacheName: name });
      if (kept) return kept;
    }
    throw error;
  }
}

/**
 * A file from the cache of any version, which its address names, or from the network.
 * @param {Request} request
 */
async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The names of this site's caches, oldest first. */
async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}
