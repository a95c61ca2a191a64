/**
 * The names of classes: known for the well-known sets, else read from a text. Pure, and imports nothing.
 *
 * A label file never holds the names, and several sets share their file names, so names are a guess until the user
 * confirms them. A text can come from anywhere: names are cut to a limit, and invisible characters are removed.
 */

/** @typedef {ReadonlyMap<number, string>} Names  a class whose name is its number has none */

/** Characters of a name at most. */
const MAX_LENGTH = 60;

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHANUMERIC = `0123456789${CAPITALS}`;
const MERGED = `${ALPHANUMERIC}abdefghnqrt`;

/** The names of classes 0, 1, ... @type {Record<string, Iterable<string>>} */
const SETS = {
  mnist: '',
  qmnist: '',
  'fashion-mnist': 'T-shirt/top,Trouser,Pullover,Dress,Coat,Sandal,Shirt,Sneaker,Bag,Ankle boot'.split(','),
  kmnist: 'お o,き ki,す su,つ tsu,な na,は ha,ま ma,や ya,れ re,を wo'.split(','),
  kannada: '೦೧೨೩೪೫೬೭೮೯',
  notmnist: 'ABCDEFGHIJ',
  'emnist-balanced': MERGED,
  'emnist-bymerge': MERGED,
  'emnist-byclass': ALPHANUMERIC + CAPITALS.toLowerCase(),
  'emnist-letters': ['', ...Array.from(CAPITALS, (letter) => `${letter}/${letter.toLowerCase()}`)],
  'emnist-digits': '',
  'emnist-mnist': '',
};

/** Sets by the CRC-32 of a file of their labels, as its gzip trailer has it. @type {Record<string, string>} */
const LABELS = { e0cb4ad2: 'mnist', '4ab9eff9': 'mnist', 50248488: 'notmnist', '80e20dfb': 'qmnist' };

/**
 * The names of a well-known set; null if there is no such set. Sets of digits have no names.
 * @param {string} id
 */
export function preset(id) {
  return Object.hasOwn(SETS, id) ? collect([...SETS[id]].entries()) : null;
}

/**
 * The names in a text. Lines that begin with a number name the class of that number, and lines that do not are left out;
 * if no line does, the lines name classes 0, 1, ..., and so do the parts of a single line between commas. Names that are
 * all ASCII codes, as in EMNIST's mappings, are the characters meant.
 * @param {string} text
 */
export function parse(text) {
  const found = lines(text);
  const numbers = found.map(numbered).filter((line) => line !== null);
  if (!numbers.length) return collect((found.length === 1 ? found[0].split(',') : found).entries());
  /** @type {[number, string][]} */
  const coded = numbers.map(([label, name]) => [label, characters(name)]);
  return collect(coded.every(([, name]) => name) ? coded : numbers);
}

/**
 * Whether a text is a mapping: lines that all begin with a number.
 * @param {string} text
 */
export function isMapping(text) {
  const found = lines(text);
  return found.length > 0 && found.every((line) => numbered(line) !== null);
}

/**
 * The well-known set whose labels have this CRC-32; or ''.
 * @param {string} crc
 */
export function identify(crc) {
  return Object.hasOwn(LABELS, crc) ? LABELS[crc] : '';
}

/**
 * The well-known set that a file belongs to, by its name, or else by the name of its folder, and so on outwards; or ''.
 * @param {string} path
 */
export function recognize(path) {
  for (const part of path.toLowerCase().split('/').reverse()) {
    const id = setOf(part.split(/[^\p{Alphabetic}\p{N}]/u));
    if (id !== null) return id;
  }
  return '';
}

/**
 * Whether the files of several well-known sets are called like this.
 * @param {string} path
 */
export function isShared(path) {
  return /(^|\/)(train|t10k)-(images|labels)[^/]*$/i.test(path);
}

/**
 * The set that the words of one name mean: '' for a set without known names, null if the words mean none.
 * @param {string[]} words
 */
function setOf(words) {
  /** @param {string[]} wanted */
  const has = (...wanted) => wanted.some((word) => words.includes(word));
  if (has('emnist')) {
    const split = ['balanced', 'byclass', 'bymerge', 'letters', 'digits', 'mnist'].find((split) => has(split));
    return split ? `emnist-${split}` : '';
  }
  if (has('fashion', 'fashionmnist')) return 'fashion-mnist';
  if (has('kmnist') || (has('kuzushiji') && has('mnist'))) return 'kmnist';
  if (has('kannada')) return 'kannada';
  if (has('notmnist') || (has('not') && has('mnist'))) return 'notmnist';
  if (has('qmnist', 'xnist')) return 'qmnist';
  // Many sets have “mnist” in their names.
  return words.length === 1 && has('mnist') ? 'mnist' : null;
}

/** @param {string} text */
function lines(text) {
  // Trimming also removes a byte order mark.
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/**
 * A line that begins with a number, and what follows it.
 * @param {string} line
 * @returns {[number, string] | null}
 */
function numbered(line) {
  const [, digits, name] = /^([-+]?\d+)[\s,:;=]+(.*)$/s.exec(line) ?? [];
  const label = Number(digits);
  return label === (label | 0) ? [label, name] : null;
}

/**
 * The characters of ASCII codes, if these are some, else '': `65 97` means "A/a".
 * @param {string} codes
 */
function characters(codes) {
  const each = codes
    .split(/\s+/)
    .map((code) => (/^\d+$/.test(code) && +code > 32 && +code < 127 ? String.fromCharCode(+code) : ''));
  return each.every(Boolean) ? each.join('/') : '';
}

/**
 * @param {Iterable<[number, string]>} entries
 * @returns {Names}
 */
function collect(entries) {
  const names = new Map();
  for (const [label, name] of entries) {
    const seen = visible(name);
    if (seen && seen !== String(label)) names.set(label, seen);
  }
  return names;
}

/**
 * A name on one line, of limited length, without the characters that change the direction of text.
 * @param {string} name
 */
function visible(name) {
  const shown = name
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // A character has at most two units.
  const characters = [...shown.slice(0, 2 * MAX_LENGTH + 2)];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : shown;
}
