/** The page's worker as on a device with one core: it shares no job with other workers. */

import './one-core.js';
import '../www/engine/worker.js';
