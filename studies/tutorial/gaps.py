#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""One gap says little: many waves with other phases, rows and noise, each fitted by mean field and by draws. Prints means over
the waves of coverage and width of the 0.9 interval and of nll, for rows like those of training and for rows from the gap.

    gaps.py COUNT [-- FLAGS OF direct fit]

The `direct` is that of the PATH."""

import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from make_data import GAP, WAVE_NOISE, measured, wave, write

LEVEL = "0.9"
NOT_CONVERGED = 5
NUM_TEST_ROWS = 200
POSTERIORS = {"mean field": "mean-field", "draws": "draws"}


def run(*arguments):
    try:
        done = subprocess.run(["direct", *map(str, arguments)], capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit('gaps.py: found no direct on the PATH; build it and type: export PATH="$PWD/build/release:$PATH"')
    if done.returncode not in (0, NOT_CONVERGED):
        sys.exit(f"gaps.py: {done.stderr.strip()}")
    return done.stdout


def write_wave(folder, seed):
    generator = random.Random(seed)
    phase = generator.uniform(0, 2 * math.pi)
    truth = lambda x: wave(x, phase)
    write(folder / "train.csv", measured(generator, truth, WAVE_NOISE, (0, 10), 120, GAP), False)
    write(folder / "test.csv", measured(generator, truth, WAVE_NOISE, (0, 10), NUM_TEST_ROWS, GAP), False)
    write(folder / "gap.csv", measured(generator, truth, WAVE_NOISE, GAP, NUM_TEST_ROWS), False)


def scores(folder, posterior, flags):
    """Coverage, width and nll of the test rows, then of the gap."""
    model = folder / "model.direct"
    run("fit", folder / "train.csv", "--num-features", 100, "--posterior", posterior, "-q", "-o", model, *flags)
    found = []
    for rows in ("test.csv", "gap.csv"):
        evaluation = json.loads(run("evaluate", model, folder / rows, "--json", "-q"))
        found += [evaluation["coverage"][LEVEL], evaluation["width"][LEVEL], evaluation["nll"]]
    return found


def main():
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    if end != 1 or not given[0].isdigit() or int(given[0]) == 0:
        sys.exit(__doc__)
    count, flags = int(given[0]), given[end + 1:]
    found = {name: [] for name in POSTERIORS}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            write_wave(Path(folder), seed)
            for name, posterior in POSTERIORS.items():
                found[name].append(scores(Path(folder), posterior, flags))
    print(f"{f'{count} waves':14}{'rows like those of training':>30}{'rows of the gap':>30}")
    print(f"{'':14}" + f"{'covers':>12}{'width':>9}{'nll':>9}" * 2)
    for name, rows in found.items():
        formats = ("12.2f", "9.2f", "9.2f", "12.2f", "9.2f", "9.1f")  # the last differs by 0.02 from CPU to CPU
        print(f"{name:14}" + "".join(f"{sum(column) / count:{format}}" for column, format in zip(zip(*rows), formats)))


if __name__ == "__main__":
    main()
