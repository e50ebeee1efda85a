#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Linear models of classes, counts and positive numbers: `direct` against scikit-learn, on the same folds and the same
standardised inputs. Prints one Markdown table; fails where direct's loss is above the better of scikit-learn's two by
more than 2 %.

    compare.py DIRECT FOLDER [--report-only] [--set NAME]... [-- FLAGS OF direct fit]

FOLDER is one that datasets.py has written. Without a DIRECT (-) only scikit-learn runs."""

import argparse
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

try:
    from table import Table, design, read_folds
    from yardsticks import yardstick
except ImportError as error:
    sys.exit(f"studies/likelihoods: {error}; install it with: apt-get install python3-sklearn (and run /usr/bin/python3)")

LARGEST_RATIO = 1.02
NOT_CONVERGED = 5


class Direct:
    def __init__(self, path, flags):
        self.path, self.flags, self.notes = path, flags, []

    def run(self, *arguments):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True)
        if done.returncode not in (0, NOT_CONVERGED):
            sys.exit(f"studies/likelihoods: {' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done

    def scores(self, name, likelihood, table, train, test):
        with tempfile.TemporaryDirectory() as folder:
            paths = [str(Path(folder, file)) for file in ("train.csv", "test.csv", "model.direct")]
            table.write(paths[0], train)
            table.write(paths[1], test)
            exposure = ["--exposure", "exposure"] if "exposure" in table.header else []
            fit = self.run("fit", paths[0], "--likelihood", likelihood, "--features", "linear", "--target", "y",
                           "--unseen", "ignore", "--header", "yes", "-q", "-o", paths[2], *exposure, *self.flags)
            if fit.returncode == NOT_CONVERGED:
                self.notes.append(f"{name}: a fit did not converge")
            evaluation = json.loads(self.run("evaluate", paths[2], paths[1], "--json", "-q").stdout)
        return direct_scores(likelihood, evaluation)


def direct_scores(likelihood, evaluation):
    """Those of classes may stand in an object of their own."""
    keys = {"loss": "deviance"} if likelihood != "bernoulli" else {
        "loss": "log_loss", "accuracy": "accuracy", "auc": "auc", "calibration_error": "calibration_error"}
    found = {**evaluation, **(evaluation.get("classes") or {})}
    missing = [key for key in keys.values() if key not in found]
    if missing:
        sys.exit(f"studies/likelihoods: direct evaluate --json has no {', '.join(missing)} for {likelihood}")
    return {name: found[key] for name, key in keys.items()}


def pooled(scores, sizes):
    """Means over the test rows of all folds."""
    return {key: sum(s[key] * n for s, n in zip(scores, sizes)) / sum(sizes) for key in scores[0]}


def compared(name, likelihood, folder, direct):
    table, folds = Table(folder / f"{name}.csv"), read_folds(folder / f"{name}.masks.csv")
    sizes = [len(test) for _, test in folds]
    models = [yardstick(likelihood, table, train, test) for train, test in folds]
    result = {"set": name, "likelihood": likelihood, "n": len(table.rows)}
    result["d"] = design(table, range(len(table.rows)), [0]).shape[1]
    result["default"] = pooled([model.default() for model in models], sizes)
    result["tuned"] = pooled([model.tuned() for model in models], sizes)
    if direct:
        result["direct"] = pooled([direct.scores(name, likelihood, table, *fold) for fold in folds], sizes)
    return result


def better(result):
    return min(result["default"], result["tuned"], key=lambda scores: scores["loss"])


def ratio(result):
    return result["direct"]["loss"] / better(result)["loss"] if "direct" in result else None


def number(scores, key="loss", digits=4):
    return f"{scores[key]:.{digits}f}" if scores and key in scores else "-"


def line(result):
    ours, theirs = result.get("direct"), better(result)
    pair = lambda key: f"{number(ours, key)} / {number(theirs, key)}"
    cells = [result["set"], result["likelihood"], str(result["n"]), str(result["d"]), number(ours),
             number(result["default"]), number(result["tuned"]), f"{ratio(result):.3f}" if ours else "-",
             pair("accuracy"), pair("auc"), pair("calibration_error")]
    return "| " + " | ".join(cells) + " |"


HEADER = ["set", "likelihood", "n", "d", "direct: loss", "sklearn default", "sklearn tuned", "ratio",
          "accuracy: direct / sklearn", "AUC", "calibration error"]


def parsed_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("direct", help="the command, or - for none")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--report-only", action="store_true", help="print the table and succeed whatever it says")
    parser.add_argument("--set", action="append", dest="sets", metavar="NAME", help="this one only; may be repeated")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    arguments = parser.parse_args(given[:end])
    arguments.flags = given[end + 1:]
    return arguments


def main():
    arguments = parsed_arguments()
    warnings.filterwarnings("ignore")  # of solvers that stop early at strengths which nobody chooses
    likelihoods = json.loads((arguments.folder / "sets.json").read_text())
    direct = None if arguments.direct == "-" else Direct(arguments.direct, arguments.flags)
    print("| " + " | ".join(HEADER) + " |\n" + "|---" * len(HEADER) + "|")
    results = []
    for name in arguments.sets or likelihoods:
        results.append(compared(name, likelihoods[name], arguments.folder, direct))
        print(line(results[-1]), flush=True)
    for note in direct.notes if direct else []:
        print(f"\n{note}")
    worse = [f"{r['set']} {ratio(r):.3f}" for r in results if direct and not ratio(r) <= LARGEST_RATIO]
    if worse and not arguments.report_only:
        sys.exit(f"studies/likelihoods: loss above {LARGEST_RATIO} times scikit-learn's: {', '.join(worse)}")


if __name__ == "__main__":
    main()
