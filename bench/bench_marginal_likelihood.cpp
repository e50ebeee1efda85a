// SPDX-License-Identifier: MIT
// What does one evaluation of the log marginal likelihood with all its gradients cost, in units of a Cholesky
// factorisation of the same size? Verifies the value, then times both in turn, so that they share the machine's moods.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <direct/features.h>

#include "algebra/cholesky.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "features/marginal_likelihood.h"

namespace direct {
namespace {

constexpr std::size_t num_rows = 1000;
constexpr int repetitions = 15;

struct Problem {
  Matrix inputs;
  std::vector<double> targets;
  KernelHyperparameters hyperparameters;
};

double normal(std::size_t index) { return random_normal(0, RandomStream::generator, index); }

Problem make_problem(std::size_t num_inputs) {
  Problem result{
      .inputs = Matrix(num_rows, num_inputs), .targets = std::vector<double>(num_rows), .hyperparameters = {}};
  for (std::size_t i = 0; i < result.inputs.size(); ++i) result.inputs.data()[i] = normal(i);
  for (std::size_t i = 0; i < num_rows; ++i)
    result.targets[i] = std::sin(result.inputs(i, 0)) + 0.1 * normal(result.inputs.size() + i);
  const double lengthscale = std::sqrt(static_cast<double>(num_inputs));
  result.hyperparameters = {.lengthscales = std::vector<double>(num_inputs, lengthscale), .noise_variance = 0.1};
  return result;
}

// Straight from the definition, element by element.
Matrix covariance(const Problem& problem) {
  const KernelHyperparameters& h = problem.hyperparameters;
  Matrix result(num_rows, num_rows);
  for (std::size_t k = 0; k < num_rows; ++k) {
    for (std::size_t i = 0; i < num_rows; ++i) {
      double exponent = 0.0;
      for (std::size_t j = 0; j < problem.inputs.cols(); ++j)
        exponent -= 0.5 * std::pow((problem.inputs(i, j) - problem.inputs(k, j)) / h.lengthscales[j], 2);
      result(i, k) = h.signal_variance * std::exp(exponent) + (i == k ? h.noise_variance : 0.0);
    }
  }
  return result;
}

bool is_right(const Problem& problem, const Matrix& dense) {
  Matrix factor = dense;
  if (!factorise(factor)) return false;
  std::vector<double> solution = problem.targets;
  solve_lower(factor, solution);
  double expected = -0.5 * (log_determinant(factor) + num_rows * std::log(2.0 * std::numbers::pi));
  for (const double element : solution) expected -= 0.5 * element * element;
  std::vector<double> gradient;
  const double value = log_marginal_likelihood(problem.inputs, problem.targets, problem.hyperparameters, &gradient);
  return std::abs(value - expected) < 1e-9 * std::abs(expected) && gradient.size() == problem.inputs.cols() + 2;
}

template <typename Body>
double seconds(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Prints one line of the table; whether the bar holds.
bool measure(std::size_t num_inputs, int threads, double bar) {
  const Problem problem = make_problem(num_inputs);
  const Matrix dense = covariance(problem);
  bool correct = is_right(problem, dense);
  MarginalLikelihood likelihood(problem.inputs, problem.targets);
  std::vector<double> factorisations, evaluations, gradient;
  for (int i = 0; i < repetitions; ++i) {
    Matrix factor = dense;
    factorisations.push_back(seconds([&] { correct = factorise(factor) && correct; }));
    evaluations.push_back(seconds([&] { likelihood.value(problem.hyperparameters, &gradient); }));
  }
  const double factorisation = median(factorisations), evaluation = median(evaluations);
  const double ratio = evaluation / factorisation;
  const char* verdict = !correct ? "WRONG VALUE" : ratio <= bar ? "holds" : "FAILS";
  std::printf("%4zu  %7d  %13.2f  %10.2f  %5.2f  %3.0f  %s\n", num_inputs, threads, 1e3 * factorisation,
              1e3 * evaluation, ratio, bar, verdict);
  return correct && ratio <= bar;
}

}  // namespace
}  // namespace direct

int main() {
  std::printf("marginal likelihood with all gradients, %zu rows, times in ms\n", direct::num_rows);
  std::printf("   d  threads  factorisation  evaluation  ratio  bar\n");
  bool holds = true;
  for (const int threads : {1, 2}) {
    direct::with_threads(threads, [&] {
      holds = direct::measure(8, threads, 4.0) && holds;
      holds = direct::measure(128, threads, 8.0) && holds;
    });
  }
  return holds ? 0 : 1;
}
