// The plain objects that cross the boundary of conversions; they become a part of the generated types.

/** A file in an archive: its data in the archive, and the bytes before and after it that make a .gz file of it. */
export interface Member {
  name: string;
  offset: number;
  length: number;
  head: Uint8Array;
  tail: Uint8Array;
  /** Whether it is stored in a way that can be read. */
  readable: boolean;
}
