// SPDX-License-Identifier: MIT
// Likelihoods beyond Gaussian noise by brute force: every weight vector, in long double, with the likelihood as the
// textbook has it.
#pragma once

#include <functional>

#include <direct/likelihood.h>

#include "oracle/enumerate.h"

namespace direct::oracle {

// The noise variances are dispersions; of bernoulli and poisson there is one, and it is 1.
struct TinyRows {
  TinyProblem problem;
  Likelihood likelihood = Likelihood("bernoulli");
  std::vector<double> weights, offsets;  // of the rows
};

// The features and prior of random_problem(seed), with targets, weights and offsets of the likelihood.
TinyRows random_rows(Likelihood likelihood, std::uint64_t seed);

// log p(y | z, dispersion) of one target, every constant included.
long double log_likelihood(Likelihood likelihood, double target, long double z, double dispersion);

// E over q of sum of the rows' weights times row(row, z, dispersion).
double expectation(const TinyRows& rows, const Posterior& q,
                   const std::function<long double(std::size_t row, long double z, double dispersion)>& of_row);
double expected_log_likelihood(const TinyRows& rows, const Posterior& q);

// Under q: the mean of z of a row, its square, and of exp(scale z).
long double mean_of(const TinyRows& rows, const Posterior& q, std::size_t row,
                    const std::function<long double(long double z)>& function);

}  // namespace direct::oracle
