/** How many cards of a finding there is room for. */

import { textScale } from './viewer-element.js';

/** Cards on a page at least. */
const MIN_CARDS = 6;
/** CSS pixels of a card with its gap: its width, its height without the buttons, and that of a group. */
const CARD = { width: 268, alone: 182, group: 142 };
/** CSS pixels of a button, for a mouse and for fingers. */
const BUTTON = { fine: 32, coarse: 40 };
/** CSS pixels above and below the cards, and those of the slider. */
const BESIDE = 150;
const SLIDER = 88;

/**
 * @param {number} width  CSS pixels for the cards
 * @param {number} height  CSS pixels for them and what is above and below
 * @param {boolean} isGroup  whether a card shows a group
 * @param {boolean} hasSlider  whether the slider is above
 */
export function cardRoom(width, height, isGroup, hasSlider) {
  const scale = textScale();
  const columns = Math.max(1, Math.floor(width / (CARD.width * scale)));
  const beside = BESIDE + (hasSlider ? SLIDER : 0);
  const button = matchMedia('(pointer: coarse)').matches ? BUTTON.coarse : BUTTON.fine;
  const card = button + (isGroup ? CARD.group : CARD.alone);
  const rows = Math.max(1, Math.floor((height - beside * scale) / (card * scale)));
  // On a small screen the cards scroll.
  return Math.max(MIN_CARDS, columns * rows);
}
