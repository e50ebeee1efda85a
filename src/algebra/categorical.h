// SPDX-License-Identifier: MIT
// Distributions over a few values, kept as logarithms; probabilities are passed along where they are already known.
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

// Of a probability that is zero but for the least positive number: tables of priors hold no infinities.
constexpr double log_impossible = -745.0;

double log_sum_exp(std::span<const double> values);

// Subtracts log_sum_exp, so that the exponentials sum to one.
void normalise_log(std::span<double> values);

// log sum_i exp(log_weights[i] + tables[i]), element by element.
Matrix log_mixture(std::span<const double> log_weights, std::span<const Matrix* const> tables);

// Elementwise exponential.
Matrix exponentials(const Matrix& logarithms);
std::vector<double> exponentials(std::span<const double> logarithms);

struct MeanVariance {
  double mean = 0.0;
  double variance = 0.0;
};

// The variance is summed about the mean: never negative.
MeanVariance moments(std::span<const double> values, std::span<const double> probabilities);

// Sum of p (log p - log q); 0 log 0 is 0.
double divergence(std::span<const double> p, std::span<const double> log_p, std::span<const double> log_q);

// Turns the gradient by the logarithms of the probabilities, taken as free numbers, into that by the logits.
void chain_rule_of_logits(std::span<const double> probabilities, std::span<double> gradient);

// Turns the gradient of a function by the probabilities q = softmax(logits) into its gradient by the logits.
void softmax_chain_rule(std::span<const double> probabilities, std::span<double> gradient);

}  // namespace direct
