/** English: one member for each part of the page. A member is an object of strings and of functions that return strings. */

export const en = {
  /** The language's tag. */
  lang: 'en',
};
