"""Tar archives as Python's tarfile writes and reads them, for tests/differential/tars.rs.

tars.py FOLDER COUNT  writes random archives, and tells what tarfile finds in each: name and checksum of every file
"""

import io
import pathlib
import random
import sys
import tarfile
import zlib

FORMATS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]
OTHERS = [tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]


def name(number, dialect):
    """Short, long or not ASCII, as far as the dialect has room for it."""
    words = ["images", "labels", "größe", "数字", "x" * random.randrange(1, 99)]
    depth = random.randrange(1, 4 if dialect == tarfile.USTAR_FORMAT else 9)
    path = "/".join(random.choice(words) for _ in range(depth))
    return f"{path[:60] if dialect == tarfile.USTAR_FORMAT else path}-{number}".replace("/-", "-")


def write(path, number):
    dialect = FORMATS[number % 3]
    # Every other one is packed: as a whole, or written as a stream.
    mode = ["w", "w:gz", "w", "w|gz"][number % 4]
    with open(path, "wb") as file, tarfile.open(fileobj=file, mode=mode, format=dialect) as archive:
        for member in range(random.randrange(12)):
            info = tarfile.TarInfo(name(member, dialect))
            if random.random() < 0.3:
                info.type = random.choice(OTHERS)
                info.linkname = name(member, dialect)
                archive.addfile(info)
                continue
            length = random.choice([0, 1, 503, 504, 505, random.randrange(5000), random.randrange(200_000)])
            data = bytes([0, 0, 8, 1, *length.to_bytes(4, "big")]) + random.randbytes(length)
            info.size = len(data)
            if random.random() < 0.3:
                info.mtime = 1.5
                info.pax_headers = {"comment": "é" * random.randrange(300)}
            archive.addfile(info, io.BytesIO(data))


random.seed(22)
folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
for number in range(count):
    write(folder / f"{number:04}", number)
    with tarfile.open(folder / f"{number:04}") as archive:
        files = [(info.name, zlib.crc32(archive.extractfile(info).read())) for info in archive if info.isfile()]
    print(f"{number:04}", *(f"{name}\t{checksum:08x}" for name, checksum in files), sep="\t")
