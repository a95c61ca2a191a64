/**
 * How much larger the user's text is than usual: lengths that hold text are written for a default font of 16 CSS pixels.
 */
export function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
