// The plain objects that cross the boundary of conversions; they become a part of the generated types.

/** The files in an archive, in few objects, because each takes time to send to the page. */
export interface Members {
  /** Their names, one after the other. */
  names: string;
  /**
   * Seven for each file: the length of its name, offset and length of its data in the archive, the lengths of the bytes
   * before and after it that make a file of it, whether it is stored in a way that can be read, and whether its end is
   * missing, because the archive is damaged.
   */
  numbers: Float64Array;
  /** The bytes before and after the data of each. */
  frames: Uint8Array;
}

/** A cell of a picture that holds many images. */
export interface Cell {
  /** Pixels. */
  width: number;
  height: number;
  /** Height and width of the image in it, perhaps with channels before them. */
  shape: number[];
  /** Pixels between neighbours, and around all cells. */
  gap: number;
  margin: number;
  /** The images in them: cells at the end that only fill the grid do not count. Unknown of a size that is typed. */
  count?: number | undefined;
}

/** What became of the columns of a table of numbers. */
export interface Columns {
  /** How many there are; 0 of a sparse one. */
  count: number;
  /** The one with the labels, from 1, or the first of those for the classes. */
  label: number | null;
  /** How many columns are for a class each; 0 if one has the labels. */
  oneHot: number;
  /** Its name, if it has one. */
  labelName: string | null;
  /** Whether that is certain, by the header line or because the user chose it. */
  named: boolean;
  /** The names of the classes with their labels, where the labels are words or have a column each. */
  classNames: [number, string][];
  /** Those that can be chosen as the label: their numbers from 1 and their names, which may be empty; none where there are many. */
  choices: [number, string][];
  /** The columns that are left out, other than numbers of the rows: their names, or their numbers from 1. */
  leftOut: string[];
  /** How many values are missing. They are NaN. */
  missing: number;
  /** How many rows have no label. It is -1 there. */
  unlabelled: number;
  /** The line that was left out because it is the last and has too few fields, from 1. */
  shortLine: number | null;
}

/** How the columns of a Parquet or Arrow file are used, by their names. */
export interface UsedColumns {
  /** Those of labels, and the names of their classes with their labels. The first is the label. */
  labels: { column: string; classNames: [number, string][] }[];
  /** Whether the name of the first says so, or none is to be expected. */
  named: boolean;
  /** The column of the images if it is called predictions: lists of a number for each class. */
  predictions: string | null;
  /** The place, among the labels, of the column that numbers the items of these predictions. */
  numbering: number | null;
  /** Others with labels, which are left out. */
  otherLabels: string[];
  /** All that are left out, those others among them. */
  leftOut: string[];
  /** How many rows have no label in the first of these: it is -1 there, or NaN among floats. */
  unlabelled: number;
  /**
   * Where the part of an Arrow file begins that cannot be read, if there is one, or the length of the file if only its end mark
   * is missing; and how many rows there are.
   */
  cut: number | null;
  rows: number;
}
