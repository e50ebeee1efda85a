// SPDX-License-Identifier: MIT
#include "oracle/network.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "oracle/random_problem.h"

namespace direct::oracle {
namespace {

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> result;
  for (std::size_t j = 0; j < matrix.cols(); ++j) result.push_back(matrix(row, j));
  return result;
}

WeightPrior random_prior(std::mt19937_64& random, std::size_t num_weights, std::size_t num_levels) {
  WeightPrior prior{.levels = Matrix(num_levels, num_weights),
                    .log_prior = Matrix(num_levels, num_weights),
                    .means = std::vector<double>(num_weights, 0.0),
                    .variances = std::vector<double>(num_weights, 1.0)};
  std::uniform_real_distribution level(-1.2, 1.2);
  for (std::size_t j = 0; j < num_weights; ++j) {
    for (double& value : prior.levels.column(j)) value = level(random);
    std::ranges::sort(prior.levels.column(j));
    fill_log_distribution(random, prior.log_prior.column(j));
  }
  return prior;
}

}  // namespace

TinyNetwork random_network(const Network& network, std::size_t num_rows, std::size_t num_levels, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution input(-1.7, 1.7);
  TinyProblem problem{.features = Matrix(num_rows, network.num_inputs)};
  for (double& value : problem.features.values()) value = input(random);
  for (std::size_t row = 0; row < num_rows; ++row) problem.targets.push_back(normal(random));
  problem.prior = random_prior(random, num_weights(network), num_levels);
  problem.noise = {.variances = {0.3, 1.1}, .log_prior = {0.0, 0.0}};
  fill_log_distribution(random, problem.noise.log_prior);
  return {.network = network, .problem = std::move(problem)};
}

namespace {

// Keeps its memory from one weight vector to the next.
class Evaluator {
 public:
  explicit Evaluator(const Network& network) : network_(network) {}

  // Weight after weight, in the order in which network.h numbers them.
  long double output(std::span<const double> weights, std::span<const double> inputs) {
    values_.assign(inputs.begin(), inputs.end());
    const double* weight = weights.data();
    for (const std::size_t width : network_.hidden) {
      squares_.clear();
      for (std::size_t i = 0; i < width; ++i) {
        const long double sum = neuron(weight);
        squares_.push_back(sum * sum);
      }
      values_.swap(squares_);
    }
    return neuron(weight);
  }

 private:
  long double neuron(const double*& weight) const {
    long double sum = *weight++;
    for (const long double value : values_) sum += *weight++ * value;
    return sum;
  }

  const Network& network_;
  std::vector<long double> values_, squares_;
};

}  // namespace

long double network_output(const Network& network, std::span<const double> weights, std::span<const double> inputs) {
  return Evaluator(network).output(weights, inputs);
}

namespace {

// Every tuple of `degree` numbers up to num_inputs, the last counting most; those that decrease are not monomials of
// their own.
std::vector<std::vector<std::size_t>> monomials(std::size_t num_inputs, std::size_t degree) {
  std::vector<std::vector<std::size_t>> result;
  std::vector<std::size_t> tuple(degree, 0);
  for (bool more = true; more;) {
    if (std::ranges::is_sorted(tuple)) result.push_back(tuple);
    more = false;
    for (std::size_t j = 0; j < degree && !more; ++j) {
      more = ++tuple[j] <= num_inputs;
      if (!more) tuple[j] = 0;
    }
  }
  return result;
}

long double monomial(const std::vector<std::size_t>& tuple, std::span<const double> inputs) {
  long double result = 1.0L;
  for (const std::size_t factor : tuple) result *= factor == 0 ? 1.0L : (long double)inputs[factor - 1];
  return result;
}

}  // namespace

SecondMoments monomial_statistics(const Matrix& inputs, std::span<const double> targets, std::size_t degree) {
  const auto tuples = monomials(inputs.cols(), degree);
  TinyProblem problem{.features = Matrix(inputs.rows(), tuples.size())};
  problem.targets.assign(targets.begin(), targets.end());
  for (std::size_t row = 0; row < inputs.rows(); ++row)
    for (std::size_t i = 0; i < tuples.size(); ++i)
      problem.features(row, i) = static_cast<double>(monomial(tuples[i], row_of(inputs, row)));
  return statistics_of(problem);
}

void enumerate_weights(const Matrix& levels, const Matrix& probabilities, const WeightVisit& visit) {
  std::vector<double> weights(levels.cols());
  const auto from = [&](const auto& self, std::size_t j, long double probability) -> void {
    if (j == levels.cols()) return visit(weights, probability);
    for (std::size_t k = 0; k < levels.rows(); ++k) {
      if (probabilities(k, j) == 0.0) continue;
      weights[j] = levels(k, j);
      self(self, j + 1, probability * probabilities(k, j));
    }
  };
  from(from, 0, 1.0L);
}

namespace {

class SquareError {
 public:
  explicit SquareError(const TinyNetwork& tiny) : targets_(tiny.problem.targets), evaluator_(tiny.network) {
    for (std::size_t row = 0; row < targets_.size(); ++row) rows_.push_back(row_of(tiny.problem.features, row));
  }

  long double operator()(std::span<const double> weights) {
    long double sum = 0.0L;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const long double error = targets_[row] - evaluator_.output(weights, rows_[row]);
      sum += error * error;
    }
    return sum;
  }

 private:
  const std::vector<double>& targets_;
  std::vector<std::vector<double>> rows_;
  Evaluator evaluator_;
};

long double output_expectation(const TinyNetwork& tiny, const Posterior& q, std::span<const double> inputs,
                               const std::function<long double(long double)>& function) {
  long double sum = 0.0L;
  enumerate(tiny.problem, q, [&](const Configuration& c) {
    if (c.log_q > -INFINITY) sum += std::exp(c.log_q) * function(network_output(tiny.network, c.weights, inputs));
  });
  return sum;
}

}  // namespace

double expected_square_error(const TinyNetwork& tiny, const Matrix& probabilities) {
  SquareError square_error(tiny);
  long double sum = 0.0L;
  enumerate_weights(tiny.problem.prior.levels, probabilities,
                    [&](std::span<const double> weights, long double p) { sum += p * square_error(weights); });
  return static_cast<double>(sum);
}

double network_elbo(const TinyNetwork& tiny, const Posterior& q) {
  const auto num_rows = static_cast<long double>(tiny.problem.features.rows());
  SquareError square_error(tiny);
  long double sum = 0.0L;
  enumerate(tiny.problem, q, [&](const Configuration& c) {
    if (c.log_q == -INFINITY) return;
    const long double variance = c.noise_variance;
    const long double log_likelihood = -0.5L * (num_rows * std::log(variance) + square_error(c.weights) / variance);
    sum += std::exp(c.log_q) * (log_likelihood + c.log_prior - c.log_q);
  });
  return static_cast<double>(sum);
}

OutputMoments output_moments(const TinyNetwork& tiny, const Posterior& q, std::span<const double> inputs) {
  const long double mean = output_expectation(tiny, q, inputs, [](long double u) { return u; });
  const auto central = [&](int order) {
    return output_expectation(tiny, q, inputs, [&](long double u) {
      long double power = 1.0L;
      for (int i = 0; i < order; ++i) power *= u - mean;
      return power;
    });
  };
  return {.mean = mean, .variance = central(2), .third_central = central(3)};
}

}  // namespace direct::oracle
