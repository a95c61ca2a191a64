/** The page: one viewer that fills the window, owns the address, and works offline. */

import { script } from './platform/trusted.js';
import { createViewer } from './ui/viewer.js';

createViewer(document.body, { address: true, drops: window, keys: document });

/** Milliseconds from the page's load until its service worker is registered, which fetches every file. */
const SETTLED = 5000;

// So the first files that are opened do not wait for it. A browser without it lacks only offline use.
addEventListener('load', () => {
  const register = () => navigator.serviceWorker?.register(script(new URL('sw.js', document.baseURI).href));
  setTimeout(() => register()?.catch(() => {}), SETTLED);
});
