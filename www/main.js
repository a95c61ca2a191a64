/** The page: one viewer that fills the window, owns the address, and works offline. */

import { script } from './platform/trusted.js';
import { createViewer } from './ui/viewer.js';

createViewer(document.body, { address: true, drops: window, keys: document });

// Works offline from the second visit on; without it everything else works all the same.
navigator.serviceWorker?.register(script(new URL('sw.js', document.baseURI).href)).catch(() => {});
