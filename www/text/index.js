/** Everything the page says, in the reader's language. Elements take their texts from here and hold no English of their own. */

import { en } from './en/index.js';

/** @typedef {typeof en} Text  what a language has to say */

/** A new language is a folder like en/, with the same members, and its line here. @type {Record<string, Text>} */
const LANGUAGES = { en };

const preferred = (globalThis.navigator?.languages ?? []).map((tag) => tag.split('-')[0]);

/** The texts in the first of the reader's languages that there is, or else in English. */
export const text = LANGUAGES[preferred.find((language) => language in LANGUAGES) ?? 'en'];
