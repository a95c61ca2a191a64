// The plain objects of predictions that cross the boundary; they become a part of the generated types.

/** Lists of items, the most telling first; the first three in the order of their numbers. */
export type PredictionList = "errors" | "hits" | "missing" | "confident-errors" | "unsure-hits" | "smallest-margins";

/** How predictions compare with the labels. Items without a label or a prediction count nowhere. */
export interface Evaluation {
  /** What the numbers of the file are. */
  scale: "class" | "probabilities" | "log-probabilities" | "logits";
  /** Every class that is a label or predicted, in ascending order. */
  classes: Float64Array;
  /** The cells of the confusion matrix that are not empty: label and predicted class as places among the classes, items. */
  cells: Uint32Array;
  /** How the columns belong to classes: there is one, the header names them, or in ascending order; maybe with a header of other names. */
  order: "single" | "named" | "ascending" | "misnamed";
  /** The classes that are predicted by names which no class of the labels has. */
  unknownClasses: [number, string][];
  /** Items with a label and a prediction. */
  compared: number;
  /** Items with a prediction. */
  covered: number;
  /** Those predicted right. */
  hits: number;
  /** Null without labels. */
  accuracy: number | null;
  /** The mean of the classes' precision, recall and F1; null without labels. */
  averages: [precision: number, recall: number, f1: number] | null;
  /** For which part of the items the label is among the k likeliest classes; empty where only a class is predicted. */
  top: { k: number; accuracy: number }[];
  /** In the order of the classes. */
  figures: PredictionFigures[];
  /** Null where only a class is predicted. */
  calibration: PredictionCalibration | null;
}

/** How well one class is predicted. */
export interface PredictionFigures {
  /** Items with this label. */
  support: number;
  /** Items for which it is predicted. */
  predicted: number;
  /** Items that are both. */
  hits: number;
  /** Null where it is not predicted. */
  precision: number | null;
  /** Null where no item has this label. */
  recall: number | null;
  f1: number;
}

/** How far confidence and accuracy agree. */
export interface PredictionCalibration {
  /** From the lowest confidence to the highest, all of one width. Means are 0 without items. */
  bins: { items: number; confidence: number; accuracy: number }[];
  /** The expected calibration error. */
  error: number;
}

/** What is predicted for one item. */
export interface ItemPrediction {
  /** Empty where only a class or none is predicted. */
  likeliest: { class: number; probability: number }[];
  /** How much likelier the first is than the second; null where only a class or none is predicted. */
  margin: number | null;
}

/** Where two predictions of the same items agree with each other and with the labels. */
export interface PredictionComparison {
  disagreements: Uint32Array;
  bothRight: Uint32Array;
  onlyFirst: Uint32Array;
  onlySecond: Uint32Array;
  bothWrong: Uint32Array;
}
