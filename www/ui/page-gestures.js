/** The wheel and a finger turn pages. */

/**
 * Pixels of wheel that turn a page; milliseconds until the next page; milliseconds without an event that end a turn;
 * pixels that a notch of a mouse's wheel has at least.
 */
const WHEEL = { distance: 80, pause: 160, rest: 200, notch: 80 };
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
  /** The largest step since the page turned in this movement, and the smallest after it; null before. @type {{ max: number, min: number } | null} */
  let steps = null;
  let last = 0;
  frame.addEventListener(
    'wheel',
    ({ deltaY, deltaMode, ctrlKey, timeStamp }) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (ctrlKey || scrollHeight > clientHeight) return;
      const pauses = timeStamp - before > WHEEL.rest;
      const size = Math.abs(deltaY);
      const even = deltaMode !== WheelEvent.DOM_DELTA_PIXEL || (size >= WHEEL.notch && deltaY === last);
      const reversed = deltaY * last < 0;
      if (pauses || reversed) [steps, distance] = [null, 0];
      before = timeStamp;
      last = deltaY;
      // Scrolling stops at the end of the page; the next turn of the wheel turns the page.
      scrolling = canScroll(deltaY) || (scrolling && !pauses);
      if (scrolling) return;
      if (steps) {
        // A trackpad goes on for a second after a flick. From the largest on, its steps get smaller until the next flick.
        const falls = size < steps.max || steps.min < steps.max / 2;
        steps = { max: Math.max(steps.max, size), min: falls ? Math.min(steps.min, size) : size };
        const flicked = steps.min < steps.max / 2 && size > 2 * steps.min + 4;
        if (!even && !flicked) return;
      }
      distance += deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL.distance / 3);
      if (Math.abs(distance) < WHEEL.distance || timeStamp - turned < WHEEL.pause) return;
      turn(Math.sign(distance));
      turned = timeStamp;
      steps = { max: size, min: size };
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
