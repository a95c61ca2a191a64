"""Pictures as Pillow writes them, for tests/differential/pictures.rs.

pictures.py FOLDER COUNT  writes random PNG files, and tells of each its width and height, and channels, bits and checksum of
                          its values: gray if all pixels are, without alpha if all are opaque
"""

import random
import sys
import zlib

import numpy
from PIL import Image

folder, count = sys.argv[1], int(sys.argv[2])
random.seed(1)
values = numpy.random.default_rng(1)


def picture(mode, height, width):
    if mode == "I;16":
        return Image.fromarray(values.integers(0, 65536, (height, width), dtype=numpy.uint16))
    channels = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}.get(mode, 3)
    few = random.choice([2, 256])
    pixels = values.integers(0, few, (height, width, channels), dtype=numpy.uint8) * (256 // few)
    if random.random() < 0.3:
        pixels[..., :3] = pixels[..., :1]
    if mode in ("1", "P"):
        return Image.fromarray(pixels, "RGB").convert(mode)
    return Image.fromarray(pixels.squeeze(2) if channels == 1 else pixels, mode)


for number in range(count):
    mode = random.choice(["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
    height, width = random.randint(1, 20), random.randint(1, 20)
    name = f"{folder}/{number}.png"
    options = {"transparency": random.randrange(3)} if mode == "P" and random.random() < 0.5 else {}
    picture(mode, height, width).save(name, compress_level=random.randrange(10), **options)
    with Image.open(name) as read:
        if mode == "I;16":
            channels, bits, pixels = 1, 16, numpy.asarray(read).astype(">u2")
        else:
            pixels, bits = numpy.asarray(read.convert("RGBA")), 8
            gray = (pixels[..., :3] == pixels[..., :1]).all()
            channels = 4 if (pixels[..., 3] != 255).any() else 1 if gray else 3
            pixels = pixels[..., :channels]
    print(number, width, height, channels, bits, f"{zlib.crc32(pixels.tobytes()):08x}")
