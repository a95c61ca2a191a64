/**
 * Files of predictions: what idxlens saw, the likely cause, what to do. Keyed by the faults of src/insight/predictions.
 *
 * @import { Fault } from '../../engine/protocol.js'
 */

import { AGAIN } from './formats.js';
import { bytes, counted, grouped } from './numbers.js';

const ROW = 'Each line or row is for one item, in the order of the items.';
const EXPORTED = 'Check the program that wrote it, and write the predictions again.';

/** @type {Record<string, (fault: Fault) => [string, string, string]>} */
export const PREDICTION_FAULTS = {
  PredictionPickle: () => [
    'This is a PyTorch file or another Python pickle.',
    'A pickle can run any program when it is read, so idxlens reads none.',
    "Save plain numbers in Python: np.save('predictions.npy', torch.load('FILE', map_location='cpu').numpy()).",
  ],
  PredictionElementType: () => [
    'This NumPy array has objects, text or records in it, not numbers.',
    'It was made of lists of different lengths, or of names.',
    "Save numbers in Python: np.save('predictions.npy', np.asarray(predictions, dtype='float32')).",
  ],
  PredictionTooLarge: ({ expected }) => [
    `This file of predictions is larger than ${bytes(expected)}, unpacked.`,
    'It has more numbers than predictions need.',
    'Save the class of each item, or its probabilities as float16.',
  ],
  PredictionDamaged: () => [
    'This file of predictions is damaged or cut off.',
    'The download or the copy was interrupted.',
    AGAIN,
  ],
  PredictionTruncated: ({ expected, found }) => [
    `The array ends early: its header promises ${bytes(expected)}, and ${grouped(found)} are there.`,
    'The download or the copy was interrupted.',
    AGAIN,
  ],
  PredictionJson: ({ row, inRow }) => [
    `Line ${grouped(row)}, character ${grouped(inRow)} is not a prediction in JSON.`,
    'An entry is a class, a list of numbers, or an object with one of them, such as {"prediction": 7}. JSON has no NaN.',
    EXPORTED,
  ],
  PredictionRagged: ({ row, expected, found }) => [
    `Row ${grouped(row)} has ${counted(found ?? 0, 'number')}, the first one ${grouped(expected)}.`,
    'A line is cut off, or has one comma too many.',
    EXPORTED,
  ],
  PredictionText: ({ row, inRow }) => [
    `Line ${grouped(row)}, column ${grouped(inRow)} is not a number.`,
    'Predictions are numbers: a class, or a number for each class.',
    'Write the numbers of the classes in place of their names.',
  ],
  PredictionNotFinite: ({ row }) => [
    `The prediction in row ${grouped(row)} is NaN or infinite.`,
    'The training may have diverged.',
    EXPORTED,
  ],
  PredictionFraction: ({ row }) => [
    `The prediction in row ${grouped(row)} is a fraction, not a class.`,
    'The file has one number per item; from 0 to 1 they would be the probabilities of class 1.',
    'Write the class of each item, or a probability for each class.',
  ],
  PredictionItemNumber: ({ row }) => [
    `Line ${grouped(row)} is for an item that has a line already, or that does not exist.`,
    'The first column numbers the items. Each has to occur once.',
    EXPORTED,
  ],
  PredictionRows: ({ expected = 0, found = 0 }) => [
    `The file has ${counted(found, 'prediction')}, but the dataset has ${counted(expected, 'item')}.`,
    'They may be for another split, for example of the test items; Kaggle’s test set has 28,000.',
    `${ROW} Drop it on the dataset that it belongs to.`,
  ],
  PredictionColumns: ({ expected = 0, found = 0 }) => [
    `The rows have ${counted(found, 'number')}, but the labels have ${counted(expected, 'class', 'classes')}.`,
    'The model may have been trained on other classes.',
    'Write one number for each class, in ascending order of the classes.',
  ],
};
