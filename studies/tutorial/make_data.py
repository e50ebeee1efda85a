#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the made-up data of docs/tutorial.md as CSV: the same bytes every time.

    make_data.py line|wave FOLDER

line: line.csv, ten rows about a straight line, and line_grid.csv, places to predict at.
wave: wave.csv, 120 rows about a wave with a gap where nothing was measured; wave_test.csv, a thousand more of these;
wave_gap.csv, a thousand rows from the gap; wave_grid.csv. In the grids y is the truth, without noise."""

import math
import random
import sys
from pathlib import Path

SLOPE, OFFSET = 0.6, -0.4
LINE_NOISE = 0.5
WAVE_NOISE = 0.2
GAP = 4.0, 7.0


def line(x):
    return SLOPE * x + OFFSET


def wave(x, phase=0.0):
    return math.sin(2 * x + phase) + 0.15 * x


def evenly(begin, end, count):
    return [begin + (end - begin) * i / (count - 1) for i in range(count)]


def measured(generator, truth, noise, places, count, gap=(0.0, 0.0)):
    """Rows (x, y) with x between two places, but not in the gap."""
    rows = []
    while len(rows) < count:
        x = generator.uniform(*places)
        if not gap[0] < x < gap[1]:
            rows.append((x, truth(x) + generator.gauss(0, noise)))
    return rows


def write(path, rows, with_one):
    """The column `one` is a feature that is always 1: its weight is the offset of the line."""
    header = "x,one,y\n" if with_one else "x,y\n"
    path.write_text(header + "".join(f"{x:.4f},{'1,' if with_one else ''}{y:.4f}\n" for x, y in rows))


def write_line(folder):
    write(folder / "line.csv", measured(random.Random(1), line, LINE_NOISE, (1, 3), 10), True)
    write(folder / "line_grid.csv", [(x, line(x)) for x in evenly(0, 5, 51)], True)


def write_wave(folder):
    generator = random.Random(1)
    write(folder / "wave.csv", measured(generator, wave, WAVE_NOISE, (0, 10), 120, GAP), False)
    write(folder / "wave_test.csv", measured(generator, wave, WAVE_NOISE, (0, 10), 1000, GAP), False)
    write(folder / "wave_gap.csv", measured(generator, wave, WAVE_NOISE, GAP, 1000), False)
    write(folder / "wave_grid.csv", [(x, wave(x)) for x in evenly(-1, 11, 97)], False)


def main():
    kinds = {"line": write_line, "wave": write_wave}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    folder = Path(sys.argv[2])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kinds[sys.argv[1]](folder)
    except OSError as error:
        sys.exit(f"make_data.py: {error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
