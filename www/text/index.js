/**
 * Everything the page says from the start, in the reader's language. Elements take their texts from here, or from late.js
 * if they load on demand, and hold no English of their own.
 */

import { en } from './en/index.js';

/** @typedef {typeof en} Text  what a language has to say */

/** A new language is a folder like en/, with the same members, and its line here. @type {Record<string, Text>} */
const LANGUAGES = { en };

/**
 * The texts in the first of the reader's languages that there is, or else in English.
 * @template T
 * @param {Record<string, T>} languages
 */
export function inReadersLanguage(languages) {
  const preferred = (globalThis.navigator?.languages ?? []).map((tag) => tag.split('-')[0]);
  return languages[preferred.find((language) => language in languages) ?? 'en'];
}

export const text = inReadersLanguage(LANGUAGES);
