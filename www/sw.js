/**
 * The service worker: after the first visit, the page works offline.
 *
 * The page itself comes from the network if that answers in time, so a reload shows the newest version. Everything else
 * lies below its version's folder, never changes, and comes from the cache. A new version fills a cache of its own, with
 * the files that have not changed from the old caches and only the others from the network. The old caches are removed
 * when the browser activates the new worker, once no tab uses the old version. skipWaiting() would be too early, because
 * an open page still loads modules of its version. Samples are kept when they are opened.
 *
 * `cargo xtask dist` fills in the two constants. Without files, as in the source tree, the worker intercepts nothing.
 */

const VERSION = '';
/** The revision of each file, which changes with its content, by the path. @type {Record<string, string>} */
const FILES = {};

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The page's address; sw.js lies in the same folder. */
const PAGE = new URL('./', worker.location.href).href;
/** The address under which each cache holds its version's FILES. The network has no such file. */
const LIST = `${PAGE}revisions`;

/** An origin shares its caches, so their names contain the page's address. */
const PREFIX = `idxlens ${PAGE} `;

/** Milliseconds after which the page comes from the cache, and after which a file counts as unavailable. */
const PATIENCE = { page: 5_000, file: 60_000 };

if (Object.keys(FILES).length > 0) {
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
  const response = await fetch(PAGE, { cache: 'reload', signal: AbortSignal.timeout(PATIENCE.file) });
  if (!(await response.clone().text()).includes(VERSION)) throw new Error('the host has another version of the page');
  const before = await keptRevisions();
  const cache = await caches.open(PREFIX + VERSION);
  await Promise.all(
    Object.entries(FILES).map(async ([path, revision]) =>
      cache.put(path, (await before.get(revision)?.()) ?? (await fetched(path))),
    ),
  );
  await cache.put(LIST, Response.json(FILES));
  await cache.put(PAGE, response);
}

/**
 * The files that older versions have kept: a function that gives the file, by its revision.
 * @returns {Promise<Map<string, () => Promise<Response | undefined>>>}
 */
async function keptRevisions() {
  const files = new Map();
  for (const name of await ownCaches()) {
    const cache = await caches.open(name);
    const list = /** @type {typeof FILES} */ ((await (await cache.match(LIST))?.json()) ?? {});
    for (const [path, revision] of Object.entries(list)) {
      files.set(revision, async () => {
        const kept = await cache.match(path);
        // A new response, because a module resolves its imports against the address that its response came from.
        return kept && new Response(kept.body, kept);
      });
    }
  }
  return files;
}

/**
 * A file of this version. The browser's cache may hold it, because the page has just loaded it.
 * @param {string} path
 */
async function fetched(path) {
  const response = await fetch(path, { cache: 'force-cache', signal: AbortSignal.timeout(PATIENCE.file) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Removes the caches of older versions, and serves the tabs that are already open. */
async function takeOver() {
  const old = (await ownCaches()).filter((name) => name !== PREFIX + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * The page from the network, or else the newest from a cache: if there is no network, it takes too long, or the host is
 * out of order.
 * @param {Request} request
 */
async function page(request) {
  const kept = await newestPage();
  const signal = kept ? AbortSignal.timeout(PATIENCE.page) : null;
  try {
    const response = await fetch(request, { cache: 'no-cache', signal });
    return response.status >= 500 ? (kept ?? response) : response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The page of the newest version that is kept. */
async function newestPage() {
  for (const name of (await ownCaches()).reverse()) {
    const kept = await caches.match(PAGE, { cacheName: name });
    if (kept) return kept;
  }
  return null;
}

/**
 * A file from any version's cache (its address contains the version), or else from the network. A file of this version
 * is kept then.
 * @param {Request} request
 */
async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  // Samples are large.
  const isSample = request.url.startsWith(`${PAGE}${VERSION}/samples/`);
  const response = await fetch(request, isSample ? {} : { signal: AbortSignal.timeout(PATIENCE.file) });
  if (response.ok && request.url.startsWith(`${PAGE}${VERSION}/`)) {
    const cache = await caches.open(PREFIX + VERSION);
    // Without room for it, the file is fetched again when it is needed.
    cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}

/** The names of this site's caches, oldest first. */
async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}
