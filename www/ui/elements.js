/** Defines the elements that every visit needs. */

import { DatasetTabs } from './dataset-tabs.js';
import { DropZone } from './drop-zone.js';
import { FilterChip } from './filter-chip.js';
import { PageGrid } from './page-grid.js';
import { PageNav } from './page-nav.js';
import { ReadProgress } from './read-progress.js';
import { SummaryLine } from './summary-line.js';

customElements.define('dataset-tabs', DatasetTabs);
customElements.define('drop-zone', DropZone);
customElements.define('filter-chip', FilterChip);
customElements.define('page-grid', PageGrid);
customElements.define('page-nav', PageNav);
customElements.define('read-progress', ReadProgress);
customElements.define('summary-line', SummaryLine);
