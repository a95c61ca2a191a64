"""Files of arrays as SciPy, safetensors, Python's pickle and PyTorch write them, for tests/differential/arrays.rs.

arrays.py FOLDER COUNT  writes random MATLAB, safetensors, pickle and PyTorch files, and tells of each array where it is, and type,
                        shape and checksum of its elements
"""

import collections
import gzip
import io
import pathlib
import pickle
import sys
import types
import zipfile
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
    def words():
        # More than half of them are words.
        some = ["cat", "größe", "dog", None][: random.integers(2, 5)]
        return ["cat", "größe"] * 5 + list(random.choice(some, random.integers(1, 9)))

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
        words,
        lambda: numpy.array(words(), dtype=object),
        lambda: numpy.array([word or "" for word in words()]),
        lambda: numpy.array([(word or "").encode() for word in words()]),
        lambda: list(numpy.array([word or "" for word in words()])),
        lambda: {"inner": array(types), "tuple": (array(types), "words", array(types), numbers())},
    ]
    kept = array(types)
    tree = {f"part{number}": kinds[random.integers(len(kinds))]() for number in range(random.integers(1, 9))}
    tree |= {b"kept": kept, 7: kept, "number": numpy.float32(2)}
    packed = pickle.dumps(tree, protocol=int(path.stem) // 4 % 6)
    path.write_bytes(gzip.compress(packed) if random.integers(2) else packed)
    return told(tree)


# PyTorch takes gigabytes, so these are the parts of it that torch.save names in a file, and what it makes of them.
STORAGES = {
    "Byte": "uint8",
    "Char": "int8",
    "Bool": "bool",
    "Short": "int16",
    "Int": "int32",
    "Long": "int64",
    "Half": "float16",
    "Float": "float32",
    "Double": "float64",
}


def module(name, **parts):
    for part_name, part in parts.items():
        part.__module__, part.__qualname__ = name, part_name
    sys.modules[name] = types.SimpleNamespace(**parts)


def rebuild(*_):
    pass


module("torch", **{f"{name}Storage": type(f"{name}Storage", (), {}) for name in STORAGES})
module("torch._utils", _rebuild_tensor_v2=rebuild)


class Tensor:
    """A view of a flat array."""

    def __init__(self, storage, view):
        start = view.__array_interface__["data"][0] - storage.__array_interface__["data"][0]
        strides = tuple(stride // view.itemsize for stride in view.strides)
        self.view, self.parts = view, (storage, start // view.itemsize, view.shape, strides, False)

    def __reduce_ex__(self, _):
        return rebuild, (*self.parts, collections.OrderedDict())


class Saver(pickle.Pickler):
    def __init__(self, file):
        super().__init__(file, protocol=2)
        self.storages = {}

    def persistent_id(self, value):
        if not isinstance(value, numpy.ndarray):
            return None
        key, _ = self.storages.setdefault(id(value), (str(len(self.storages)), value))
        name = next(name for name, dtype in STORAGES.items() if dtype == value.dtype.name)
        return "storage", getattr(sys.modules["torch"], f"{name}Storage"), key, "cpu", value.size


def saved(path, random, array):
    def tensor():
        flat = array(list(STORAGES.values()), elements=random.integers(1, 4000))
        part = flat[random.integers(flat.size) :]
        columns = random.integers(1, part.size + 1)
        view = part[: part.size // columns * columns].reshape(-1, columns)
        return Tensor(flat, [part, view, view.T, view[::2]][random.integers(4)])

    tree = {f"part{number}": tensor() for number in range(random.integers(1, 6))}
    tree |= {"pair": (tensor(), "words"), "state": collections.OrderedDict(weight=tensor()), "same": tree["part0"]}
    tree["state"]._metadata = {}
    file = io.BytesIO()
    saver = Saver(file)
    if random.integers(2):
        saver.dump(tree)
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("saved/data.pkl", file.getvalue())
            for key, storage in saver.storages.values():
                archive.writestr(f"saved/data/{key}", storage.tobytes())
            archive.writestr("saved/version", "3\n")
    else:
        for value in [0x1950A86A20F9469CFC6C, 1001, {"little_endian": True}]:
            pickle.dump(value, file, protocol=2)
        saver.dump(tree)
        pickle.dump([key for key, _ in saver.storages.values()], file, protocol=2)
        for _, storage in saver.storages.values():
            file.write(storage.size.to_bytes(8, "little") + storage.tobytes())
        path.write_bytes(file.getvalue())
    for name, value in tensors_in(tree):
        # What skips elements is only named.
        if value.view.flags.c_contiguous or value.view.flags.f_contiguous:
            yield name, value.view


def tensors_in(tree, name=""):
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        inner = f"{name}.{key}" if name else str(key)
        if isinstance(value, Tensor):
            yield inner, value
        elif not isinstance(value, str):
            yield from tensors_in(value, inner)


def told(value, name=""):
    """The arrays in an object, with their names."""
    if isinstance(value, numpy.ndarray) and value.dtype.kind in "OSU":
        yield name, list(value)
    elif isinstance(value, numpy.ndarray):
        if value.size > 0 and value.ndim > 0:
            yield name, value
    elif isinstance(value, list) and value and all(isinstance(item, (str, type(None))) for item in value):
        yield name, value
    elif isinstance(value, list) and value and all(isinstance(item, (int, numpy.integer)) for item in value):
        is_small = all(0 <= item < 256 for item in value)
        yield name, numpy.array(value, dtype="uint8" if is_small else "int64")
    elif isinstance(value, (dict, tuple, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            text = key.decode() if isinstance(key, bytes) else str(key)
            yield from told(inner, f"{name}.{text}" if name else text)


def texts(words):
    return "texts " + "|".join(word.decode() if isinstance(word, bytes) else word or "" for word in words)


def write(folder, count):
    random = numpy.random.default_rng(22)

    def array(types, elements=None):
        shape = random.integers(0, 7, random.integers(1, 5)) if elements is None else elements
        elements = random.integers(0, 2 if "bool" in types else 100, shape)
        return elements.astype(types[random.integers(len(types))])

    for number in range(count):
        suffix, save = [("mat", matlab), ("safetensors", tensors), ("pkl", pickled), ("pt", saved)][number % 4]
        path = pathlib.Path(folder) / f"{number:04}.{suffix}"
        for name, value in save(path, random, array):
            print(path.name, f"{name}.npy", texts(value) if isinstance(value, list) else tell(value), sep="\t")


write(sys.argv[1], int(sys.argv[2]))
