/** How images are rotated or flipped, by the letters of src/dataset/orientation.rs. */

/** @type {Record<string, string>} */
export const orientations = {
  t: 'transposed',
  h: 'flipped left to right',
  v: 'flipped upside down',
  th: 'rotated right',
  tv: 'rotated left',
  hv: 'rotated by 180°',
  thv: 'rotated by 180° and transposed',
};
