/**
 * The service worker: after the first visit, the page works offline.
 *
 * The page itself comes from the network if there is one, so a reload always shows the newest version. Everything else lies
 * below its version's folder, never changes, and comes from the cache. A new version fills a cache of its own. The old
 * cache is removed when the browser activates the new worker, once no tab uses the old version. skipWaiting() would be too
 * early, because an open page still loads modules of its version.
 *
 * `cargo xtask dist` fills in the two constants. Without files, as in the source tree, the worker intercepts nothing.
 */

const VERSION = '';
/** @type {string[]} */
const FILES = [];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The page's address; sw.js lies in the same folder. */
const PAGE = new URL('./', worker.location.href).href;

/** An origin shares its caches, so their names contain the page's address. */
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

/** Fills this version's cache. The page goes in last, so a cache with a page is complete. */
async function keep() {
  const response = await fetch(PAGE, { cache: 'reload' });
  if (!(await response.clone().text()).includes(VERSION)) throw new Error('the host has another version of the page');
  const cache = await caches.open(PREFIX + VERSION);
  await cache.addAll(FILES);
  await cache.put(PAGE, response);
}

/** Removes the caches of older versions, and serves the tabs that are already open. */
async function takeOver() {
  const old = (await ownCaches()).filter((name) => name !== PREFIX + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * The page from the network, or else the newest from a cache.
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
 * A file from any version's cache (its address contains the version), or else from the network.
 * @param {Request} request
 */
async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The names of this site's caches, oldest first. */
async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}
