/** What stays on this device between two visits; where storage is forbidden, nothing does. */

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(`idxlens.${name}`);
  } catch {
    return null;
  }
}

/**
 * Whether it will be here at the next visit; else it lasts as long as the page.
 * @param {string} name
 * @param {string} text  nothing of it is kept if it is empty
 */
export function keep(name, text) {
  try {
    if (text) localStorage.setItem(`idxlens.${name}`, text);
    else localStorage.removeItem(`idxlens.${name}`);
    return true;
  } catch {
    return false;
  }
}
