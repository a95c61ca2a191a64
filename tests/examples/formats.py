"""A dataset in the formats that the example `convert` reads, for tests/examples/main.rs.

formats.py FOLDER  writes the same images and labels in each: as names.* with the names of the classes, else as plain.*
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import pathlib
import pickle
import sys
import tarfile
import zipfile

import numpy
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import safetensors.numpy
import scipy.io
from PIL import Image

folder = pathlib.Path(sys.argv[1])
names = numpy.array(["cat", "dog", "owl"])
labels = numpy.repeat(numpy.arange(3, dtype=numpy.uint8), 10)
images = numpy.random.default_rng(1).integers(0, 256, (30, 8, 6), dtype=numpy.uint8)
# A JPEG has no other values than these.
images[:] = images[:, :1, :1]
flat = images.reshape(30, 48)
words = names[labels]


def picture(image, kind):
    file = io.BytesIO()
    Image.fromarray(image).save(file, kind, **({"lossless": True} if kind == "WEBP" else {"quality": 100}))
    return file.getvalue()


def member(name, data):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    return info, io.BytesIO(data)


def write(name, data):
    (folder / name).write_bytes(data)


def write_csv(name, header, rows):
    with open(folder / name, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


arrays = {"images": images, "labels": labels}
numpy.savez(folder / "plain.npz", **arrays)
numpy.savez_compressed(folder / "names.npz", class_names=names, **arrays)
numpy.savez(folder / "names.words.npz", images=images, labels=words)
scipy.io.savemat(folder / "plain.mat", {"images": numpy.moveaxis(images, 0, -1), "labels": labels[:, None]}, do_compression=True)
safetensors.numpy.save_file(arrays, folder / "plain.safetensors")
write("plain.pkl", pickle.dumps(arrays))
write("plain.list.pkl.gz", gzip.compress(pickle.dumps({"images": list(images), "labels": labels})))

pictures = [picture(image, "PNG") for image in images]
pyarrow.parquet.write_table(pyarrow.table({"image": pictures, "label": labels}), folder / "plain.parquet")
pyarrow.feather.write_feather(pyarrow.table({"image": pictures, "label": labels}), folder / "plain.feather")
write("plain.parquet.gz", gzip.compress((folder / "plain.parquet").read_bytes()))
pyarrow.parquet.write_table(pyarrow.table({"image": pictures, "label": words}), folder / "names.parquet")
pixels = [f"{row}x{column}" for row in range(1, 9) for column in range(1, 7)]
write_csv("names.csv", ["label", *pixels], ([word, *image] for word, image in zip(words, flat)))

rows = [{"label": word} | dict(zip(pixels, image.tolist())) for image, word in zip(flat, words.tolist())]
write("names.json", json.dumps(rows).encode())
write("plain.json", json.dumps({"images": images.tolist(), "labels": labels.tolist()}).encode())
lines = [json.dumps(row | {"label": label}) for row, label in zip(rows, labels.tolist())]
write("plain.jsonl.gz", gzip.compress("\n".join(lines).encode()))

write("plain.npz.xz", lzma.compress((folder / "plain.npz").read_bytes()))
write("plain.npz.bz2", bz2.compress((folder / "plain.npz").read_bytes()))
for kind, ending in {"PNG": "png", "BMP": "bmp", "GIF": "gif", "WEBP": "webp", "JPEG": "jpg"}.items():
    pictures = {f"pets/{word}/{place}.{ending}": picture(image, kind) for place, (word, image) in enumerate(zip(words, images))}
    with zipfile.ZipFile(folder / f"names.{ending}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in pictures.items():
            archive.writestr(name, data)
    with tarfile.open(folder / f"names.{ending}.tar.gz", "w:gz") as archive:
        for name, data in pictures.items():
            archive.addfile(*member(name, data))
for name, data in pictures.items():
    path = folder / "names.folder" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

# As a camera that was held upright stores them.
turned = Image.Exif()
turned[0x0112] = 6
with zipfile.ZipFile(folder / "names.exif.zip", "w") as archive:
    for place, (word, image) in enumerate(zip(words, images)):
        file = io.BytesIO()
        Image.fromarray(image).transpose(Image.Transpose.ROTATE_90).save(file, "JPEG", quality=100, exif=turned)
        archive.writestr(f"{word}/{place}.jpg", file.getvalue())
        # One has another size.
        if place == 0:
            archive.writestr(f"{word}/thumbnail.png", picture(image[:4], "PNG"))

(folder / "names.table").mkdir()
for place, image in enumerate(images):
    (folder / "names.table" / f"{place}.png").write_bytes(picture(image, "PNG"))
rows = [(f"{place}.png", word) for place, word in enumerate(words)]
write_csv("names.table/labels.csv", ["file", "label"], reversed(rows))
(folder / "names.table" / "nowhere").symlink_to("absent")
