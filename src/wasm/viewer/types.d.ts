// The plain objects that cross the boundary; they become a part of the generated types.

/**
 * A way to look at an array: each item as a picture, a slice of it as a picture, as a row of one picture, as a line
 * through its values, as a line of numbers, as a number; or all items as one line.
 */
export type View = "images" | "slice" | "heat" | "signals" | "table" | "labels" | "plot";

/** How the elements of an item become rows and columns: see the core's `Arrangement`. */
export type Arrangement =
  "image" | "scalar" | "row" | "square" | "colour-square" | "channels-last" | "channels-first" | "slices" | "slice" | "channels";

/** The core's ramps of colours. */
export type Palette = "viridis" | "magma" | "cividis" | "blue-red";

/** A dimension of an item in a slice: r rows, c columns, k channels, or the place where it is cut. */
export type Axis = string;

/** The column of the labels, or the index of the largest number. */
export type LabelSource = number | "one-hot";

/** A fault in a file: the variant of the core's Error or Warning, and its numbers. */
export interface Fault { name: string; message: string; offset?: number; expected?: number; found?: number; items?: number }

/** Those of IDX, then those that only other formats have. */
export type ElementType =
  "u8" | "i8" | "i16" | "i32" | "f32" | "f64" | "bool" | "u16" | "u32" | "i64" | "u64" | "f16" | "bf16";

/** How a file is read as an array. */
export interface Layout {
  /** The form that links use and `readAs` takes. */
  text: string;
  elementType: ElementType;
  /** Bytes of an element. */
  elementSize: number;
  littleEndian: boolean;
  shape: number[];
  /** Of the first element, in the unpacked file. */
  offset: number;
  /** Bytes of an item. */
  itemLength: number;
}

/** The state of a file whose header has been read. */
export interface Status {
  /** What the file probably holds, by its rank, shape and name. */
  role: Slot;
  elementType: ElementType;
  shape: number[];
  /** Height of one item as it is drawn, in elements. */
  rows: number;
  /** Width of one item as it is drawn, in elements. */
  columns: number;
  /** Elements per pixel: 1, or 3 or 4 of a colour. */
  channels: number;
  /** How the file is read. */
  layout: Layout;
  /** Other layouts that would make more sense, and what would be wrong with this one then. */
  suggestions: Suggestion[];
  /** Whether the last dimension may count the items. */
  itemsMayBeLast: boolean;
  /** How the elements of an item become rows and columns. */
  arrangement: Arrangement;
  /** Ways to look at it that make sense, the usual one first. */
  views: View[];
  /** Item shapes to offer: those that have as many elements and look like images. */
  shapes: number[][];
  /** Item shape in which the values make more sense than in the header's: shown unless the user chose another; or empty. */
  detectedShape: number[];
  /** What each dimension of an item is in a slice of it; or empty. */
  axes: Axis[];
  /** How items are rotated or flipped: t transposed, then h flipped left to right, v flipped upside down. */
  orientation: string;
  /** The orientation that the file's name suggests. */
  suggestedOrientation: string;
  /** The well-known dataset that the file belongs to by its path; or empty. */
  set: string;
  /** Whether the files of several well-known datasets have this name. */
  hasSharedName: boolean;
  /** Items by the header. */
  promised: number;
  /** Bytes of all of them, unpacked. */
  byteLength: number;
  /** Whole items that have arrived, or can be read. */
  items: number;
  /** Bytes of the file that the pass over it has read, of `size`. */
  read: number;
  /** Null while it is not known. */
  size: number | null;
  /** Gzip layers around the array. */
  gzip: number;
  /** Whether it is a NumPy array. */
  isNumpy: boolean;
  /** No more bytes are needed to know the rest of this. */
  done: boolean;
  /** Stopped by the user before the end. */
  stopped: boolean;
  /** All items that have arrived stay in memory; else they are read again when they are shown. */
  kept: boolean;
  /** Whether wanted items are still to be read. */
  waiting: boolean;
  /** Why jumps in the file take long, if they do. */
  slowJump: "nested" | "long-blocks" | null;
  /** Whether an index from an earlier visit ended the pass: the checksum was not checked. */
  recalled: boolean;
  /** The values at the palette's ends; null while there are none. */
  range: [number, number] | null;
  /** How labels are read; null of images. */
  labelling: Labelling | null;
  /** How many elements read so far are NaN, minus infinity and infinity. */
  notFinite: [number, number, number];
  /** The edges of the first images are bright, so their background is white in the file. */
  brightBackground: boolean;
  /**
   * How a program changed the file that handled it as text: a carriage return before each line feed, or EF BF BD in place
   * of bytes that are not UTF-8.
   */
  textDamage: "line-feeds" | "replaced" | null;
  /** Complete once done. */
  warnings: Fault[];
}

/** The CRC-32 of an unpacked file. */
export interface Checksum {
  /** 8 hexadecimal digits. */
  text: string;
  /** The well-known dataset with such labels; or empty. */
  set: string;
}

/** Numbers, or integers of 64 bits, each exactly. */
export type Values = Float64Array | BigInt64Array | BigUint64Array;

/** An element of an item. */
export interface Element {
  /** Its place along each dimension of an item. */
  place: number[];
  /** An integer of 64 bits is a bigint. */
  value: number | bigint;
  /** As they are stored. */
  bytes: Uint8Array;
}

/** How labels are read. */
export interface Labelling {
  /** Numbers per item. */
  columns: number;
  column: LabelSource;
  /** Whether all rows that have been read have a single 1. */
  oneHot: boolean;
  /** The first items that do not have a single 1, where most others do. */
  notOneHot: number[];
}

/** The header that a file itself has. */
export interface OwnHeader {
  bytes: Uint8Array;
  /** In the order of the bytes. A header written backwards starts with its rank. */
  parts: HeaderPart[];
  layout: Layout;
}

/** Some bytes of a header. In IDX each dimension of the layout's shape has a part, in the same order. */
export interface HeaderPart {
  kind: "zero" | "type" | "rank" | "dimension" | "padding" | "magic" | "version" | "length" | "dictionary";
  offset: number;
  length: number;
}

export interface Suggestion {
  fault: "ByteOrder" | "Dimensions" | "Channels" | "Width" | "Int64" | "Sides" | "Squares" | "Another" | "Count";
  layout: Layout;
}

/** A page to be drawn; lengths in pixels of the page. */
export interface WantRequest {
  items: Float64Array;
  /** A pixel for the mean of n x n, if the items are wanted for a picture; absent if they are wanted whole. */
  shrink?: number;
  /** The first row and column that are drawn of each item, and how many rows and columns; absent for all. */
  part?: number[];
  /** The only file whose items are wanted; absent for both. */
  slot?: Slot;
}

export interface PageRequest {
  /** Item numbers, cell by cell. */
  items: Float64Array;
  /** Cells per row. */
  columns: number;
  gapX: number;
  gapY: number;
  /** 1: a pixel per element; n: a pixel for the mean of n x n. */
  shrink: number;
  /** Width and height of the cells, if items are drawn as lines through their values; absent for pictures. */
  plot?: [number, number];
  /** The first column that is drawn of each item, and how many; absent for all. */
  window?: [number, number];
  /** The prepared line instead of the items, or its part from the first of these places to the last; as wide as `plot`. */
  span?: [number, number] | [];
  /** 0xRRGGBB of the smallest value. */
  background: number;
  /** 0xRRGGBB of the largest value. */
  foreground: number;
  /** Without a name the ramp goes from the background to the foreground. */
  palette?: Palette;
  /** Whether the palette is reversed. */
  inverted?: boolean;
  /** The values at the palette's ends: two numbers; an empty list for each item's own; absent for the file's. */
  limits?: number[];
  /** The mean or deviation images instead of the items: that of all items, then of each class that has one. */
  average?: "means" | "deviations";
  /** Whether these are of the items that match a filter, and not of all. */
  filtered?: boolean;
}

/** Statistics of the images scanned so far. */
export interface Statistics {
  /** Items scanned so far. */
  items: number;
  /** Items to scan. */
  total: number;
  table: FigureTable;
  /** What each check has found so far. */
  checks: CheckResult[];
  /** Whether there are images of means and deviations, and the labels of the classes that have their own. */
  pictured: boolean;
  classes: number[];
}

/** The figures of all items, or of those that match a filter, and of each class of them. */
export interface FigureTable {
  /** The range that the bins divide. */
  range: [number, number];
  /** How many finite values there are in each 256th of the range. */
  bins: number[];
  all: Figures;
  /** In ascending order of the labels. */
  classes: Figures[];
}

/** What is known about the values of a group of items. */
export interface Figures {
  /** Of a class; null for all. */
  label: number | null;
  items: number;
  /** How many values are finite. */
  values: number;
  /** The mean and the standard deviation of these values; null while there are none. */
  spread: [number, number] | null;
  /** The smallest and the largest of these values; null while there are none. */
  range: [number, number] | null;
  /** How many values are NaN, minus infinity and infinity. */
  notFinite: [number, number, number];
}

/** The items that a check found. */
export interface CheckResult {
  /** The name of the check, by which its text is found. */
  name: string;
  /** How many there are. */
  items: number;
  /** Their numbers, as pairs of the ends of ranges, both included. */
  ranges: number[];
}

/** A selection of items. Ranges are pairs of their ends, both included. */
export interface Query {
  /** Null for all items, with or without a label. */
  labels: ArrayLike<number> | null;
  /** Excludes those labels instead. */
  except: boolean;
  /** Numbers that an item has in other columns of its labels: triples of a column and the ends of a range. */
  columns: ArrayLike<number>;
  /** Null for any number. */
  items: ArrayLike<number> | null;
  order: "number" | "label" | "column" | "mean" | "random";
  /** The column of the labels by which items are sorted. */
  column: number;
  descending: boolean;
  /** The label that stands for none: sorted by labels, its items come last. */
  unlabelled?: number | undefined;
  /** 32 bits, for the random order. */
  seed: number;
}

export interface PageReply {
  /** Null when there is nothing to draw. */
  image: ImageData | null;
  /** The label of each item; null where there is none. */
  labels: (number | null)[];
  /** The values at the palette's ends; null when there are none, or several items have their own. */
  range: [number, number] | null;
  /** The palette's 256 colours, smallest value first, then those of NaN, minus infinity and infinity; null without image. */
  ramp: ImageData | null;
  /** Items that are not in memory, or places of a line that are not prepared. */
  missing: number;
  /** Items that are drawn from some of their elements, because the others have not been read yet. */
  previews: number;
}

/** Items as gray images of one size, to be compared. */
export interface GrayImages {
  /** Image by image, row by row. */
  pixels: Uint8Array;
  /** Four numbers for each item: a hash of its bytes in the file. */
  hashes: Uint32Array;
  /** 1 where all pixels have one value in the file. */
  constant: Uint8Array;
  /** NaN where there is none. */
  labels: Float64Array;
  /** Items that are not in memory; they are black. */
  missing: number;
}

export interface Counts {
  /** In ascending order. */
  classes: { label: number; count: number }[];
  /** Further distinct labels that are not listed. */
  more: number;
}

export interface Candidate { name: string; role: Slot; items: number }
export interface Pair { name: string; images: number | null; labels: number | null }
