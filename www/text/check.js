/** The texts of the check, in the reader's language. */

import { check as en } from './en/check.js';
import { inReadersLanguage } from './index.js';

/** @typedef {typeof en} CheckText  what a language has to say there */

/** A new language has its line here, too. @type {Record<string, CheckText>} */
const LANGUAGES = { en };

export const check = inReadersLanguage(LANGUAGES);
