/** The wheel and a finger turn pages. */

/** Pixels of wheel that turn a page; milliseconds until the next page; milliseconds without an event that end a turn. */
const WHEEL = { distance: 80, pause: 160, rest: 200 };
const SWIPE = 48;

/**
 * @param {HTMLElement} frame
 * @param {(by: number) => boolean} canScroll  whether there is more of the page up (-1) or down (1)
 * @param {(by: number) => void} turn
 */
export function turnByWheel(frame, canScroll, turn) {
  let distance = 0;
  let before = 0;
  let turned = 0;
  let scrolling = false;
  frame.addEventListener(
    'wheel',
    ({ deltaY, deltaMode, ctrlKey, timeStamp }) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (ctrlKey || scrollHeight > clientHeight) return;
      const pauses = timeStamp - before > WHEEL.rest;
      if (pauses || Math.sign(deltaY) !== Math.sign(distance)) distance = 0;
      before = timeStamp;
      // Scrolling stops at the end of the page; the next turn of the wheel turns the page.
      scrolling = canScroll(deltaY) || (scrolling && !pauses);
      if (scrolling) return;
      distance += deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL.distance / 3);
      if (Math.abs(distance) < WHEEL.distance || timeStamp - turned < WHEEL.pause) return;
      turn(Math.sign(distance));
      turned = timeStamp;
      distance = 0;
    },
    { passive: true },
  );
}

/**
 * @param {HTMLElement} frame
 * @param {(by: number) => void} turn
 */
export function turnBySwipe(frame, turn) {
  /** @type {Touch | null} */
  let start = null;
  frame.addEventListener('touchstart', ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
    passive: true,
  });
  frame.addEventListener('touchend', ({ changedTouches: [end] }) => {
    if (!start) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y)) turn(-Math.sign(x));
  });
}
