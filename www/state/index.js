/** How the page stands, how each event changes it, and what the URL's hash says of it. Pure: the modules import only each other. */

export * from './compare.js';
export * from './dataset.js';
export * from './hash.js';
export * from './look.js';
export * from './marks.js';
export * from './page.js';
export * from './query.js';
export * from './reduce.js';
