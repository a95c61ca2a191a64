/**
 * The names of classes: known for the well-known sets, else read from a text. Pure, and imports nothing.
 *
 * A label file never holds the names, and several sets share their file names, so names are a guess until the user
 * confirms them. A text can come from anywhere: names are cut to a limit, and invisible characters are removed.
 */

/** @typedef {ReadonlyMap<number, string>} Names  a class whose name is its number has none */

/** Characters of a name at most. */
const MAX_LENGTH = 200;

/** Lines of a mapping that are read before the page does something else. */
const PART = 10_000;

/** A longer text, or one with longer lines, is hardly a list of names. */
const MAX_LIST = 100_000;
const MAX_LINE = MAX_LENGTH;
/** A list of labels has the same names again and again. Of the 1,000 classes of ImageNet, few share a name. */
export const MIN_DISTINCT = 0.9;

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
  fer2013: 'angry,disgust,fear,happy,sad,surprise,neutral'.split(','),
  'cifar-10': 'airplane,automobile,bird,cat,deer,dog,frog,horse,ship,truck'.split(','),
  'emnist-balanced': MERGED,
  'emnist-bymerge': MERGED,
  'emnist-byclass': ALPHANUMERIC + CAPITALS.toLowerCase(),
  'emnist-letters': ['', ...Array.from(CAPITALS, (letter) => `${letter}/${letter.toLowerCase()}`)],
  'emnist-digits': '',
  'emnist-mnist': '',
};

/**
 * The names of a well-known set; null if there is no such set. Sets of digits have no names.
 * @param {string} id
 */
export function preset(id) {
  return Object.hasOwn(SETS, id) ? collect([...SETS[id]].entries()) : null;
}

/**
 * The names in a text. Lines that begin with a number name the class of that number, and lines that do not are left out. If no
 * line does, numbers at the ends of all lines are those of classes; otherwise the lines name classes 0, 1, ..., and so do the
 * parts of a single line between commas. Names that are all ASCII codes, as in EMNIST's mappings, are the characters meant.
 * @param {string} text
 */
export function parse(text) {
  const found = lines(text);
  const numbers = found.map(numbered).filter((line) => line !== null);
  if (numbers.length) return decode(numbers, found);
  const names = unnumbered(found).map(withoutSynset);
  const entries = names.map(numberedBehind).filter((entry) => entry !== null);
  return collect(entries.length === names.length && areClasses(entries) ? entries : names.entries());
}

/**
 * Names as a text that {@link parse} and {@link parseMapping} read: a line for each class, with its label, a tab and its name. With
 * a space, names that are numbers would be the codes of characters.
 * @param {Names} names
 */
export function linesOf(names) {
  const lines = [...names].sort(([first], [second]) => first - second).map(([label, name]) => `${label}\t${name}\n`);
  return lines.join('');
}

/**
 * The names in a list without numbers before them; null if a text is something else, such as labels or a description.
 * @param {string} text
 */
export async function parseList(text) {
  const found = lines(text);
  const names = unnumbered(found).map(withoutSynset);
  if (names.length < 2 || names.length > MAX_LIST || names.some((name) => name.length > MAX_LINE)) return null;
  await pause(names.length);
  // Lines of nothing but numbers are labels, sentences a description, and what begins with a tag is a web page.
  const areNumbers = found.some(numbered) || names.every((name) => Number.isFinite(Number(name)));
  const isProse = found.filter((line) => /[.:!?]$/.test(line)).length > found.length / 10;
  if (areNumbers || isProse || /^</.test(found[0])) return null;
  await pause(names.length);
  if (new Set(names).size < MIN_DISTINCT * names.length) return null;
  await pause(names.length);
  /** @type {[number, string][]} */
  const entries = [];
  for (const name of names) {
    const entry = numberedBehind(name);
    if (!entry) break;
    entries.push(entry);
    if (entries.length % PART === 0) await pause(PART);
  }
  const areNumbered = entries.length === names.length && areClasses(entries);
  await pause(names.length);
  return collect(areNumbered ? entries : names.entries());
}

/**
 * A name that a number follows, as in `cat 0`.
 * @param {string} line
 * @returns {[number, string] | null}
 */
function numberedBehind(line) {
  const [, name, digits] = /^(.*[^\s,;:=])[\s,;:=]+(\d{1,6})$/.exec(line) ?? [];
  return digits ? [Number(digits), name] : null;
}

/**
 * Whether the numbers behind names are classes: each another one, from 0 or 1 on, perhaps with gaps. `Apple 1` and `Apple 2` are
 * names of their own, and so are `Boeing 737` and `Airbus 320`.
 * @param {[number, string][]} entries
 */
function areClasses(entries) {
  const labels = new Set(entries.map(([label]) => label));
  const names = new Set(entries.map(([, name]) => name));
  const areLabels = labels.size === entries.length && (labels.has(0) || labels.has(1));
  return entries.length > 1 && areLabels && names.size >= MIN_DISTINCT * entries.length;
}

/**
 * A name of ImageNet's lists without the number of its set of synonyms before it: `n02123045 tabby, tabby cat`.
 * @param {string} name
 */
function withoutSynset(name) {
  return name.replace(/^n\d{8}\s+/, '');
}

/**
 * Lets the page do something else while a long text is read.
 * @param {number} lines
 */
async function pause(lines) {
  if (lines >= PART) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * The names in a mapping, whose lines all begin with a number; null if a text is something else. It is read in parts,
 * because it can be long.
 * @param {string} text
 */
export async function parseMapping(text) {
  const found = lines(text);
  /** @type {[number, string][]} */
  const numbers = [];
  for (const [at, line] of found.entries()) {
    const entry = numbered(line);
    if (!entry) return null;
    numbers.push(entry);
    if (at % PART === PART - 1) await pause(PART);
  }
  return numbers.length ? decode(numbers, found) : null;
}

/**
 * @param {[number, string][]} numbers  classes, each with its name or ASCII codes
 * @param {string[]} lines  that they are in
 */
function decode(numbers, lines) {
  const isCoded = !lines.some((line) => line.includes('\t')) && numbers.every(([, name]) => characters(name));
  return collect(isCoded ? numbers.map(([label, codes]) => [label, characters(codes)]) : numbers);
}

/**
 * The names in lines without numbers.
 * @param {string[]} lines
 */
function unnumbered(lines) {
  return lines.length === 1 ? lines[0].split(',') : lines;
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
  // A name can begin with such a sign, too: `0 =1+1`.
  const [, digits, name] = /^([-+]?\d+)(?:\t|\s*[,:;=]\s+|[,:;=]|\s+)(.*)$/s.exec(line) ?? [];
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
 * The names as they are shown: a class whose name is its number has none.
 * @param {Iterable<[number, string]>} entries
 * @returns {Names}
 */
export function collect(entries) {
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
  // Most names are short and plain, and there can be many.
  if (name.length <= MAX_LENGTH && /^[!-~]+( [!-~]+)*$/.test(name)) return name;
  const shown = name
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // A character has at most two units.
  const characters = [...shown.slice(0, 2 * MAX_LENGTH + 2)];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : shown;
}
