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
    'Reading a pickle can run any program, so idxlens does not read pickles as predictions.',
    "Save plain numbers in Python: np.save('predictions.npy', torch.load('FILE', map_location='cpu').numpy()).",
  ],
  PredictionElementType: () => [
    'This NumPy array holds objects, records or several words for an item instead of numbers.',
    'It may have been made from lists of different lengths.',
    "Save numbers in Python: np.save('predictions.npy', np.asarray(predictions, dtype='float32')).",
  ],
  PredictionTooLarge: ({ expected }) => [
    `This file of predictions is larger than ${bytes(expected)}, unpacked.`,
    'It may hold something else, such as images or features.',
    'Save the class of each item, or its probabilities as float16.',
  ],
  PredictionDamaged: () => [
    'This file of predictions is damaged or cut off.',
    'The download or the copy was interrupted.',
    AGAIN,
  ],
  PredictionTruncated: ({ expected, found }) => [
    `The array ends early: its header promises ${bytes(expected)}, but ${grouped(found)} are there.`,
    'The download or the copy was interrupted.',
    AGAIN,
  ],
  PredictionJson: ({ row, inRow }) => [
    `Line ${grouped(row)}, character ${grouped(inRow)} is not a prediction in JSON.`,
    'An entry is a class or its name, null, a list of numbers, or an object with one of them, such as {"prediction": 7}. JSON has no NaN.',
    EXPORTED,
  ],
  PredictionRagged: ({ row, expected, found }) => [
    `Row ${grouped(row)} has ${counted(found ?? 0, 'number')}, but the first row has ${grouped(expected)}.`,
    'A line may be cut off or have a comma too many.',
    EXPORTED,
  ],
  PredictionText: ({ row, inRow }) => [
    `Line ${grouped(row)}, column ${grouped(inRow)} is neither a number nor the name of a class.`,
    'A prediction is a class, or a number for each class. The classes may have other names, or none.',
    'Write the numbers of the classes, or give the classes their names under “Labels”.',
  ],
  PredictionWord: ({ row }) => [
    row
      ? `Entry ${grouped(row)} is a word that names no class of the labels.`
      : 'idxlens found no predictions in this file: neither numbers nor names of the classes.',
    'The classes may have other names, or none.',
    'Write the numbers of the classes, or give the classes their names under “Labels”.',
  ],
  PredictionNotFinite: ({ row }) => [
    `The prediction in row ${grouped(row)} is NaN or infinite.`,
    'The training may have diverged.',
    EXPORTED,
  ],
  PredictionFraction: ({ row }) => [
    `The prediction in row ${grouped(row)} is not a whole number, so it is not a class.`,
    'Each row has a single number. Numbers from 0 to 1 would be read as probabilities of class 1.',
    'Write the class of each item, or a probability for each class.',
  ],
  PredictionItemNumber: ({ row }) => [
    `Entry ${grouped(row)} repeats an item number, or the dataset has no such item.`,
    'The first column, or the keys in JSON, are item numbers, and each item needs exactly one entry.',
    EXPORTED,
  ],
  PredictionClassColumns: ({ inRow, found = 0 }) => [
    `Columns ${grouped(inRow)} and ${grouped(found)} can both have the predicted classes.`,
    'One of them may have the true classes.',
    'Call the column with the predicted classes “prediction”.',
  ],
  PredictionColumnName: ({ inRow }) => [
    `Of the columns with numbers, column ${grouped(inRow)} has the name of no class, or of a column before it.`,
    'It may hold something else, or the model has other names for the classes than the labels.',
    'Leave out columns that are no classes, and name the others like the classes. Without names, columns stand for the classes in ascending order.',
  ],
  PredictionRows: ({ expected = 0, found = 0 }) => [
    `The file has ${counted(found, 'prediction')}, but the dataset has ${counted(expected, 'item')}.`,
    'The predictions may be for another split. Kaggle’s MNIST test set, for example, has 28,000 items.',
    `${ROW} Drop it on the dataset that it belongs to.`,
  ],
  PredictionEarly: () => [
    'These predictions wait for labels.',
    'idxlens compares predictions with labels, and no open dataset has any.',
    'Drop the labels. You need not drop this file again.',
  ],
  PredictionNames: () => [
    'The names of pictures in these predictions were not compared.',
    'idxlens takes predictions line by line: the first one belongs to the first image.',
    'Sort the lines as the images are, or number the images in the first column, from 0 or 1 on.',
  ],
  PredictionPictures: () => [
    'Most lines of this file name none of the pictures, or leave open which picture or which line counts.',
    'It may be about other pictures, or have several lines for each.',
    'Write one line for each picture, with its name in a column.',
  ],
  PredictionSharedName: ({ found = 0, expected = 0, pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} have no prediction: they share a name, such as “${first}”.`,
    'A line with this name does not say which of them it means.',
    'Give each picture a name of its own, or write the predictions in the order of the images, without names.',
  ],
  PredictionLines: ({ found = 0, expected = 0, pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} ${found === 1 ? 'has' : 'have'} no prediction: several lines differ, such as those of “${first}”.`,
    'The file may have the predictions of several models.',
    'Write one line for each picture.',
  ],
  PredictionColumns: ({ expected = 0, found = 0 }) => [
    `The rows have ${counted(found, 'number')}, but the labels have ${counted(expected, 'class', 'classes')}.`,
    'The model may have been trained on other classes.',
    'Write one number for each class, in ascending order of the classes.',
  ],
};
