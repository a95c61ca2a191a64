/** Stores how wide the user has made the panel. */

import { keep, kept } from './storage.js';

const KEY = 'panel-width';

/** @param {HTMLElement} root  of a viewer */
export function restorePanelWidth(root) {
  const width = Number(kept(KEY));
  if (width > 0) root.style.setProperty('--panel', `${width}px`);
}

/**
 * @param {HTMLElement} root  of a viewer
 * @param {number} width  in CSS pixels
 */
export function keepPanelWidth(root, width) {
  keep(KEY, String(Math.max(1, Math.round(width))));
  restorePanelWidth(root);
}
