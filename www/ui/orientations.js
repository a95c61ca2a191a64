/** What the ways to turn a picture are called, by the letters of src/dataset/orientation.rs. */

/** @type {Record<string, string>} */
export const ORIENTATIONS = {
  t: 'transposed',
  h: 'flipped left to right',
  v: 'flipped upside down',
  th: 'turned right',
  tv: 'turned left',
  hv: 'turned half',
  thv: 'turned half and transposed',
};
