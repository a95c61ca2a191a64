/** Which part of the map is shown. */

/**
 * @typedef {object} View
 * @property {number} x  CSS pixels across from the middle of the whole map to the middle of the picture
 * @property {number} y  and down
 * @property {number} zoom  how many times it is enlarged
 */

/** @type {View} */
export const WHOLE = { x: 0, y: 0, zoom: 1 };
/** The least and the greatest enlargement. */
const ZOOMS = [0.5, 1000];

/**
 * The view after it was moved.
 * @param {View} view
 * @param {number} x  CSS pixels that everything moves to the right
 * @param {number} y  and down
 * @param {{ clientWidth: number, clientHeight: number }} area
 * @returns {View}
 */
export function panned({ x: fromX, y: fromY, zoom }, x, y, { clientWidth, clientHeight }) {
  const within = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(-room / 2, Math.min(at, room / 2));
  return { x: within(fromX - x / zoom, clientWidth), y: within(fromY - y / zoom, clientHeight), zoom };
}

/**
 * The view in which a place is seen: the same, or moved so that the place is in the middle.
 * @param {View} view
 * @param {{ x: number, y: number }} place  in the area or beside it
 * @param {{ clientWidth: number, clientHeight: number }} area
 */
export function revealing(view, { x, y }, area) {
  const { clientWidth, clientHeight } = area;
  const isBeside = x < 0 || y < 0 || x > clientWidth || y > clientHeight;
  return isBeside ? panned(view, clientWidth / 2 - x, clientHeight / 2 - y, area) : view;
}

/**
 * The view enlarged around a place, which stays where it is.
 * @param {View} view
 * @param {number} factor
 * @param {{ x: number, y: number }} place  in the area
 * @param {{ clientWidth: number, clientHeight: number }} area
 * @returns {View}
 */
export function zoomed({ x, y, zoom: before }, factor, place, { clientWidth, clientHeight }) {
  const zoom = Math.max(ZOOMS[0], Math.min(before * factor, ZOOMS[1]));
  const by = 1 / before - 1 / zoom;
  return { x: x + (place.x - clientWidth / 2) * by, y: y + (place.y - clientHeight / 2) * by, zoom };
}
