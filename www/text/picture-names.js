/** The names of the pictures that images were made of. Pure: workers use them, too. */

/** By the text of the names: where each begins. @type {Map<string, Uint32Array>} */
let known = new Map();

/**
 * The name of the picture that an image was made of.
 * @param {string} names  of all, each in a line
 * @param {number} item
 */
export function pictureName(names, item) {
  const starts = known.get(names) ?? startsOf(names);
  // There are seldom several datasets at a time. As one text the names take less memory.
  if (!known.has(names)) known = new Map([[names, starts]]);
  return names.slice(starts[item], starts[item + 1] - 1);
}

/** @param {string} names */
function startsOf(names) {
  const starts = [0];
  for (let at = names.indexOf('\n'); at >= 0; at = names.indexOf('\n', at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}

/**
 * Whether a file is a picture, by its name.
 * @param {string} name
 */
export function isPictureName(name) {
  return /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);
}
