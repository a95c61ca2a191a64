/** Saving a file where the browser saves downloads. */

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  // Chromium takes bytes without a type for text, and adds that to the name of an IDX file.
  const typed = blob.type ? blob : blob.slice(0, blob.size, 'application/octet-stream');
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(typed), download: name });
  link.click();
  // The browser must have begun to save.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
