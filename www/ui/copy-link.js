/** Copies a link to the view. */

import { text } from '../text/index.js';

/** @typedef {{ address: string, isLocal: boolean }} SharedLink  whether it opens only where the same files are */

/**
 * Copies a link and says so. Where the browser forbids it, the user can copy it from a field.
 * @param {SharedLink} link
 * @param {HTMLElement} report
 */
export async function copyLink({ address, isLocal }, report) {
  const words = text.link;
  try {
    await navigator.clipboard.writeText(address);
    report.textContent = isLocal ? words.copiedLocal : words.copied;
  } catch {
    const field = Object.assign(document.createElement('input'), {
      readOnly: true,
      value: address,
      ariaLabel: words.field,
    });
    report.replaceChildren(field);
    field.select();
  }
}
