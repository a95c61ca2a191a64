// The plain objects that cross the boundary; they become a part of the generated types.

/** Which part of a dataset a file is: its pictures, or what they are called. */
export type Slot = "images" | "labels";

/** A range of bytes of a file. */
export interface ByteRange { offset: number; length: number }

/** What is wrong with a file: the variant of the core's Error or Warning, and its numbers. */
export interface Fault { name: string; message: string; offset?: number; expected?: number; found?: number; items?: number }

/** What is known of a file whose header has been read. */
export interface Status {
  /** What the file seems to hold, by its rank, shape and name. */
  role: Slot;
  elementType: "u8" | "i8" | "i16" | "i32" | "f32" | "f64";
  shape: number[];
  /** Height of one item as it is drawn, in elements. */
  rows: number;
  /** Width of one item as it is drawn, in elements. */
  columns: number;
  /** How an item is laid out, when that is not the header's own way; else empty. */
  layout: string;
  /** Items that the header promises. */
  promised: number;
  /** Bytes of all of them, unpacked. */
  byteLength: number;
  /** Whole items that can be had. */
  items: number;
  /** Bytes of the file that the pass over it has read, of `size`. */
  read: number;
  /** Null while it is not known. */
  size: number | null;
  /** Gzip layers around the array. */
  gzip: number;
  /** Nothing more is to be found out. */
  done: boolean;
  /** Stopped before the end because somebody asked for it. */
  stopped: boolean;
  /** All items that have arrived stay in memory; else they are read again when they are shown. */
  kept: boolean;
  /** The values drawn as paper and as ink; null while there are none. */
  range: [number, number] | null;
  /** Complete once done. */
  warnings: Fault[];
}

/** A page to be drawn; lengths in pixels of the page. */
export interface PageRequest {
  /** Item numbers, cell by cell. */
  items: Float64Array;
  /** Cells per row. */
  columns: number;
  gapX: number;
  gapY: number;
  /** 1: a pixel per element; n: a pixel for the mean of n x n. */
  shrink: number;
  /** 0xRRGGBB of the least value. */
  paper: number;
  /** 0xRRGGBB of the greatest value. */
  ink: number;
}

export interface PageReply {
  /** Null when there is nothing to draw. */
  image: ImageData | null;
  /** The label of each item; null where there is none. */
  labels: (string | null)[];
  /** Items that are not in memory. */
  missing: number;
}

export interface Counts {
  /** Least label first. */
  classes: { label: string; count: number }[];
  /** Further distinct labels that are not listed. */
  more: number;
}

export interface Candidate { name: string; role: Slot; items: number }
export interface Pair { name: string; images: number | null; labels: number | null }
