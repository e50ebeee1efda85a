#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a file as a program of an older version of the format would have: older.py FILE VERSION OUTPUT.

FILE is a model, statistics or draws, with nothing in it that the older version had no words for. docs/file_formats.md has the
layout. Ends in an error where FILE lacks a field that is to be left out."""
import ctypes
import json
import struct
import sys

# The fields that each version added, to be left out of files of the versions before it.
ADDED = {
    "direct model": {
        8: {"options": ["law"]},
        7: {
            "preparation": ["ranges"],
            "preparation.features": ["degree"],
            "options": ["model", "hidden", "memory"],
        },
        6: {
            "preparation.schema": ["exposure_name", "exposure_position", "likelihood", "classes"],
            "options": ["likelihood", "bound"],
        },
        5: {"prior": ["spike", "learned"], "options": ["spike", "max_active_features", "target_sparsity"]},
        4: {
            "": ["point_masses"],
            "prior": ["num_components"],
            "options": ["posterior", "components", "entropy", "prior_mixture", "prior_bound"],
        },
    },
    "direct statistics": {
        3: {"preparation.features": ["degree"], "preparation": ["ranges"]},
        2: {"preparation.schema": ["exposure_name", "exposure_position", "likelihood", "classes"]},
    },
    "direct draws": {2: {"": ["learned"]}},
}
RANGES = ("input_least", "input_most")


class Digest(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def digest(data):
    xxhash = ctypes.CDLL("libxxhash.so.0")
    xxhash.XXH3_128bits.restype = Digest
    xxhash.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    value = xxhash.XXH3_128bits(data, len(data))
    return struct.pack(">QQ", value.high, value.low)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    metadata = header.pop("__metadata__")
    del header["digest"]
    tensors = sorted(header.items(), key=lambda item: item[1]["data_offsets"])
    values = data[8 + size :]
    return metadata, [(name, t["dtype"], t["shape"], values[slice(*t["data_offsets"])]) for name, t in tensors]


def write(metadata, tensors, path):
    header, values = {"__metadata__": metadata}, b""
    for name, dtype, shape, value in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(values), len(values) + len(value)]}
        values += value
    header["digest"] = {"dtype": "U8", "shape": [16], "data_offsets": [len(values), len(values) + 16]}
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    data = struct.pack("<Q", len(text)) + text + values
    with open(path, "wb") as file:
        file.write(data + digest(data))


def leave_out(description, fields):
    for path, names in fields.items():
        part = description
        for name in filter(None, path.split(".")):
            part = part[name]
        for name in names:
            del part[name]


def main(source, version, output):
    metadata, tensors = read(source)
    description = json.loads(metadata["description"])
    for added, fields in ADDED[metadata["format"]].items():
        if added <= int(version):
            continue
        leave_out(description, fields)
        if "ranges" in fields.get("preparation", []):
            tensors = [tensor for tensor in tensors if tensor[0] not in RANGES]
    metadata["description"] = json.dumps(description, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    metadata["format_version"] = version
    write(metadata, tensors, output)


main(*sys.argv[1:])
