"""Files of arrays as SciPy, safetensors and Python's pickle write them, for tests/differential/arrays.rs.

arrays.py FOLDER COUNT  writes random MATLAB, safetensors and pickle files, and tells of each array where it is, and type,
                        shape and checksum of its elements
"""

import gzip
import pathlib
import pickle
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


def pickled(path, random, array):
    types = [*TYPES, "float16", "bool"]
    numbers = lambda: [int(number) for number in random.integers(0, random.choice([256, 1 << 40]), random.integers(1, 3000))]
    kinds = [
        lambda: array(types),
        lambda: array(types).T,
        lambda: numpy.asfortranarray(array(types)),
        lambda: (it := array(types)).astype(it.dtype.newbyteorder(">")),
        lambda: array(types)[::2],
        lambda: numpy.resize(array(["uint16"]), (40, 30)),
        numbers,
        lambda: [numpy.int16(number) for number in range(-3, 9)],
        lambda: "words " * random.integers(1, 90),
        lambda: [1.5, None, True, 1 << 70, b"bytes", ["text"] * 3],
        lambda: {"inner": array(types), "tuple": (array(types), "words", array(types), numbers())},
    ]
    kept = array(types)
    tree = {f"part{number}": kinds[random.integers(len(kinds))]() for number in range(random.integers(1, 9))}
    tree |= {b"kept": kept, 7: kept, "number": numpy.float32(2)}
    packed = pickle.dumps(tree, protocol=int(path.stem) // 3 % 5 + 1)
    path.write_bytes(gzip.compress(packed) if random.integers(2) else packed)
    return told(tree)


def told(value, name=""):
    """The arrays in an object, with their names."""
    if isinstance(value, numpy.ndarray):
        if value.size > 0 and value.ndim > 0:
            yield name, value
    elif isinstance(value, list) and value and all(isinstance(item, (int, numpy.integer)) for item in value):
        is_small = all(0 <= item < 256 for item in value)
        yield name, numpy.array(value, dtype="uint8" if is_small else "int64")
    elif isinstance(value, (dict, tuple, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            text = key.decode() if isinstance(key, bytes) else str(key)
            yield from told(inner, f"{name}.{text}" if name else text)


def write(folder, count):
    random = numpy.random.default_rng(22)

    def array(types):
        shape = random.integers(0, 7, random.integers(1, 5))
        elements = random.integers(0, 2 if "bool" in types else 100, shape)
        return elements.astype(types[random.integers(len(types))])

    for number in range(count):
        suffix, save = [("mat", matlab), ("safetensors", tensors), ("pkl", pickled)][number % 3]
        path = pathlib.Path(folder) / f"{number:04}.{suffix}"
        for name, value in save(path, random, array):
            print(path.name, f"{name}.npy", tell(value), sep="\t")


write(sys.argv[1], int(sys.argv[2]))
