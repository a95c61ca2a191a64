/** The built-in samples. */

/** The name of each, as in links, in the order of the first screen. */
export const SAMPLES = ['handwritten', 'digits', 'shapes', 'signals', 'volumes', 'header', 'errors'];

/**
 * The sample of this name, or ''. Anyone can write a link.
 * @param {string | null} word
 */
export function sampleNamed(word) {
  return SAMPLES.find((name) => name === word) ?? '';
}
