"""Tables of numbers as other programs write and read them, for tests/differential/tables.rs.

tables.py FOLDER COUNT  writes random tables: by numpy, by Python's csv, by scikit-learn (LIBSVM), and for scipy (ARFF). Tells of each
                        the values and the labels that are in it, as checksums of float64, and the names of the classes.
"""

import csv
import pathlib
import sys
import zlib

import numpy
from scipy.io import arff
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

SIDES = [8, 12, 16]


def crc(array):
    return f"{zlib.crc32(numpy.asarray(array, '>f8').tobytes()):08x}"


def words(random, count):
    """Words of some classes, each of which occurs."""
    classes = [f"class {name}" for name in "bacd"[: random.integers(2, 5)]]
    return [classes[at % len(classes)] for at in range(len(classes))] + [
        classes[at] for at in random.integers(0, len(classes), count - len(classes))
    ]


def numbered(labels):
    """Labels by the order of their names, and the names."""
    names = sorted(set(labels))
    return [names.index(label) for label in labels], names


def by_numpy(path, random, values):
    """Numbers with spaces between, and the label first."""
    labels = random.permutation(numpy.arange(len(values)) % 4)
    form = ["%d", "%.18e"][random.integers(2)]
    numpy.savetxt(path, numpy.column_stack([labels, values]), fmt=form)
    loaded = numpy.loadtxt(path)
    return loaded[:, 1:], loaded[:, 0], []


def by_csv(path, random, values):
    """Words as labels, beside a name for each row."""
    labels = words(random, len(values))
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter=",;\t"[random.integers(3)], quoting=[csv.QUOTE_MINIMAL, csv.QUOTE_ALL][random.integers(2)])
        writer.writerow(["file", *(f"pixel{at}" for at in range(values.shape[1])), "label"])
        for at, (label, row) in enumerate(zip(labels, values)):
            writer.writerow([f"{at}.png", *row, label])
    return values, *numbered(labels)


def by_list(path, random, values):
    """All pixels in one field, as in FER2013."""
    labels = numpy.arange(len(values)) % 7
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["emotion", "pixels", "Usage"])
        for label, row in zip(labels, values):
            pixels = " ".join(map(str, row)) if random.integers(2) else str(row.tolist())
            writer.writerow([label, pixels, "Training"])
    return values, labels, []


def by_scikit_learn(path, random, values):
    """Pairs of a place and a value, from 0 or from 1 on."""
    first = int(random.integers(2))
    labels = random.integers(-1, 9, len(values))
    # The first place says where they begin, and the last how many there are.
    values[0, 0] = values[-1, -1] = 7
    with path.open("wb") as file:
        dump_svmlight_file(values, labels, file, zero_based=first == 0)
    loaded, labels = load_svmlight_file(str(path), zero_based=first == 0)
    return loaded.toarray(), labels, []


def for_scipy(path, random, values):
    """A description of each column before the rows."""
    labels = words(random, len(values))
    names = sorted(set(labels))
    with path.open("w") as file:
        print("% made at random\n\n@RELATION 'a table'\n", file=file)
        for at in range(values.shape[1]):
            print(f"@ATTRIBUTE {at}x real", file=file)
        quoted = ",".join(f"'{name}'" for name in names)
        print(f"@attribute class {{{quoted}}}\n@data", file=file)
        for label, row in zip(labels, values):
            print(*row, f"'{label}'", sep=",", file=file)
    data, _ = arff.loadarff(path)
    loaded = numpy.array([[row[at] for at in range(values.shape[1])] for row in data])
    return loaded, *numbered([row[-1].decode() for row in data])


WRITERS = [by_numpy, by_csv, by_list, by_scikit_learn, for_scipy]


def main(folder, count):
    random = numpy.random.default_rng(9)
    for number in range(count):
        side = SIDES[random.integers(3)]
        values = random.integers(0, 256, (random.integers(8, 40), side * side))
        values[random.random(values.shape) < 0.5] = 0
        writer = WRITERS[number % len(WRITERS)]
        values, labels, names = writer(pathlib.Path(folder) / str(number), random, values)
        print(number, writer.__name__, crc(values), crc(labels), *names, sep="\t")


main(sys.argv[1], int(sys.argv[2]))
