/** Files that are refused: why, and which of them need an alert. */

/**
 * @import { Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { Refusal } from './predictions.js'
 */

/** Faults that are worth an alert in an archive, too. Texts that all differ in one are often the names of the items. */
const DAMAGE =
  /^(Npy(?!Texts)|Csv.|Json.|Pickle.|Parquet.|Arrow.|Unpack|Picture(Sheet|Unreadable)|Gzip|TooLarge|UnknownElementType|Not|Engine|FileChanged|ServerFailed|Download)/;

/**
 * Gives another reason why a file is refused.
 * @param {Refusal} refusal
 * @param {Refusal['report'][2]} fault
 */
export function refute(refusal, fault) {
  const [key, file] = refusal.report;
  refusal.report = [key, file, fault];
  return null;
}

/**
 * Reports why a file is refused. A file of another kind in an archive needs no alert, only a damaged one; and nothing is
 * reported twice.
 * @param {Entry} entry
 * @param {Refusal} refusal
 * @param {Taken} taken
 */
export function refuse({ name, archive = '', isDamaged: isReported }, refusal, taken) {
  if (isReported) return;
  const [, , { name: why }] = refusal.report;
  if (archive && !DAMAGE.test(why)) taken.passed.push(name);
  else taken.refusals.push(refusal);
}

/**
 * Refuses an archive in which nothing can be opened: its alert names the files in it. If one of them has an alert, the
 * archive needs none.
 * @param {string} folder  what their names begin with
 * @param {Refusal} refusal
 * @param {Taken} taken
 */
export function refuseArchive(folder, refusal, taken) {
  const [key, file, fault] = refusal.report;
  const isInside = (/** @type {string} */ name) => name.startsWith(`${folder}/`);
  if (taken.refusals.some(({ report }) => isInside(report[1]))) return;
  const names = taken.passed.filter(isInside).map((name) => name.slice(folder.length + 1));
  taken.passed = taken.passed.filter((name) => !isInside(name));
  const format = fault.name === 'NumpyZip' ? 'Zip' : fault.name;
  const name = format === 'NpyObjects' ? format : `${format}Other`;
  taken.refusals.push({ ...refusal, report: [key, file, { ...fault, name, names }] });
}
