# SPDX-License-Identifier: MIT
"""How the pictures of the tutorial look, and what its scripts do alike. Colours are those of Okabe and Ito, which
colour-blind readers can tell apart."""

import io
import re
import sys
from pathlib import Path

try:
    import numpy
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError as error:
    sys.exit(f"studies/tutorial: {error}; install it with: apt-get install python3-matplotlib (and run /usr/bin/python3)")

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#777777"

matplotlib.rcdefaults()
matplotlib.use("Agg")
matplotlib.rcParams.update({
    "svg.hashsalt": "tutorial", "figure.dpi": 90, "savefig.dpi": 90, "font.size": 10, "axes.titlesize": 11,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "figure.constrained_layout.use": True,
})


def save(figure, path):
    """The same bytes every time: no date, no version."""
    if Path(path).suffix == ".svg":
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        Path(path).write_text(shortened(text.getvalue()))
    else:
        figure.savefig(path, metadata={"Software": None})
    pyplot.close(figure)


def shortened(svg):
    """Half the bytes: coordinates to a tenth of a point, no indentation, no styles of marks that their definition has."""
    svg = re.sub(r' (d|x|y)="[^"]*"', lambda found: re.sub(r"(\.\d)\d+", r"\1", found[0]), svg)
    svg = re.sub(r'(<use [^>]*) style="stroke: #000000[^"]*"/>', r"\1/>", svg)
    return re.sub(r" ?\n *", "\n", svg)


def read_table(path, *columns):
    """A CSV file of numbers, its columns by name."""
    with open(path) as file:
        table = numpy.atleast_1d(numpy.genfromtxt(file, delimiter=",", names=True))
    missing = [name for name in columns if name not in (table.dtype.names or ())]
    if missing:
        raise ValueError(f"{path}: expected the columns {', '.join(columns)}; missing: {', '.join(missing)}")
    return table


def run(main):
    """Wrong input is one line on stderr."""
    try:
        main()
    except OSError as error:
        sys.exit(f"studies/tutorial: {error.filename}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"studies/tutorial: {error}")
