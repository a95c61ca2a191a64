// The plain objects that cross the boundary of the check; they become a part of the generated types. A place is the
// number of an image among all that are compared.

/** Work that a worker does at a time. */
export type CheckTask = keyof CheckOutputs;

/** What each task gives. */
export interface CheckOutputs {
  duplicates: Duplicates;
  /** The score of each class for each image; and the same by images that were made upright. */
  "plain-scores": Float32Array;
  "deskewed-scores": Float32Array;
  suspects: Suspects;
  /** The vectors of a share of the images: of their pixels, and of their shapes. */
  projection: Int16Array;
  "shape-projection": Int16Array;
  /** For each image of each worker's share, which others may be near; none for the worker's own share, as it has these. */
  candidates: BigUint64Array[];
  "shape-candidates": BigUint64Array[];
  neighbours: Neighbours;
  "near-duplicates": ClosePairs;
  outliers: Outliers;
  differences: SetComparison;
}

/** What a worker needs of a task's result: that, or the part for its share. */
export type CheckShare<T extends CheckTask> = CheckOutputs[T] extends (infer Part)[] ? Part : CheckOutputs[T];

/** What a check finds. */
export interface CheckResults {
  duplicates: Duplicates;
  suspects: Suspects;
  nearDuplicates: NearDuplicates;
  outliers: Outliers;
  differences: SetComparison;
}

/** Groups of images: those of group g are at places[ends[g - 1]] to places[ends[g] - 1]. */
export interface Groups {
  places: Uint32Array;
  ends: Uint32Array;
  /** 1 where the labels of a group disagree; these groups come first. */
  disagree: Uint8Array;
}

/** Images whose bytes are equal. */
export interface Duplicates {
  /** In the checked dataset. */
  within: Groups;
  /** In the checked dataset and in others. */
  across: Groups;
  /** Images of the checked dataset whose values are all the same; they are in no group. */
  constant: Uint32Array;
}

/** Labels that look wrong, the most suspect ones first. */
export interface Suspects {
  places: Uint32Array;
  /** The labels that the model expects, and the next likely ones; NaN where there is none. */
  suggested: Float64Array;
  runnersUp: Float64Array;
  /** The calibrated probability that the label is wrong; NaN where it cannot be told. */
  confidence: Float64Array;
}

/** The nearest other images of some images, the nearest first. */
export interface Neighbours { places: Uint32Array; distances: Float32Array }

/** Pairs of images that may be near duplicates, as a worker found them: two places and a distance for each. */
export interface ClosePairs { places: Uint32Array; distances: Float32Array }

/** Images that are much closer than neighbours usually are. */
export interface NearDuplicates {
  groups: Groups;
  /** The pairs with the largest distances up to the threshold, and those with the smallest ones beyond it: two places for each. */
  inside: Uint32Array;
  outside: Uint32Array;
  /** The largest distance within a pair, as a share of the usual distance of neighbours. */
  threshold: number;
  /** How many pairs there are in each equal part of the distances up to `limit`. */
  histogram: Uint32Array;
  limit: number;
}

/** Images unlike the others, the most unusual ones first. */
export interface Outliers {
  places: Uint32Array;
  /** 1 where the distance is that from the images with the same label, 0 where it is that from all images. */
  fromClass: Uint8Array;
}

/** A picture of the map, in device pixels. Colours are 0xRRGGBB. */
export interface MapRequest {
  width: number;
  height: number;
  /** Pixels that look as large as one usually is. */
  unit: number;
  /** Pixels across and down from the middle of the picture with all points, then how many times it is enlarged. */
  view: Float32Array;
  /** The image under the pointer. */
  hovered?: number;
  /** Behind everything; points in the background; those without a group; the ring around the one under the pointer. */
  surface: number;
  quiet: number;
  ungrouped: number;
  ring: number;
  groups: Uint32Array;
  /** Of the images: see PageRequest. */
  background: number;
  foreground: number;
  palette?: string;
  inverted?: boolean;
}

/** A picture of the map. */
export interface MapPicture {
  /** RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  /** A place for the name of each group, across and down, and how many images of it are shown; NaN, NaN and 0 without any. */
  names: Float32Array;
}

/** How the other datasets compare with the checked one. */
export interface SetComparison {
  differences: SetDifference[];
  /** For each other dataset, the images of the checked one whose label none of its images has. */
  unknown: Uint32Array[];
}

/** In what another dataset differs from the checked one by more than chance. */
export interface SetDifference {
  /** Index of the other dataset among those that were compared. */
  set: number;
  /** The mean or the standard deviation of the pixels from 0 to 255, or the share of a class from 0 to 1. */
  kind: "mean" | "deviation" | "share";
  /** Of the class. */
  label: number | null;
  /** In the checked dataset, and in the other. */
  first: number;
  second: number;
}
