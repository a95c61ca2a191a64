/** How many cards of a finding there is room for. */

import { textScale } from './viewer-element.js';

/** Cards on a page at least. */
const MIN_CARDS = 6;
/** CSS pixels of a card with its gap: its width, its height, and that of a group. */
const CARD = { width: 268, alone: 214, group: 152 };
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
  const card = isGroup ? CARD.group : CARD.alone;
  const rows = Math.max(1, Math.floor((height - beside * scale) / (card * scale)));
  // On a small screen the cards scroll.
  return Math.max(MIN_CARDS, columns * rows);
}
