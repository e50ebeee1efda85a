# SPDX-License-Identifier: MIT
"""What all plots share: no display, colours that colour-blind readers can tell apart (Okabe and Ito), and files that
are the same bytes for the same data."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "page"))
from records import DataError, read_study  # noqa: E402

try:
    import matplotlib
except ImportError as error:
    sys.exit(f"studies/plots: {error}; install it with: apt-get install python3-matplotlib (and run /usr/bin/python3)")

matplotlib.use("Agg")

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY = "#7F7F7F"

matplotlib.rcParams.update({
    "svg.hashsalt": "direct",
    "svg.fonttype": "path",
    "path.simplify": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#E3E3E3",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "figure.facecolor": "white",
    "savefig.dpi": 110,
})


def save(figure, path):
    """As SVG or PNG, by the name; neither tells when it was made or by which version."""
    metadata = {"Date": None, "Creator": None} if str(path).endswith(".svg") else {"Software": None}
    figure.savefig(path, metadata=metadata)


def plot(documentation, study, drawn):
    """What every script does: reads the rows of a study, draws them and saves the picture."""
    if len(sys.argv) != 3:
        sys.exit(documentation)
    source, target = sys.argv[1:]
    try:
        rows = read_study(source, study)
        if not rows:
            raise DataError(f"{source}: no rows")
        save(drawn(rows), target)
    except (DataError, OSError) as error:
        sys.exit(f"studies/plots: {error}")
