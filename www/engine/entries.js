/** What comes out of entries. */

/** @import { Entry } from './drops.js' */

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
