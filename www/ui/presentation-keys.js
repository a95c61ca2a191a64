/** The keys of a presentation. Those of the page do nothing while it is open. */

import { areSingle } from './keys.js';

/**
 * @typedef {object} Actions
 * @property {() => void} previous
 * @property {() => void} next
 * @property {() => void} first
 * @property {() => void} last
 * @property {() => void} random
 * @property {() => void} reveal
 * @property {() => void} values
 * @property {() => void} switch
 * @property {() => void} close
 */

/**
 * @param {HTMLDialogElement} dialog
 * @param {Actions} actions
 */
export function listenToPresentationKeys(dialog, actions) {
  const { previous, next, first, last, random, reveal, values, switch: other, close } = actions;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: previous,
    ArrowUp: previous,
    PageUp: previous,
    ArrowRight: next,
    ArrowDown: next,
    PageDown: next,
    Home: first,
    End: last,
    r: random,
    l: reveal,
    ' ': reveal,
    Enter: reveal,
    v: values,
    g: other,
    f: close,
  };
  dialog.addEventListener('keydown', (event) => {
    const isOnControl = /** @type {Element} */ (event.target).closest('button, label, presentation-slide');
    if (event.ctrlKey || event.altKey || event.metaKey || (isOnControl && [' ', 'Enter'].includes(event.key))) return;
    const isSingle = event.key !== ' ' && event.key.length === 1;
    if (!Object.hasOwn(keys, event.key) || (isSingle && !areSingle())) return;
    event.preventDefault();
    keys[event.key]();
  });
}
