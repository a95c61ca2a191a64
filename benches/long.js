/** Long use of the page: opens and closes datasets, shows page after page, changes filters. */

import { dropFile, make } from './large-files.js';

/** @import { Recipe } from './large-files.js' */

const $$ = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
const $ = (selector) => $$(selector)[0];
// In a low window some buttons are collapsed.
const button = (name) =>
  [...document.querySelectorAll('button')].find((it) => [it.ariaLabel, it.textContent.trim()].includes(name));
const isRead = () => $('[role=gridcell]') && !$('[role=progressbar]');

/**
 * Drops a file, waits until it is read, and closes it.
 * @param {number} times
 * @param {Recipe} recipe
 */
export async function open(times, recipe) {
  const file = await make(recipe);
  for (let time = 0; time < times; time++) {
    dropFile(file);
    await until(isRead);
    // The button is loaded after the first picture.
    await until(() => $('.intro') ?? button('Close dataset')?.click());
  }
}

/** Opens the sample of 10,000 digits. */
export async function sample() {
  $('button[value=digits]').click();
  await until(isRead);
}

/**
 * Shows the next page, and after the last one the first.
 * @param {number} times
 */
export async function flip(times) {
  for (let time = 0; time < times; time++) {
    const { index } = $('[role=gridcell]').dataset;
    const next = button('Next page');
    (next.ariaDisabled === 'true' ? button('First page') : next).click();
    await until(() => $('[role=gridcell]').dataset.index !== index);
  }
}

/**
 * Filters by one class after another.
 * @param {number} times
 */
export async function filter(times) {
  for (let time = 0; time < times; time++) {
    const summary = $('[role=status]').textContent;
    const classes = $$('class-histogram button[value]');
    classes[time % classes.length].click();
    await until(() => $('[role=status]').textContent !== summary);
  }
}

/** @param {() => unknown} condition */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
}
