/** Why a file cannot be read, where a browser says no more than that it stopped. */

/**
 * In Firefox only a FileReader tells a file that is gone from one that has changed.
 * @param {File} file
 * @returns {Promise<DOMException>}
 */
export function reasonOf(file) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () =>
      resolve(reader.error ?? new DOMException('the file has become shorter', 'NotReadableError'));
    reader.readAsArrayBuffer(file.slice(0, 1));
  });
}
