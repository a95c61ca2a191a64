/** The classes that are offered while a label is typed. */

import { digits } from '../text/digits.js';
import { titled } from '../text/naming.js';

/**
 * @import { Dataset } from '../state/index.js'
 * @import { Naming } from '../text/naming.js'
 */

/** Limit of the classes that are offered. */
const MAX_OFFERED = 256;
/** What the options of a list depend on. @type {WeakMap<HTMLElement, unknown[]>} */
const offered = new WeakMap();

/**
 * Fills a list with the classes of a dataset: typed is the name, or else the label.
 * @param {HTMLElement} list
 * @param {Dataset} dataset
 * @param {Naming} naming
 */
export function classOptions(list, { counts }, naming) {
  const [before, key] = offered.get(list) ?? [];
  if (before === counts && key === naming.key) return;
  offered.set(list, [counts, naming.key]);
  const labels = counts?.classes.slice(0, MAX_OFFERED).map(({ label }) => label) ?? [];
  list.replaceChildren(
    ...labels.map((label) => new Option(titled(naming, label), naming.names.get(label) ?? digits(label, naming.type))),
  );
}

/**
 * Lets Enter submit the form of a field also where the browser only closes the list of classes with it, as WebKit does.
 * @param {HTMLInputElement} input
 */
export function submitByEnter(input) {
  let isDue = false;
  input.addEventListener('keydown', ({ key, isComposing }) => {
    isDue = key === 'Enter' && !isComposing;
  });
  input.form?.addEventListener('submit', () => {
    isDue = false;
  });
  input.addEventListener('keyup', ({ key }) => {
    if (key === 'Enter' && isDue) input.form?.requestSubmit();
    isDue = false;
  });
}
