/** The samples that come with the page: their files, which are fetched when one is chosen. */

/** @type {Record<string, string[]>} */
const FILES = {
  handwritten: ['handwritten-images-idx3-ubyte.gz', 'handwritten-labels-idx1-ubyte.gz'],
  digits: ['digits-images-idx3-ubyte.gz', 'digits-labels-idx1-ubyte.gz'],
  shapes: ['shapes-images-idx4-ubyte.gz', 'shapes-labels-idx1-ubyte.gz', 'shapes-mapping.txt'],
  signals: ['signals-data-idx2-float.gz', 'signals-labels-idx1-ubyte.gz', 'signals-mapping.txt'],
  volumes: ['volumes-images-idx4-ubyte.gz'],
  header: ['wrong-header-images-idx3-ubyte.gz', 'wrong-header-labels-idx1-ubyte.gz', 'wrong-header-mapping.txt'],
  errors: ['digits-with-12-errors-images-idx3-ubyte.gz', 'digits-with-12-errors-labels-idx1-ubyte.gz'],
};

/** @param {string} sample  its name */
export function fetchSample(sample) {
  return Promise.all(FILES[sample].map(fetchFile));
}

/** @param {string} name */
async function fetchFile(name) {
  const response = await fetch(new URL(`../samples/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return { name, file: new File([await response.blob()], name, { lastModified: 0 }) };
}
