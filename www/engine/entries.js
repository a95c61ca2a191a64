/** What comes out of entries. */

/** @import { Entry } from './drops.js' */

/**
 * Appends what came out of an entry, which may be too much for arguments.
 * @param {Entry[]} queue
 * @param {Entry} from
 * @param {Entry[] | null | undefined} entries
 */
export function append(queue, from, entries) {
  for (const entry of linked(from, entries ?? [])) queue.push(entry);
}

/**
 * Files with the link that led to the one that they came out of.
 * @param {Entry} from
 * @param {Entry[]} entries
 */
export function linked({ link }, entries) {
  for (const entry of entries) {
    // An unpacked file has another name.
    const isInside = link && (entry.name === link.name || entry.name.startsWith(`${link.name}/`));
    if (link) entry.link = isInside ? link : { ...link, name: entry.name };
  }
  return entries;
}
