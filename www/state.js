/** How the page stands, how each event changes it, and what the URL's hash says of it. Pure: the modules import only each other. */

export * from './state/dataset.js';
export * from './state/hash.js';
export * from './state/look.js';
export * from './state/marks.js';
export * from './state/page.js';
export * from './state/query.js';
export * from './state/reduce.js';
