/** The digits that come with the page. */

const NAMES = ['digits-images-idx3-ubyte.gz', 'digits-labels-idx1-ubyte.gz'];

export function fetchSample() {
  return Promise.all(NAMES.map(fetchFile));
}

/** @param {string} name */
async function fetchFile(name) {
  const response = await fetch(new URL(`../samples/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return { name, file: new File([await response.blob()], name, { lastModified: 0 }) };
}
