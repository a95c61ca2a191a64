/** The state of the page, the events that change it, and its form in the URL's hash. Pure: the modules import only each other. */

export * from './alerts.js';
export * from './check.js';
export * from './dataset.js';
export * from './decisions.js';
export * from './findings.js';
export * from './hash.js';
export * from './history.js';
export * from './item-set.js';
export * from './page.js';
export * from './panes.js';
export * from './predictions.js';
export * from './query.js';
export * from './reduce.js';
export * from './review.js';
export * from './samples.js';
export * from './second-link.js';
export * from './selection.js';
export * from './style.js';
export * from './views.js';
