"""Writes images and labels in common formats, and measures Python's usual readers.

    python benches/formats/peers.py write IMAGES.gz FOLDER
    python benches/formats/peers.py time FORMAT FOLDER

IMAGES.gz is an IDX file of images of bytes. `write` prints a line for each format: its name, its file, and its reader.
`time` prints the seconds that the reader takes for the whole file. The modules are loaded before.
"""

import gzip
import io
import lzma
import pickle
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import numpy as np
import pandas
import pyarrow
import pyarrow.ipc
import pyarrow.parquet
import safetensors.numpy
import scipy.io
from PIL import Image


def idx(array):
    return bytes([0, 0, 8, array.ndim]) + b"".join(size.to_bytes(4, "big") for size in array.shape) + array.tobytes()


def from_idx(data):
    shape = [int.from_bytes(data[at : at + 4], "big") for at in range(4, 4 + 4 * data[3], 4)]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


def png(image):
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    return file.getvalue()


def pixels(file):
    return np.asarray(Image.open(io.BytesIO(file)))


def members(images, labels):
    return {"train-images-idx3-ubyte": idx(images), "train-labels-idx1-ubyte": idx(labels)}


def write_zip(path, images, labels):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members(images, labels).items():
            file.writestr(name, data)


def read_zip(path):
    with zipfile.ZipFile(path) as file:
        return [from_idx(file.read(name)) for name in file.namelist()]


def write_tar(path, images, labels):
    with tarfile.open(path, "w:gz") as file:
        for name, data in members(images, labels).items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            file.addfile(entry, io.BytesIO(data))


def read_tar(path):
    with tarfile.open(path) as file:
        return [from_idx(file.extractfile(entry).read()) for entry in file]


def write_pictures(path, images, labels):
    with zipfile.ZipFile(path, "w") as file:
        for number, (image, label) in enumerate(zip(images, labels)):
            file.writestr(f"{label}/{number}.png", png(image))


def read_pictures(path):
    with zipfile.ZipFile(path) as file:
        return np.stack([pixels(file.read(name)) for name in file.namelist()])


def write_csv(path, images, labels):
    table = pandas.DataFrame(images.reshape(len(images), -1))
    table.insert(0, "label", labels)
    table.to_csv(path, index=False)


def hub_table(images, labels):
    return pyarrow.table({"image": [{"bytes": png(image), "path": None} for image in images], "label": labels})


def from_table(table):
    return np.stack([pixels(value["bytes"].as_py()) for value in table["image"]]), table["label"].to_numpy()


def write_parquet(path, images, labels):
    pyarrow.parquet.write_table(hub_table(images, labels), path)


def read_parquet(path):
    return from_table(pyarrow.parquet.read_table(path))


def write_arrow(path, images, labels):
    # Hugging Face's datasets writes 1,000 rows at a time.
    table = hub_table(images, labels)
    with pyarrow.ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)


def read_arrow(path):
    return from_table(pyarrow.ipc.open_stream(path).read_all())


def write_pickle(path, images, labels):
    with gzip.open(path, "wb", 6) as file:
        pickle.dump((images, labels), file, protocol=4)


def read_pickle(path):
    with gzip.open(path) as file:
        return pickle.load(file)


def read_npz(path):
    with np.load(path) as file:
        return [file[name] for name in file]


def write_mat(path, images, labels):
    scipy.io.savemat(path, {"images": images, "labels": labels}, do_compression=True)


def write_safetensors(path, images, labels):
    safetensors.numpy.save_file({"images": images, "labels": labels}, path)


def write_npz(path, images, labels):
    np.savez_compressed(path, x_train=images, y_train=labels)


def write_npy(path, images, labels):
    np.save(path, images)


def read_csv(path):
    return pandas.read_csv(path).to_numpy()


def packed(open_file):
    def write(path, images, labels):
        with open_file(path, "wb") as file:
            file.write(idx(images))

    def read(path):
        with open_file(path, "rb") as file:
            return from_idx(file.read())

    return write, read


def lzma_open(path, mode):
    # The same images can come several times. With a small dictionary, the later ones are no copies of the first.
    small = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 4 << 20}]
    return lzma.open(path, mode, filters=small if mode == "wb" else None)


# The file, how it is written and read, and the reader's name.
FORMATS = {
    "idx": ("plain-images-idx3-ubyte", *packed(open), "numpy.frombuffer"),
    "idx.gz": ("packed-images-idx3-ubyte.gz", *packed(gzip.open), "gzip"),
    "idx.xz": ("packed-images-idx3-ubyte.xz", *packed(lzma_open), "lzma"),
    "npy": ("images.npy", write_npy, np.load, "numpy.load"),
    "npz": ("mnist.npz", write_npz, read_npz, "numpy.load"),
    "zip": ("idx.zip", write_zip, read_zip, "zipfile"),
    "tar.gz": ("idx.tar.gz", write_tar, read_tar, "tarfile"),
    "csv": ("mnist_train.csv", write_csv, read_csv, "pandas.read_csv"),
    "mat": ("mnist.mat", write_mat, scipy.io.loadmat, "scipy.io.loadmat"),
    "safetensors": ("mnist.safetensors", write_safetensors, safetensors.numpy.load_file, "safetensors.numpy"),
    "pkl.gz": ("mnist.pkl.gz", write_pickle, read_pickle, "pickle"),
    "parquet": ("mnist.parquet", write_parquet, read_parquet, "pyarrow, Pillow"),
    "arrow": ("mnist.arrow", write_arrow, read_arrow, "pyarrow, Pillow"),
    "png.zip": ("pictures.zip", write_pictures, read_pictures, "zipfile, Pillow"),
}


def main():
    command, what, folder = sys.argv[1:]
    if command == "write":
        images = from_idx(gzip.open(what).read())
        labels = (np.arange(len(images)) % 10).astype(np.uint8)
        for name, (file, write, _, reader) in FORMATS.items():
            path = Path(folder, file)
            # Some take long.
            if not path.exists():
                # The end of the name tells some writers the format.
                part = path.with_name("part-" + path.name)
                write(part, images, labels)
                part.replace(path)
            print(name, path, reader, sep="\t")
    else:
        file, _, read, _ = FORMATS[what]
        begun = time.perf_counter()
        read(Path(folder, file))
        print(time.perf_counter() - begun)


main()
