/** Small settings that stay on this device. If storage is forbidden, they last as long as the page. */

/** Values that the browser refused to store. @type {Map<string, string>} */
const unstored = new Map();

/** @param {string} name */
export function kept(name) {
  try {
    return unstored.get(name) ?? localStorage.getItem(`idxlens.${name}`);
  } catch {
    return null;
  }
}

/**
 * Returns whether the setting is stored for the next visit.
 * @param {string} name
 * @param {string} text  an empty one removes the setting
 */
export function keep(name, text) {
  try {
    if (text) localStorage.setItem(`idxlens.${name}`, text);
    else localStorage.removeItem(`idxlens.${name}`);
    unstored.delete(name);
    return true;
  } catch {
    unstored.set(name, text);
    return false;
  }
}
