#!/usr/bin/env python3
"""Files from other writers, for core/io to read: .npz by NumPy and by Python's zipfile, and
.safetensors written from the format's specification with json and struct.

Writes tests/golden/files/. Rerun after a change; the output is deterministic:
    python3 tests/golden/files.py && git diff --exit-code tests/golden/files

tests/core/io/golden_test.cpp expects these contents: ramp(n)[i] = i / 4 - 3 for float32.
"""
import io
import json
import pathlib
import struct
import zipfile
import zlib

import numpy as np

folder = pathlib.Path(__file__).parent / "files"
folder.mkdir(exist_ok=True)
first_of_january = (1980, 1, 1, 0, 0, 0)


def ramp(*shape):
    return (np.arange(np.prod(shape, dtype=int), dtype=np.float32) / 4 - 3).reshape(shape)


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asanyarray(array), version=version)
    return file.getvalue()


class Unseekable(io.RawIOBase):
    """An output without seek: zipfile then writes CRC and sizes after each entry's data."""

    def __init__(self):
        self.bytes = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.bytes += data
        return len(data)


def write_zip(name, entries, method, level=None, file=None, force_zip64=False):
    target = io.BytesIO() if file is None else file
    with zipfile.ZipFile(target, "w", method, compresslevel=level) as archive:
        for entry, contents in entries.items():
            info = zipfile.ZipInfo(entry, first_of_january)
            info.compress_type = method
            with archive.open(info, "w", force_zip64=force_zip64) as out:
                out.write(contents)
    data = bytes(target.bytes) if file is not None else target.getvalue()
    (folder / name).write_bytes(data)


def raw_deflate(data, **options):
    coder = zlib.compressobj(wbits=-15, **options)
    return coder.compress(data) + coder.flush()


def write_deflated_by_hand(name, entry, contents, **options):
    """Writes an archive of one entry by hand, since zipfile cannot set the deflate strategy."""
    packed = raw_deflate(contents, **options)
    fields = struct.pack(
        "<HHHHHIIIHH", 20, 0, 8, 0, 33, zlib.crc32(contents), len(packed), len(contents), len(entry), 0
    )
    local = b"PK\3\4" + fields + entry.encode() + packed
    central = b"PK\1\2" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, 0)
    central += entry.encode()
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    (folder / name).write_bytes(local + central + end)


def write_numpy(name, save, arrays):
    """Calls numpy.savez or savez_compressed with a fixed time, so that the bytes stay the same."""
    file = io.BytesIO()
    localtime, zipfile.time.localtime = zipfile.time.localtime, lambda *_: first_of_january
    try:
        save(file, **arrays)
    finally:
        zipfile.time.localtime = localtime
    (folder / name).write_bytes(file.getvalue())


halves = np.array([0x7BFF, 0x0001, 0x03FF, 0x8000, 0x7E01, 0xFC00, 0x3C00], np.uint16).view(np.float16)
types = {
    "f8": np.array([0.1, -0.0, 1e300, np.inf, 3]),
    "f4": np.array([0x7FC12345, 0x80000000, 0x00000001, 0x7F7FFFFF], np.uint32).view(np.float32),
    "f2": halves,
    "i8": np.array([-(2**63), 2**63 - 1, 16777217, -5], np.int64),
    "i4": np.array([-(2**31), 7], np.int32),
    "i2": np.array([-32768, 32767], np.int16),
    "i1": np.array([-128, 127], np.int8),
    "u8": np.array([2**64 - 1, 9], np.uint64),
    "u4": np.array([2**32 - 1, 9], np.uint32),
    "u2": np.array([65535, 9], np.uint16),
    "u1": np.array([255, 9], np.uint8),
    "b1": np.array([True, False, True]),
}
shapes = {
    "matrix": ramp(3, 5),
    "fortran": np.asfortranarray(ramp(2, 3, 4)),
    "scalar": np.float32(2.5),
    "empty": ramp(0, 4),
    "layers/0/w_q": ramp(1, 1, 2),
}
# Repetitive data, so that all kinds of matches and codes occur, longer than deflate's window.
mixed = np.frombuffer(
    b"".join(struct.pack("<f", (i * i % 97) * 0.5 + (i % 1013 == 0) * i) for i in range(20000)), "<f4"
)

write_numpy("numpy_stored.npz", np.savez, {**types, **shapes})
write_numpy("numpy_compressed.npz", np.savez_compressed, {**types, **shapes, "zeros": np.zeros(50000, np.float32)})
write_numpy("numpy_mixed.npz", np.savez_compressed, {"mixed": mixed})
# Bytes of very different frequencies give Huffman codes of up to 15 bits.
rare = np.minimum(np.random.default_rng(1).geometric(0.3, 12000) ** 2, 255).astype(np.uint8)
write_numpy("numpy_rare.npz", np.savez_compressed, {"rare": rare})
write_zip("unseekable.npz", {"a.npy": npy(ramp(40)), "b.npy": npy(ramp(2, 2))}, zipfile.ZIP_DEFLATED, file=Unseekable())
write_zip("unseekable_zip64.npz", {"a.npy": npy(ramp(40))}, zipfile.ZIP_DEFLATED, file=Unseekable(), force_zip64=True)
write_zip("versions.npz", {"v2.npy": npy(ramp(4), (2, 0)), "v3.npy": npy(ramp(4), (3, 0)), "gr\u00fc\u00df.npy": npy(ramp(4))}, zipfile.ZIP_STORED)
write_deflated_by_hand("stored_blocks.npz", "a.npy", npy(ramp(300)), level=0)
write_deflated_by_hand("fixed_codes.npz", "a.npy", npy(ramp(300)), strategy=zlib.Z_FIXED)
write_deflated_by_hand("huffman_only.npz", "a.npy", npy(ramp(300)), strategy=zlib.Z_HUFFMAN_ONLY)


def write_safetensors(name, tensors, metadata=None, padding=0):
    header, data = {}, b""
    if metadata is not None:
        header["__metadata__"] = metadata
    for tensor, (dtype, shape, contents) in tensors.items():
        header[tensor] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(contents)]}
        data += contents
    text = json.dumps(header).encode() + b" " * padding
    (folder / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


write_safetensors(
    "types.safetensors",
    {
        "F64": ("F64", [5], types["f8"].tobytes()),
        "F32": ("F32", [4], types["f4"].tobytes()),
        "F16": ("F16", [7], types["f2"].tobytes()),
        "BF16": ("BF16", [4], np.array([0x7F7F, 0x0001, 0x8000, 0x7FC1], np.uint16).tobytes()),
        "I64": ("I64", [4], types["i8"].tobytes()),
        "I32": ("I32", [2], types["i4"].tobytes()),
        "I16": ("I16", [2], types["i2"].tobytes()),
        "I8": ("I8", [2], types["i1"].tobytes()),
        "U8": ("U8", [2], types["u1"].tobytes()),
        "BOOL": ("BOOL", [3], types["b1"].tobytes()),
        "matrix": ("F32", [3, 5], ramp(3, 5).tobytes()),
        "scalar": ("F32", [], np.float32(2.5).tobytes()),
        "empty": ("F32", [0, 4], b""),
        "gr\u00fc\u00df \U0001f600": ("F32", [1], ramp(1).tobytes()),
    },
    {"format": "pt", "quote": 'a "b" \\ \n \u00e9 \U0001f600'},
    padding=5,
)
