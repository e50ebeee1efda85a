# SPDX-License-Identifier: MIT
"""Generalised linear models of scikit-learn, of the default strength of regularisation and of the one that an inner
cross-validation prefers."""

import numpy
from sklearn.linear_model import GammaRegressor, LogisticRegression, LogisticRegressionCV, PoissonRegressor
from sklearn.model_selection import KFold, StratifiedKFold

from scores import class_scores, gamma_deviance, poisson_deviance
from table import design

MAX_ITERATIONS = 10000
CS = numpy.logspace(-4, 4, 17)
ALPHAS = numpy.logspace(-6, 2, 17)
SEED = 7


def inner_folds(kind):
    return kind(n_splits=5, shuffle=True, random_state=SEED)


class Classes:
    def __init__(self, table, train, test):
        second = sorted(set(table.column("y", range(len(table.rows)))))[1]
        self.inputs, self.test_inputs = design(table, train, train), design(table, train, test)
        self.targets, self.test_targets = ([int(y == second) for y in table.column("y", rows)] for rows in (train, test))

    def scores(self, model):
        model.fit(self.inputs, self.targets)
        return class_scores(numpy.array(self.test_targets), model.predict_proba(self.test_inputs)[:, 1])

    def default(self):
        return self.scores(LogisticRegression(max_iter=MAX_ITERATIONS))

    def tuned(self):
        return self.scores(LogisticRegressionCV(Cs=CS, cv=inner_folds(StratifiedKFold), scoring="neg_log_loss",
                                                max_iter=MAX_ITERATIONS))


class Means:
    """Counts and positive numbers. A count is its rate times its exposure, and the rates are fitted with that weight."""

    def __init__(self, table, train, test, regressor, deviance):
        self.regressor, self.deviance = regressor, deviance
        self.inputs, self.test_inputs = design(table, train, train), design(table, train, test)
        self.targets, self.test_targets = table.numbers("y", train), table.numbers("y", test)
        self.exposures, self.test_exposures = table.exposures(train), table.exposures(test)

    def fitted(self, alpha, rows):
        model = self.regressor(alpha=alpha, max_iter=MAX_ITERATIONS, tol=1e-8)
        weights = self.exposures[rows]
        return model.fit(self.inputs[rows], self.targets[rows] / weights, sample_weight=weights)

    def inner_deviance(self, alpha):
        total = 0.0
        for train, test in inner_folds(KFold).split(self.inputs):
            means = self.exposures[test] * self.fitted(alpha, train).predict(self.inputs[test])
            total += len(test) * self.deviance(self.targets[test], means)
        return total

    def scores(self, alpha):
        model = self.fitted(alpha, numpy.arange(len(self.targets)))
        return {"loss": self.deviance(self.test_targets, self.test_exposures * model.predict(self.test_inputs))}

    def default(self):
        return self.scores(self.regressor().alpha)

    def tuned(self):
        return self.scores(min(ALPHAS, key=self.inner_deviance))


def yardstick(likelihood, table, train, test):
    if likelihood == "bernoulli":
        return Classes(table, train, test)
    if likelihood == "poisson":
        return Means(table, train, test, PoissonRegressor, poisson_deviance)
    return Means(table, train, test, GammaRegressor, gamma_deviance)
