"""Parquet and Arrow files as Arrow writes them, for tests/differential/columnar.rs.

columnar.py FOLDER COUNT FORM  writes random files, parquet or arrow, and tells of each what images and labels are in it: type,
                               shape and checksum of the elements, or how many pictures and the checksums of their bytes
                               and lengths
"""

import io
import json
import sys
import zlib

import numpy
import pyarrow
import pyarrow.ipc
import pyarrow.parquet
from PIL import Image

folder, count, form = sys.argv[1], int(sys.argv[2]), sys.argv[3]
random = numpy.random.default_rng(1)

# Types of the numbers of words.
INDICES = [pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.int64()]

# Labels that are numbers of numbers, and types of pictures with how they are packed.
DICTIONARY = pyarrow.dictionary(pyarrow.int8(), pyarrow.int64())
PACKED = [(pyarrow.binary(), "lz4"), (pyarrow.binary(), "zstd"), (pyarrow.binary_view(), "zstd"), (pyarrow.binary(), None)]


def choice(values):
    return values[random.integers(len(values))]


def tell(array):
    elements = array.astype(array.dtype.newbyteorder(">")).tobytes()
    return f"{array.dtype.name} {'x'.join(map(str, array.shape))} {zlib.crc32(elements):08x}"


def narrowed(array):
    """In the smallest type that holds the values."""
    types = ["uint8", "int32", *([] if array.dtype == "float64" else ["float32"]), "float64"]
    return next(found for found in map(array.astype, types) if (found.astype("float64") == array).all())


def picture():
    file = io.BytesIO()
    Image.fromarray(random.integers(0, 256, (5, 4), dtype="uint8")).save(file, choice(["png", "jpeg"]))
    return file.getvalue()


def numbers(shape):
    kind = choice(["uint8", "int8", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"])
    most = choice([256, 1 << 40]) if kind in ["int64", "uint64", "float64"] else 256
    values = random.integers(0, most, shape)
    return (values / choice([1, 3]) if kind.startswith("float") else values).astype(kind)


def pictures(rows):
    kept = [None if random.random() < 0.1 else picture() for _ in range(rows)]
    if random.random() < 0.5:
        column = pyarrow.array(kept, pyarrow.binary())
    else:
        fields = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
        column = pyarrow.array([file and {"bytes": file, "path": None} for file in kept], fields)
    files = [file or b"" for file in kept]
    lengths = numpy.array([len(file) for file in files], dtype=">u4")
    sums = [f"{zlib.crc32(part):08x}" for part in (b"".join(files), lengths.tobytes())]
    return {choice(["image", "img"]): column}, f"pictures {rows} {sums[0]} {sums[1]}"


def lists(rows):
    shape = tuple(random.integers(1, 9, random.integers(1, 4)))
    values = numbers((rows, *shape))
    if len(shape) == 1 and random.random() < 0.5:
        kind = pyarrow.list_(pyarrow.from_numpy_dtype(values.dtype), int(shape[0]))
        return {"pixels": pyarrow.array(values.tolist(), kind)}, tell(narrowed(values))
    kind = pyarrow.from_numpy_dtype(values.dtype)
    for _ in shape:
        kind = pyarrow.list_(kind)
    return {"pixels": pyarrow.array(values.tolist(), kind)}, tell(narrowed(values))


def table(rows):
    columns = random.integers(2, 30)
    values = numbers((rows, columns))
    return {f"value {at}": pyarrow.array(values[:, at]) for at in range(columns)}, tell(narrowed(values))


def labels(rows):
    """A column of labels, and the labels."""
    kind = choice(["uint8", "int64", "bool", "words", "digits", "none"])
    values = random.integers(0, 2 if kind == "bool" else choice([10, 200]), rows)
    if kind == "none":
        return {}, None
    missing = random.random(rows) < choice([0, 0, 0.1])
    missing[0] = False
    if kind == "words":
        words = [f"class {value}" for value in values]
        places = {word: place for place, word in enumerate(sorted(set(numpy.array(words)[~missing])))}
        column = pyarrow.array(words, mask=missing)
        column = column.dictionary_encode() if random.random() < 0.5 else column
        return {"label": column}, numpy.array([places.get(word, -1) for word in numpy.where(missing, "", words)])
    if kind == "digits":
        words = [str(value) for value in values]
        return {"class": pyarrow.array(words, mask=missing)}, numpy.where(missing, -1, values)
    column = pyarrow.array(values, mask=missing).cast(getattr(pyarrow, kind + "_" * (kind == "bool"))())
    return {choice(["label", "fine_label"]): column}, numpy.where(missing, -1, values)


def write_parquet(data, path):
    encodings = {}
    has_dictionary = bool(random.integers(2))
    if not has_dictionary and random.random() < 0.7:
        for name in data.column_names:
            kind = data.schema.field(name).type
            if pyarrow.types.is_integer(kind):
                encodings[name] = choice(["DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT", "PLAIN"])
            elif pyarrow.types.is_floating(kind):
                encodings[name] = choice(["BYTE_STREAM_SPLIT", "PLAIN"])
            elif pyarrow.types.is_string(kind) or pyarrow.types.is_binary(kind):
                encodings[name] = choice(["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "PLAIN"])
            elif pyarrow.types.is_boolean(kind):
                encodings[name] = choice(["RLE", "PLAIN"])
    pyarrow.parquet.write_table(
        data,
        path,
        compression=choice(["none", "snappy", "gzip", "zstd", "lz4"]),
        data_page_version=choice(["1.0", "2.0"]),
        use_dictionary=has_dictionary,
        column_encoding=encodings or None,
        row_group_size=choice([len(data), 100, 7]),
        data_page_size=choice([64, 1 << 20]),
        write_batch_size=choice([8, 1024]),
        write_page_index=bool(random.integers(2)),
    )


def as_other(column):
    """The same values in another type that holds them."""
    kind, values = column.type, column.to_pylist()
    index = choice(INDICES if len(set(map(str, values))) < 128 else INDICES[2:])
    if pyarrow.types.is_string(kind):
        kinds = [pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(index, kind)]
    elif pyarrow.types.is_binary(kind):
        kinds = [pyarrow.large_binary(), pyarrow.binary_view()]
    elif pyarrow.types.is_list(kind):
        kinds = [pyarrow.large_list(kind.value_type)]
    elif pyarrow.types.is_integer(kind):
        kinds = [pyarrow.dictionary(index, kind)]
    else:
        return column
    return pyarrow.chunked_array([pyarrow.array(values, choice(kinds))])


def write_arrow(data, path):
    for at, name in enumerate(data.column_names):
        if random.random() < 0.4:
            data = data.set_column(at, name, as_other(data.column(at)))
    rows = choice([len(data), 100, 7])
    options = pyarrow.ipc.IpcWriteOptions(
        compression=choice([None, "lz4", "zstd"]),
        emit_dictionary_deltas=bool(random.integers(2)),
        unify_dictionaries=False,
    )
    is_file = random.random() < 0.5
    create = pyarrow.ipc.new_file if is_file else pyarrow.ipc.new_stream
    parts = [data[start : start + rows] for start in range(0, len(data), rows)]
    if not is_file and random.random() < 0.5:
        # A stream may have another dictionary for each part.
        parts = [renumbered(part) for part in parts]
    with create(path, data.schema, options=options) as writer:
        for part in parts:
            writer.write_table(part)


def renumbered(part):
    """The same rows, whose dictionaries are their own."""
    columns = [pyarrow.array(column.to_pylist(), column.type) for column in part.columns]
    return pyarrow.table(columns, schema=part.schema)


for number in range(count):
    rows = int(random.integers(1, 300))
    columns, images = choice([pictures, lists, table])(rows)
    label, values = labels(rows)
    both = columns | label if random.random() < 0.5 else label | columns
    both |= {} if random.random() < 0.5 else {"a date": pyarrow.array([0] * rows, pyarrow.date32())}
    data = pyarrow.table(both)
    names = ["one", "two"]
    notes = {"info": {"features": {name: {"names": names, "_type": "ClassLabel"} for name in label}}}
    data = data.replace_schema_metadata({"huggingface": json.dumps(notes)})
    path = f"{folder}/{number}.{form}"
    write_parquet(data, path) if form == "parquet" else write_arrow(data, path)
    if values is None:
        told = "none"
    else:
        told = tell(values.astype(">i4") if images.startswith("pictures") else narrowed(values))
    print(number, images, told, sep="\t")

images = pyarrow.array([[[1, 2], [3, 4]]] * 3)
refused = {
    "Null 2 pixels": ({"pixels": [[[1, 2]], [[3, None]], [[5, 6]]]}, "zstd"),
    "Null 1 b": ({"a": [1, 2], "b": [None, 2]}, "snappy"),
    "Ragged 2 pixels": ({"pixels": [[[1, 2], [3, 4]], [[1], [2, 3, 4]], [[1, 2], [3, 4]]]}, "lz4"),
    "Ragged 3 pixels": ({"pixels": [[1, 2], [3, 4], [5]]}, "none"),
    "Ragged 1 pixels": ({"pixels": [[[1, 2], [3]]] * 2}, "snappy"),
    "TooLarge 2 b": ({"a": [1, 2], "b": [1, 1 << 60]}, "gzip"),
    "Columns": ({"text": ["a"], "struct": [{"x": 1, "y": "z"}]}, "snappy"),
}
if form == "parquet":
    refused["Codec label"] = ({"pixels": images, "label": [1, 0, 2]}, {"label": "brotli"})
for number, (fault, (columns, compression)) in enumerate(refused.items()):
    path, data = f"{folder}/refused-{number}.{form}", pyarrow.table(columns)
    if form == "parquet":
        pyarrow.parquet.write_table(data, path, compression=compression)
    else:
        with pyarrow.ipc.new_file(path, data.schema) as writer:
            writer.write_table(data)
    print(f"refused-{number}", f"{form.capitalize()}{fault}", "", sep="\t")

if form == "arrow":
    squares = random.integers(0, 256, (20, 64), dtype="uint8")
    fixed = pyarrow.array([row.tobytes() for row in squares], pyarrow.binary(64))
    lists = pyarrow.array([row.tolist() for row in squares], pyarrow.list_(pyarrow.uint8()))
    # Columns that are passed over, and how many buffers they have.
    others = {
        "union": pyarrow.UnionArray.from_dense(
            pyarrow.array([0, 1] * 10, pyarrow.int8()),
            pyarrow.array(numpy.arange(20) // 2, pyarrow.int32()),
            [pyarrow.array(range(10)), pyarrow.array([0.5] * 10)],
        ),
        "runs": pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array([20], pyarrow.int32()), pyarrow.array([5])),
        "map": pyarrow.array([[("a", 1)]] * 20, pyarrow.map_(pyarrow.string(), pyarrow.int8())),
        "views": pyarrow.array([[1]] * 20, pyarrow.list_view(pyarrow.int8())),
        "texts": pyarrow.array(["a text that has a buffer of its own", "b"] * 10, pyarrow.string_view()),
        "nothing": pyarrow.nulls(20),
        "id": pyarrow.array([row.tobytes()[:16] for row in squares], pyarrow.uuid()),
    }
    # More than is read at a time, and more than comes out at a time.
    photos = [random.bytes(1_500_000) for _ in range(3)]
    lengths = numpy.array([len(photo) for photo in photos], dtype=">u4")
    sums = [f"{zlib.crc32(part):08x}" for part in (b"".join(photos), lengths.tobytes())]
    in_photos = f"pictures 3 {sums[0]} {sums[1]}"
    in_squares = tell(squares.reshape(20, 8, 8))
    unlabelled = tell(numpy.full(20, -1, "int32"))
    cases = [
        (others | {"pixels": fixed}, "V4", None, in_squares, "none"),
        (others | {"pixels": fixed}, "V5", "lz4", in_squares, "none"),
        ({"pixels": fixed.dictionary_encode()}, "V5", "zstd", in_squares, "none"),
        ({"pixels": lists[5:]}, "V5", None, tell(squares[5:].reshape(15, 8, 8)), "none"),
        ({"pixels": lists, "label": pyarrow.array([None] * 20, DICTIONARY)}, "V5", None, in_squares, unlabelled),
        *(({"image": pyarrow.array(photos, kind)}, "V5", codec, in_photos, "none") for kind, codec in PACKED),
    ]
    for number, (columns, version, compression, images, labels) in enumerate(cases):
        options = pyarrow.ipc.IpcWriteOptions(
            metadata_version=pyarrow.ipc.MetadataVersion[version], compression=compression
        )
        data = pyarrow.table(columns)
        with pyarrow.ipc.new_stream(f"{folder}/case-{number}.arrow", data.schema, options=options) as writer:
            writer.write_table(data)
        print(f"case-{number}", images, labels, sep="\t")
