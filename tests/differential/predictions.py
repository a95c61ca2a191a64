"""Figures of predictions as scikit-learn has them, for tests/differential/predictions.rs.

predictions.py FOLDER  for each NAME.labels in the folder, and the NAME.classes or NAME.rows beside it, prints lines of the
                       name, a figure and its values, separated by tabs
"""

import pathlib
import sys
import warnings

import numpy
from sklearn import calibration, metrics


def figures(labels, predicted):
    classes = numpy.union1d(labels, predicted)
    yield "classes", classes
    yield "accuracy", metrics.accuracy_score(labels, predicted)
    yield "confusion", metrics.confusion_matrix(labels, predicted, labels=classes)
    each = metrics.precision_recall_fscore_support(labels, predicted, labels=classes, zero_division=0)
    for name, values in zip(["precision", "recall", "f1", "support"], each):
        yield name, values
    average = metrics.precision_recall_fscore_support(
        labels, predicted, labels=classes, average="macro", zero_division=0
    )
    yield "averages", average[:3]


def figures_of_rows(labels, rows):
    for k in range(1, rows.shape[1]):
        yield f"top-{k}", metrics.top_k_accuracy_score(labels, rows, k=k, labels=range(rows.shape[1]))
    confidence = rows.max(axis=1)
    right = rows.argmax(axis=1) == labels
    # Where there are no items in a bin, scikit-learn leaves it out.
    accuracies, confidences = calibration.calibration_curve(right, confidence, n_bins=15, strategy="uniform")
    yield "accuracies", accuracies
    yield "confidences", confidences
    bins = numpy.searchsorted(numpy.linspace(0, 1, 16)[1:-1], confidence)
    shares = numpy.bincount(bins, minlength=15) / len(labels)
    yield "ece", (shares[shares > 0] * abs(accuracies - confidences)).sum()


warnings.simplefilter("ignore")
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.labels")):
    labels = numpy.loadtxt(path, ndmin=1)
    rows = path.with_suffix(".rows")
    if rows.exists():
        rows = numpy.loadtxt(rows, ndmin=2, delimiter=",")
        known = ~numpy.isnan(labels)
        labels, rows = labels[known], rows[known]
        found = [*figures(labels, rows.argmax(axis=1)), *figures_of_rows(labels, rows)]
    else:
        predicted = numpy.loadtxt(path.with_suffix(".classes"), ndmin=1)
        known = ~numpy.isnan(labels)
        found = figures(labels[known], predicted[known])
    for name, values in found:
        print(path.stem, name, *(repr(float(value)) for value in numpy.ravel(values)), sep="\t")
