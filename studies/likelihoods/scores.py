# SPDX-License-Identifier: MIT
"""What `direct evaluate` computes, once more: the loss is log loss or mean unit deviance."""

import numpy

NUM_BINS = 10


def log_loss(targets, probabilities):
    p = numpy.clip(probabilities, 1e-300, 1.0)
    q = numpy.clip(1.0 - probabilities, 1e-300, 1.0)
    return float(-numpy.mean(targets * numpy.log(p) + (1 - targets) * numpy.log(q)))


def area_under_curve(targets, probabilities):
    """Of all pairs of the two classes, the share in the right order; ties count half."""
    ones, zeros = probabilities[targets == 1], probabilities[targets == 0]
    if len(ones) == 0 or len(zeros) == 0:
        return 0.5
    gaps = ones[:, None] - zeros[None, :]
    return float(numpy.mean((gaps > 0) + 0.5 * (gaps == 0)))


def calibration_error(targets, probabilities):
    bins = numpy.minimum((probabilities * NUM_BINS).astype(int), NUM_BINS - 1)
    gaps = [abs(numpy.sum(probabilities[bins == k]) - numpy.sum(targets[bins == k])) for k in range(NUM_BINS)]
    return float(sum(gaps) / len(targets))


def class_scores(targets, probabilities):
    return {
        "loss": log_loss(targets, probabilities),
        "accuracy": float(numpy.mean((probabilities > 0.5) == (targets == 1))),
        "auc": area_under_curve(targets, probabilities),
        "calibration_error": calibration_error(targets, probabilities),
    }


def poisson_deviance(counts, means):
    logs = numpy.where(counts > 0, counts * numpy.log(numpy.where(counts > 0, counts, 1.0) / means), 0.0)
    return float(2 * numpy.mean(logs - counts + means))


def gamma_deviance(targets, means):
    return float(2 * numpy.mean(targets / means - 1 - numpy.log(targets / means)))
