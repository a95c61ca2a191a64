"""Finds the same planted label errors with scikit-learn and cleanlab.

`cargo xtask bench insight` writes the cases and runs this. The argument is the folder of the cases; each printed line has
the dataset, the program, its time in seconds and its average precision, with tabs between them.
"""

import sys
import time
from pathlib import Path

import numpy
from cleanlab.rank import get_label_quality_scores
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier


def main():
    folder = Path(sys.argv[1])
    programs = {
        "scikit-learn, 10 nearest neighbours": KNeighborsClassifier(10),
        "cleanlab, logistic regression of scikit-learn": LogisticRegression(max_iter=100),
    }
    for case in sorted(folder.glob("*.idxlens")):
        read = lambda name: numpy.fromfile(case.with_suffix(f".{name}"), numpy.uint8)
        labels, planted = read("labels").astype(int), read("planted")
        images = read("images").reshape(len(labels), -1) / 255
        seconds, precision = case.read_text().split()
        print(case.stem, "idxlens, natively, one thread", seconds, precision, sep="\t")
        for name, model in programs.items():
            begun = time.perf_counter()
            folds = StratifiedKFold(5, shuffle=True, random_state=0)
            probabilities = cross_val_predict(model, images, labels, cv=folds, method="predict_proba")
            quality = get_label_quality_scores(labels, probabilities, method="normalized_margin")
            seconds = time.perf_counter() - begun
            print(case.stem, name, seconds, average_precision_score(planted, -quality), sep="\t", flush=True)


if __name__ == "__main__":
    main()
