/** The texts of parts that load on demand, in the reader's language. */

import { late as en } from './en/late.js';
import { inReadersLanguage } from './index.js';

/** @typedef {typeof en} Late  what a language has to say there */

/** A new language has its line here, too. @type {Record<string, Late>} */
const LANGUAGES = { en };

export const late = inReadersLanguage(LANGUAGES);
