/** The texts of the map, in the reader's language. */

import { map as en } from './en/map.js';
import { inReadersLanguage } from './index.js';

/** @typedef {typeof en} MapText  what a language has to say there */

/** A new language has its line here, too. @type {Record<string, MapText>} */
const LANGUAGES = { en };

export const map = inReadersLanguage(LANGUAGES);
