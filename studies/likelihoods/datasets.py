#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the data sets of the study as CSV, with a mask file of five folds beside each, and sets.json, which says what
they are. Everything comes from scikit-learn and from R, so there is nothing to download.

    datasets.py FOLDER"""

import json
import subprocess
import sys
from pathlib import Path

NUM_FOLDS = 5
SEED = 20240521

# R's own data sets: the target is called y, and rows with missing cells are left out.
R_SETS = {
    "infert": ("bernoulli", 'd <- infert[, c("education", "age", "parity", "induced", "spontaneous")];'
                            'd$y <- ifelse(infert$case == 1, "yes", "no")'),
    "warpbreaks": ("poisson", 'd <- warpbreaks[, c("wool", "tension")]; d$y <- warpbreaks$breaks'),
    "insect_sprays": ("poisson", 'd <- InsectSprays["spray"]; d$y <- InsectSprays$count'),
    "discoveries": ("poisson", 'd <- data.frame(year = 1860:1959, y = as.numeric(discoveries))'),
    "quine": ("poisson", 'd <- MASS::quine[, c("Eth", "Sex", "Age", "Lrn")]; d$y <- MASS::quine$Days'),
    "insurance": ("poisson", 'd <- MASS::Insurance[, c("District", "Group", "Age", "Holders")];'
                             'd$District <- paste0("D", d$District); names(d)[4] <- "exposure";'
                             'd$y <- MASS::Insurance$Claims'),
    "chick_weight": ("gamma", 'd <- as.data.frame(ChickWeight)[, c("Time", "Diet")]; d$Diet <- paste0("D", d$Diet);'
                              'd$y <- ChickWeight$weight'),
    "cars": ("gamma", 'd <- cars["speed"]; d$y <- cars$dist'),
    "airquality": ("gamma", 'd <- airquality[, c("Solar.R", "Wind", "Temp", "Month")]; d$y <- airquality$Ozone'),
}


def fail(message):
    sys.exit(f"studies/likelihoods: {message}")


def scikit_learn():
    try:
        import numpy
        from sklearn import datasets
    except ImportError:
        fail("scikit-learn is missing; install it with: apt-get install python3-sklearn (and run /usr/bin/python3)")
    return numpy, datasets


def one_against_rest(bunch, wanted):
    """Rows of text: the inputs and whether the class is the wanted one."""
    names = [name.replace(" (cm)", "") for name in bunch.feature_names]
    label = str(bunch.target_names[wanted])
    rows = [[repr(float(x)) for x in row] + [label if target == wanted else "rest"]
            for row, target in zip(bunch.data, bunch.target)]
    return names + ["y"], rows


def sklearn_sets():
    _, datasets = scikit_learn()
    return {
        "breast_cancer": one_against_rest(datasets.load_breast_cancer(), 0),
        "digits_8": one_against_rest(datasets.load_digits(), 8),
        "wine_1": one_against_rest(datasets.load_wine(), 1),
        "iris_versicolor": one_against_rest(datasets.load_iris(), 1),
    }


def write_table(path, header, rows):
    path.write_text("".join(",".join(row) + "\n" for row in [header] + rows))


def write_r_set(path, code):
    script = f'{code}; write.csv(na.omit(d), "{path}", row.names = FALSE, quote = FALSE)'
    try:
        done = subprocess.run(["Rscript", "--vanilla", "-e", script], capture_output=True, text=True)
    except FileNotFoundError:
        fail("Rscript is missing; install it with: apt-get install r-base-core r-cran-mass")
    if done.returncode != 0:
        fail(f"R cannot write {path.name} (is r-cran-mass installed?): {done.stderr.strip()}")


def write_masks(path, num_rows, seed):
    """One line per row, one column per fold, 1 where the row is a test row; folds differ by one row at most."""
    numpy, _ = scikit_learn()
    folds = numpy.random.RandomState(seed).permutation(num_rows) % NUM_FOLDS
    path.write_text("".join(",".join("1" if fold == k else "0" for k in range(NUM_FOLDS)) + "\n" for fold in folds))


def main():
    if len(sys.argv) != 2:
        fail("expected a folder; usage: datasets.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    likelihoods = {}
    for name, (header, rows) in sklearn_sets().items():
        write_table(folder / f"{name}.csv", header, rows)
        likelihoods[name] = "bernoulli"
    for name, (likelihood, code) in R_SETS.items():
        write_r_set(folder / f"{name}.csv", code)
        likelihoods[name] = likelihood
    for i, name in enumerate(likelihoods):
        num_rows = len((folder / f"{name}.csv").read_text().splitlines()) - 1
        write_masks(folder / f"{name}.masks.csv", num_rows, SEED + i)
    (folder / "sets.json").write_text(json.dumps(likelihoods, indent=1) + "\n")


if __name__ == "__main__":
    main()
