/** Stores how wide the user has made the panel, in CSS pixels; 0 if never. */

import { keep, kept } from './storage.js';

const KEY = 'panel-width';

export function keptPanelWidth() {
  return Number(kept(KEY)) || 0;
}

/** @param {number} width */
export function keepPanelWidth(width) {
  keep(KEY, String(width));
}
