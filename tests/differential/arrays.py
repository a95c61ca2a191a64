"""Files of arrays as SciPy and safetensors write them, for tests/differential/arrays.rs.

arrays.py FOLDER COUNT  writes random MATLAB and safetensors files, and tells of each array where it is, and type, shape and
                        checksum of its elements
"""

import pathlib
import sys
import zlib

import numpy
import safetensors.numpy
import scipy.io

TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float32", "float64"]


def tell(array):
    """Element type, shape, and checksum of the elements, big-endian."""
    elements = array.astype(array.dtype.newbyteorder(">")).tobytes()
    return f"{array.dtype.name} {'x'.join(map(str, array.shape))} {zlib.crc32(elements):08x}"


def arranged(array):
    """With the items along the first dimension, if they are along the last one."""
    shape = array.shape
    if sum(size > 1 for size in shape) <= 1:
        return array.reshape(-1)
    squares = [len(shape) > 2 and shape[at] == shape[at + 1] for at in (0, -2)]
    is_last = squares[0] if squares[0] != squares[1] else shape[-1] > shape[0]
    return numpy.moveaxis(array, -1, 0) if is_last else array


def matlab(path, random, array):
    fields = lambda depth: {
        f"field{number}": fields(depth + 1) if depth < 3 and random.random() < 0.3 else array(TYPES)
        for number in range(random.integers(1, 5))
    }
    tree = fields(0) | {"text": "words", "cells": numpy.array([1, "cell"], dtype=object)}
    scipy.io.savemat(path, tree, do_compression=bool(random.integers(2)))
    found = scipy.io.loadmat(path)
    for name, value in found.items():
        if not name.startswith("__") and name not in ["text", "cells"]:
            yield from inside(name, value)


def inside(name, value):
    if value.dtype.names:
        for field in value.dtype.names:
            yield from inside(f"{name}.{field}", value[0, 0][field])
    elif value.size > 1:
        yield name, arranged(value)


def tensors(path, random, array):
    tree = {f"part.{number}": array([*TYPES, "float16", "bool"]) for number in range(random.integers(1, 9))}
    safetensors.numpy.save_file(tree, path)
    return [(name, value) for name, value in tree.items() if value.size > 0 and value.ndim > 0]


def write(folder, count):
    random = numpy.random.default_rng(22)

    def array(types):
        shape = random.integers(0, 7, random.integers(1, 5))
        elements = random.integers(0, 2 if "bool" in types else 100, shape)
        return elements.astype(types[random.integers(len(types))])

    for number in range(count):
        suffix, save = [("mat", matlab), ("safetensors", tensors)][number % 2]
        path = pathlib.Path(folder) / f"{number:04}.{suffix}"
        for name, value in save(path, random, array):
            print(path.name, f"{name}.npy", tell(value), sep="\t")


write(sys.argv[1], int(sys.argv[2]))
