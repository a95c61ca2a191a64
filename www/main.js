/** The page: one viewer that fills the window, owns the address, and works offline. */

import { script } from './platform/trusted.js';
import { createViewer } from './ui/viewer.js';

createViewer(document.body, { address: true, drops: window, keys: document });

// Registered after the page has loaded, because it fetches every file. A browser without it lacks only offline use.
addEventListener('load', () => {
  navigator.serviceWorker?.register(script(new URL('sw.js', document.baseURI).href)).catch(() => {});
});
