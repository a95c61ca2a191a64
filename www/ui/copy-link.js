/** Copying a link to what is shown. */

import { text } from '../text/index.js';

const words = text.link;

/**
 * @typedef {object} LinkToCopy
 * @property {() => string} href
 * @property {boolean} isWhole  whether it leads to just these items
 */

/**
 * Puts a link on the clipboard, or into a field to copy it from if the browser forbids that, and says so.
 * @param {LinkToCopy} link
 * @param {Element} report
 */
export async function copyLink(link, report) {
  const href = link.href();
  const copied = await navigator.clipboard.writeText(href).then(
    () => true,
    () => false,
  );
  const field = Object.assign(document.createElement('input'), { readOnly: true, value: href, ariaLabel: words.link });
  // Such a link names a file of this device.
  const isLocal = new URLSearchParams(new URL(href).hash.slice(1)).has('file');
  report.replaceChildren(copied ? words.copied(isLocal) : field, link.isWhole ? '' : words.partial);
  if (!copied) field.select();
}
