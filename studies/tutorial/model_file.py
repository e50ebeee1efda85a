# SPDX-License-Identifier: MIT
"""Reads a .direct file, which is a safetensors file: the length of the header, the header in JSON, and the tensors
(docs/file_formats.md)."""

import json
import struct
from pathlib import Path

import numpy

TYPES = {"U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "I64": "<i8", "F64": "<f8"}


def read_model(path):
    """The tensors by name, and the description."""
    content = Path(path).read_bytes()
    try:
        end = 8 + struct.unpack_from("<Q", content)[0]
        header = json.loads(content[8:end])
        description = json.loads(header.pop("__metadata__")["description"])
        return {name: tensor(content[end:], **entry) for name, entry in header.items()}, description
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: expected a file written by direct fit") from error


def tensor(data, dtype, shape, data_offsets):
    begin, end = data_offsets
    return numpy.frombuffer(data[begin:end], TYPES[dtype]).reshape(shape)


def unpacked_codes(packed, num_weights, num_levels):
    """The level of each weight, one row per draw; up to 16 levels two codes share a byte, the first in the low bits."""
    if num_levels <= 16:
        packed = numpy.stack([packed & 15, packed >> 4], axis=-1).reshape(len(packed), -1)
    return packed[:, :num_weights]
