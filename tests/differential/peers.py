"""IDX files as other programs read and write them, for tests/differential/main.rs.

peers.py read FOLDER         tells of each file what idx2numpy and torchvision's rules make of it
peers.py write FOLDER COUNT  writes random arrays with idx2numpy, and tells what is in each
peers.py numpy FOLDER COUNT  writes random arrays with numpy, alone and in archives, and tells what is in each
peers.py load FOLDER         tells what numpy loads from each .npy, .npz and .csv, and what zipfile says about each archive
"""

import math
import pathlib
import struct
import sys
import warnings
import zipfile
import zlib

import idx2numpy
import numpy

TYPES = ["uint8", "int8", "int16", "int32", "float32", "float64"]


def torchvision(data):
    """The rules of read_sn3_pascalvincent_tensor (torchvision/datasets/mnist.py), with numpy in the place of torch."""
    types = {8: numpy.uint8, 9: numpy.int8, 11: numpy.int16, 12: numpy.int32, 13: numpy.float32, 14: numpy.float64}
    number = lambda at: int.from_bytes(data[at : at + 4], "big")
    rank, code = number(0) % 256, number(0) // 256
    assert 1 <= rank <= 3
    assert 8 <= code <= 14
    shape = [number(4 * (dimension + 1)) for dimension in range(rank)]
    if len(data) <= 4 * (rank + 1):
        raise ValueError("torch.frombuffer takes no empty buffer")
    elements = numpy.frombuffer(data, numpy.dtype(types[code]).newbyteorder(">"), offset=4 * (rank + 1))
    assert elements.shape[0] == math.prod(shape)
    return elements.reshape(shape)


def tell(array):
    """Element type, shape, and checksum of the elements, big-endian."""
    elements = array.astype(array.dtype.newbyteorder(">")).tobytes()
    return f"{array.dtype.name} {'x'.join(map(str, array.shape))} {zlib.crc32(elements):08x}"


def attempt(reader, data):
    try:
        return tell(reader(data))
    except Exception as error:
        return f"refused ({type(error).__name__})"


def read(folder):
    for path in sorted(pathlib.Path(folder).iterdir()):
        data = path.read_bytes()
        # It is meant to take strings, but knows them only from Python 2.
        numpys = attempt(lambda _: idx2numpy.convert_from_file(str(path)), data)
        print(path.name, numpys, attempt(torchvision, data), sep="\t")


def write(folder, count):
    random = numpy.random.default_rng(20)
    for number in range(count):
        shape = random.integers(1, 7, size=random.integers(1, 7))
        name = TYPES[number % len(TYPES)]
        if name.startswith("f"):
            array = random.standard_normal(shape).astype(name)
            array.flat[: number % 4] = [numpy.nan, numpy.inf, -0.0][: number % 4]
        else:
            array = numpy.frombuffer(random.bytes(8 * math.prod(shape)), name)[: math.prod(shape)].reshape(shape)
        idx2numpy.convert_to_file(str(pathlib.Path(folder, f"{number:04}")), array)
        print(f"{number:04}", tell(array), sep="\t")


def numpys(folder, count):
    """Every third file is a .npy; the others are archives, stored or deflated, of what zipfile and numpy make of them."""
    random = numpy.random.default_rng(21)
    names = [*TYPES, "bool", "uint16", "uint32", "int64", "uint64", "float16"]
    for number in range(count):
        arrays = {}
        for key in ["x_train", "y_train"][: 1 + number % 2]:
            shape = random.integers(1, 7, size=random.integers(1, 5))
            name = names[int(random.integers(len(names)))]
            array = random.integers(0, 2 if name == "bool" else 100, size=shape).astype(name)
            array = array.astype(array.dtype.newbyteorder(">" if number % 5 == 0 else "<"))
            arrays[key] = numpy.asfortranarray(array) if number % 7 == 0 else array
        path = pathlib.Path(folder, f"{number:04}")
        with open(path, "wb") as file:
            if number % 3 == 0:
                arrays = {"": arrays["x_train"]}
                version = [(1, 0), (2, 0), (3, 0)][number // 3 % 3]
                numpy.lib.format.write_array(file, arrays[""], version=version)
            elif number % 3 == 1:
                numpy.savez(file, **arrays)
            else:
                numpy.savez_compressed(file, **arrays)
        for key, array in arrays.items():
            print(f"{number:04}", key and f"{key}.npy", tell(array), sep="\t")


def load(folder):
    """A file of CSV is named with the type of its values."""
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.suffix == ".npy":
            print(path.name, tell(numpy.load(path)), sep="\t")
        elif path.suffix == ".npz":
            bad = zipfile.ZipFile(path).testzip()
            arrays = numpy.load(path)
            told = lambda array: " ".join(array) if array.dtype.kind == "U" else tell(array)
            print(path.name, *(f"{key} {told(arrays[key])}" for key in arrays), bad or "intact", sep="\t")
        else:
            kind = path.stem.split("-")[1]
            # Numbers of 64 bits are exact only if they are not read as floats.
            converter = {"dtype": object, "converters": int} if "int" in kind else {"dtype": float}
            rows = numpy.loadtxt(path, delimiter=",", skiprows=1, ndmin=2, **converter)
            print(path.name, tell(rows.astype(kind)), sep="\t")


warnings.simplefilter("ignore")
if sys.argv[1] == "read":
    read(sys.argv[2])
elif sys.argv[1] == "load":
    load(sys.argv[2])
elif sys.argv[1] == "numpy":
    numpys(sys.argv[2], int(sys.argv[3]))
else:
    write(sys.argv[2], int(sys.argv[3]))
