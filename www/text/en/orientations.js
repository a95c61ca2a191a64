/** How images are rotated or flipped, by the letters of src/dataset/orientation.rs. */

/** @type {Record<string, string>} */
export const orientations = {
  t: 'transposed',
  h: 'flipped left to right',
  v: 'flipped upside down',
  th: 'turned right',
  tv: 'turned left',
  hv: 'turned half',
  thv: 'turned half and transposed',
};
