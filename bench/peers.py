#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What others reach on the sets where they were far ahead: boosted trees (XGBoost, 500 trees of depth 6, one thread) and a small
network (scikit-learn, two layers of 64), on folds 0 to 2 of sets in $DIRECT_UCI, pooled. Prints Markdown.

Needs python3-xgboost and python3-sklearn. Usage: peers.py DIRECT [--seconds] SET...; DIRECT is the command.
With --seconds: how long one fit from CSV takes, with one thread each."""

import csv
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

FOLDS = 3


def table(path):
    with gzip.open(path, "rt") as file:
        return np.array([[float(cell) for cell in row] for row in csv.reader(file)])


def folds(name):
    folder = os.path.join(os.environ["DIRECT_UCI"], name)
    data = table(os.path.join(folder, "data.csv.gz"))
    masks = table(os.path.join(folder, "test_mask.csv.gz")) > 0.5
    for fold in range(FOLDS):
        yield data[~masks[:, fold]], data[masks[:, fold]]


def boosted_trees(train, test):
    import xgboost

    model = xgboost.XGBRegressor(n_estimators=500, max_depth=6, learning_rate=0.1, n_jobs=1)
    model.fit(train[:, :-1], train[:, -1])
    return model.predict(test[:, :-1])


def network(train, test):
    from sklearn.neural_network import MLPRegressor

    means, scales = train.mean(0), np.where(train.std(0) > 0, train.std(0), 1.0)
    inputs, targets = (train - means) / scales, None
    targets, inputs = inputs[:, -1], inputs[:, :-1]
    model = MLPRegressor((64, 64), random_state=0, max_iter=200, early_stopping=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(inputs, targets)
    return model.predict((test[:, :-1] - means[:-1]) / scales[:-1]) * scales[-1] + means[-1]


def direct_with(command, *flags):
    def predict(train, test):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("train.csv", "test.csv", "m.direct")]
            np.savetxt(paths[0], train, delimiter=",", fmt="%.17g")
            np.savetxt(paths[1], test, delimiter=",", fmt="%.17g")
            subprocess.run([command, "fit", paths[0], "--header", "no", "-q", "-o", paths[2], *flags], check=True)
            output = subprocess.run([command, "predict", paths[2], paths[1], "--header", "no", "-q"],
                                    check=True, capture_output=True, text=True).stdout.splitlines()
            column = output[0].split(",").index("mean")
            return np.array([float(line.split(",")[column]) for line in output[1:]])

    return predict


def rmse(name, predict):
    squares, rows = 0.0, 0
    for train, test in folds(name):
        squares += float(((predict(train, test) - test[:, -1]) ** 2).sum())
        rows += len(test)
    return (squares / rows) ** 0.5


def print_errors(command, names):
    print("| set | first edition | now | boosted trees | network of 64 and 64 | gap to the best before | now |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    before = direct_with(command, "--hyperparameters", "evidence", "--feature-bits", "8", "--num-features", "2000")
    for name in names:
        old, now, trees, net = (rmse(name, how) for how in (before, direct_with(command), boosted_trees, network))
        best = min(trees, net)
        print(f"| {name} | {old:.4g} | {now:.4g} | {trees:.4g} | {net:.4g} | {old / best:.2f} | {now / best:.2f} |", flush=True)


def seconds_of_direct(command, path, flags):
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "m.direct")
        output = subprocess.run([command, "fit", path, "--header", "no", "--threads", "1", "--json", "-q", "-o", model, *flags],
                                check=True, capture_output=True, text=True).stdout
    return json.loads(output)["seconds"]["total"]


def print_seconds(command, names):
    import pandas
    import xgboost

    print("| set | rows | first edition's protocol, s | now, s | ratio | XGBoost, s |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in names:
        path = os.path.join(os.environ["DIRECT_UCI"], name, "data.csv.gz")
        before = seconds_of_direct(
            command, path, ["--hyperparameters", "evidence", "--feature-bits", "8", "--num-features", "2000"])
        now = seconds_of_direct(command, path, [])
        start = time.monotonic()
        data = pandas.read_csv(path, header=None).to_numpy()
        xgboost.XGBRegressor(n_estimators=500, max_depth=6, learning_rate=0.1, n_jobs=1).fit(data[:, :-1], data[:, -1])
        trees = time.monotonic() - start
        print(f"| {name} | {len(data)} | {before:.2f} | {now:.2f} | {now / before:.2f} | {trees:.2f} |", flush=True)


def main():
    command, *names = [argument for argument in sys.argv[1:] if argument != "--seconds"]
    (print_seconds if "--seconds" in sys.argv else print_errors)(command, names)


main()
