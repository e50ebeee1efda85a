#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Models of two weights as images over all weight vectors: prior, exact posterior by brute force, and the posterior of
each model. Prints how far each is from the exact one.

    images.py DATA.csv MODEL.direct... -o PICTURE.png

DATA has the columns x, one and y; the models have been fitted to it with --features given, the same --support LO:HI and
the same --noise VAR."""

import argparse
import math

from pictures import numpy, pyplot, read_table, run, save
from two_weights import Exact, TwoWeights, log_sum

DEPTH = 12  # nats below the highest value where colours end
ENCLOSED = 0.9


def printed(exact, models):
    count = exact.log_posterior.size
    print(f"log evidence {exact.log_evidence:.3f} nats, from all {count} weight vectors")
    print(f"{'':16}{'elbo':>9}{'below':>8}{'KL':>8}{'std w1':>9}{'std w2':>9}{'correlation':>13}")
    std_1, std_2, correlation = exact.moments(exact.log_posterior)
    print(f"{'exact':41}{std_1:9.3f}{std_2:9.3f}{correlation:13.3f}")
    for model in models:
        std_1, std_2, correlation = exact.moments(model.log_q)
        gap, divergence = exact.log_evidence - model.elbo, exact.divergence(model.log_q)
        print(f"{model.name:16}{model.elbo:9.3f}{gap:8.3f}{divergence:8.3f}{std_1:9.3f}{std_2:9.3f}{round(correlation, 3) + 0.0:13.3f}")


def enclosing_level(logs, share):
    """The value above which the most probable weight vectors have this share of the probability."""
    falling = numpy.sort(logs, axis=None)[::-1]
    return falling[numpy.searchsorted(numpy.cumsum(numpy.exp(falling)), share)]


def drawn(axes, title, logs, model, exact, limits):
    half = [(levels[1] - levels[0]) / 2 for levels in model.levels]
    extent = [end for levels, h in zip(model.levels, half) for end in (levels[0] - h, levels[-1] + h)]
    image = axes.imshow(numpy.maximum(logs, limits[0] - 1).T, origin="lower", extent=extent, aspect="auto", cmap="viridis",
                        vmin=limits[0], vmax=limits[1], interpolation="nearest")
    axes.contour(*model.levels, exact.log_posterior.T, levels=[enclosing_level(exact.log_posterior, ENCLOSED)], colors="white",
                 linewidths=1.2, linestyles="solid")
    axes.set_title(title)
    axes.spines[:].set_visible(False)
    return image


def picture(exact, models):
    panels = [("log prior", models[0].log_prior), ("log posterior, exact", exact.log_posterior)]
    panels += [(f"log q, {model.name}", model.log_q) for model in models]
    highest = max(logs.max() for _, logs in panels)
    rows = math.ceil(len(panels) / 3)
    figure, axes = pyplot.subplots(rows, 3, figsize=(9, 3.1 * rows), sharex=True, sharey=True, squeeze=False)
    for (title, logs), place in zip(panels, axes.flat):
        image = drawn(place, title, logs, models[0], exact, (highest - DEPTH, highest))
    for place in axes.flat[len(panels):]:
        place.set_visible(False)
    for place in axes[-1]:
        place.set_xlabel("$w_1$, the slope")
    for place in axes[:, 0]:
        place.set_ylabel("$w_2$, the offset")
    figure.colorbar(image, ax=axes, label="nats", extend="min", shrink=0.9)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("models", nargs="+")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    models = [TwoWeights(path) for path in arguments.models]
    if any(not numpy.array_equal(model.levels, models[0].levels) for model in models):
        raise ValueError("expected models on the same levels: fit them with one --support and one --levels")
    for model in models:
        if abs(log_sum(model.log_q)) > 1e-9:
            raise ValueError(f"{model.name}: probabilities sum to {math.exp(log_sum(model.log_q))}, expected 1")
    exact = Exact(models[0], read_table(arguments.data, "x", "one", "y"))
    printed(exact, models)
    save(picture(exact, models), arguments.output)


if __name__ == "__main__":
    run(main)
