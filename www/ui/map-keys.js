/** The keys of the map. */

/**
 * @typedef {[across: number, down: number]} Direction
 *
 * @typedef {object} Actions
 * @property {() => boolean} cancel  ends what is being drawn; whether there was something
 * @property {() => void} open
 * @property {() => void} select
 * @property {(direction: Direction) => void} step
 * @property {() => void} zoomIn
 * @property {() => void} zoomOut
 * @property {() => void} showAll
 */

/** @type {Record<string, Direction>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} area
 * @param {Actions} actions
 */
export function listenToMapKeys(area, { cancel, open, select, step, zoomIn, zoomOut, showAll }) {
  /** @type {Record<string, () => void>} */
  const keys = {
    Escape: () => {},
    Enter: open,
    x: select,
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    z: showAll,
  };
  area.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Escape' && !cancel()) return;
    const act = DIRECTIONS[key] ? () => step(DIRECTIONS[key]) : keys[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}
