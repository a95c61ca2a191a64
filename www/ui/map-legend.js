/** What the colours of the map stand for. */

import { map as words } from '../text/map.js';

/** @import { Coloured } from './map-colours.js' */

/** Groups that are listed. */
const LISTED = 24;

/**
 * @param {HTMLElement} list
 * @param {Coloured} coloured
 */
export function explain(list, { names, groups, rest, ungrouped }) {
  const entries = names.slice(0, LISTED).map((name, group) => entry(name, groups[group]));
  if (names.length > LISTED) {
    const more = document.createElement('li');
    more.className = 'more';
    more.textContent = words.more(names.length - LISTED);
    entries.push(more);
  }
  if (rest) entries.push(entry(rest, ungrouped));
  list.replaceChildren(...entries);
}

/**
 * @param {string} name
 * @param {number} colour
 */
function entry(name, colour) {
  const item = document.createElement('li');
  item.style.setProperty('--colour', `#${colour.toString(16).padStart(6, '0')}`);
  item.textContent = name;
  return item;
}
