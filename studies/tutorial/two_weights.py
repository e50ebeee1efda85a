# SPDX-License-Identifier: MIT
"""A model of two weights, by brute force: with m levels there are m * m weight vectors, and all of them can be looked at.
Tables are m x m, by the level of the first weight and that of the second. As in direct, -n/2 log(2 pi) is left out of
all logarithms of likelihoods."""

import math
from pathlib import Path

import numpy

from model_file import read_model, unpacked_codes


def log_sum(logs):
    largest = numpy.max(logs)
    return largest + math.log(numpy.sum(numpy.exp(logs - largest)))


class TwoWeights:
    """What a .direct file says: levels, log_prior, noise_variance, and log_q, its posterior."""

    def __init__(self, path):
        tensors, description = read_model(path)
        self.name = Path(path).stem.replace("_", " ")
        fits = "levels" in tensors and "summary" in description and len(tensors["noise_variances"]) == 1
        if not fits or len(tensors["prior_variances"]) != 2:
            raise ValueError(f"{path}: expected a model of two weights on fixed levels with a known noise (--support LO:HI --noise VAR)")
        self.elbo = description["summary"]["elbo"]
        self.noise_variance = tensors["noise_variances"][0]
        num_levels = tensors["levels"].shape[1]
        self.levels = numpy.broadcast_to(tensors["levels"], (2, num_levels))
        first, second = numpy.broadcast_to(tensors["log_prior"], (2, num_levels))
        self.log_prior = first[:, None] + second[None, :]
        self.log_q = log_q(tensors, num_levels)

    def grid(self):
        return numpy.meshgrid(*self.levels, indexing="ij")


def log_q(tensors, num_levels):
    """The posterior of the model: products of tables, or draws, which are single weight vectors."""
    weights, q = numpy.exp(tensors["log_component_weights"]), numpy.zeros((num_levels, num_levels))
    if "codes" in tensors:
        for weight, (first, second) in zip(weights, unpacked_codes(tensors["codes"], 2, num_levels)):
            q[first, second] += weight
    else:
        for weight, (first, second) in zip(weights, numpy.exp(tensors["log_probabilities"])):
            q += weight * numpy.outer(first, second)
    with numpy.errstate(divide="ignore"):
        return numpy.log(q)


class Exact:
    """The posterior of all weight vectors, given the rows of a table with columns x, one and y."""

    def __init__(self, model, rows):
        self.first, self.second = model.grid()
        self.noise_variance = model.noise_variance
        errors = rows["y"] - (rows["x"] * self.first[..., None] + rows["one"] * self.second[..., None])
        log_likelihood = -0.5 * (len(rows) * math.log(self.noise_variance) + numpy.sum(errors**2, axis=-1) / self.noise_variance)
        self.log_evidence = log_sum(model.log_prior + log_likelihood)
        self.log_posterior = model.log_prior + log_likelihood - self.log_evidence

    def divergence(self, log_q):
        """KL(q || posterior)."""
        held = log_q > -math.inf
        return numpy.sum(numpy.exp(log_q[held]) * (log_q[held] - self.log_posterior[held]))

    def moments(self, log_q):
        """Deviations of the two weights, and their correlation."""
        q = numpy.exp(log_q)
        deviations = [w - numpy.sum(q * w) for w in (self.first, self.second)]
        stds = [math.sqrt(numpy.sum(q * d**2)) for d in deviations]
        return *stds, numpy.sum(q * deviations[0] * deviations[1]) / (stds[0] * stds[1])

    def predictions(self, rows, level):
        """Columns as of direct predict --interval: each weight vector is a Gaussian, and y is a mixture of them."""
        likely = self.log_posterior > -30
        q = numpy.exp(self.log_posterior[likely])
        lines = rows["x"][:, None] * self.first[likely] + rows["one"][:, None] * self.second[likely]
        mean = lines @ q
        std_model = numpy.sqrt((lines - mean[:, None]) ** 2 @ q)
        lower, upper = (self.quantile(lines, q, (1 + sign * level) / 2) for sign in (-1, 1))
        return {"mean": mean, "std_model": std_model, "lower": lower, "upper": upper}

    def quantile(self, lines, q, probability):
        """By bisection, for every row."""
        std = math.sqrt(self.noise_variance)
        low, high = lines.min(axis=1) - 9 * std, lines.max(axis=1) + 9 * std
        for _ in range(40):
            middle = (low + high) / 2
            below = normal_cdf((middle[:, None] - lines) / std) @ q < probability
            low, high = numpy.where(below, middle, low), numpy.where(below, high, middle)
        return (low + high) / 2


TABLE = numpy.linspace(-9, 9, 18001)
TABLE_CDF = numpy.array([math.erfc(-z / math.sqrt(2)) / 2 for z in TABLE])


def normal_cdf(z):
    return numpy.interp(z, TABLE, TABLE_CDF)
