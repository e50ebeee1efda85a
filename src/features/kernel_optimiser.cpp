// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "features/marginal_likelihood.h"
#include "features/weak_prior.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

constexpr double noise_floor = 1e-5;  // of the variance of standardised targets: keeps the kernel matrix regular

// A logarithm kept in an open interval: near its middle the variable itself, flat towards its ends, where the
// likelihood is flat too. (Walls instead would ruin the line search, which likes to run off along flat directions.)
class BoundedLog {
 public:
  BoundedLog(double lower, double upper)
      : middle_(0.5 * (std::log(lower) + std::log(upper))), half_width_(0.5 * (std::log(upper) - std::log(lower))) {}

  double value(double variable) const { return std::exp(middle_ + half_width_ * saturation(variable)); }
  double slope(double variable) const { return 1.0 - saturation(variable) * saturation(variable); }
  double variable(double value) const {
    const double share = std::clamp((std::log(value) - middle_) / half_width_, -0.99, 0.99);
    return middle_ + half_width_ * std::atanh(share);
  }

 private:
  double saturation(double variable) const { return std::tanh((variable - middle_) / half_width_); }

  double middle_, half_width_;
};

const BoundedLog lengthscale_bounds(1e-3, 1e4);
const BoundedLog signal_bounds(1e-3, 1e1);
const BoundedLog noise_bounds(1e-9, 1e3);  // of what is above the floor

// The variables stand for the lengthscales, the signal variance and the noise variance above its floor.
KernelHyperparameters hyperparameters(std::span<const double> variables) {
  const std::size_t num_inputs = variables.size() - 2;
  KernelHyperparameters result;
  for (std::size_t j = 0; j < num_inputs; ++j) result.lengthscales.push_back(lengthscale_bounds.value(variables[j]));
  result.signal_variance = signal_bounds.value(variables[num_inputs]);
  result.noise_variance = noise_floor + noise_bounds.value(variables[num_inputs + 1]);
  return result;
}

bool is_varying(double deviation) { return deviation > 1e-12; }

std::size_t num_varying(const std::vector<double>& deviations) {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, std::ranges::count_if(deviations, is_varying)));
}

std::vector<double> column_deviations(const Matrix& inputs) {
  std::vector<double> result(inputs.cols());
  for (std::size_t j = 0; j < inputs.cols(); ++j) {
    const auto column = view(inputs.column(j)).array();
    result[j] = std::sqrt((column - column.mean()).square().mean());
  }
  return result;
}

// Minus the log marginal likelihood and the log prior.
class KernelObjective {
 public:
  KernelObjective(const Matrix& inputs, std::span<const double> targets, const Progress& progress)
      : likelihood_(inputs, targets), num_varying_(num_varying(column_deviations(inputs))), progress_(progress) {}

  double operator()(std::span<const double> variables, std::span<double> gradient) {
    const std::size_t num_inputs = variables.size() - 2;
    const KernelHyperparameters point = hyperparameters(variables);
    const double log_likelihood = likelihood_.value(point, &derivatives_);
    const double value = -log_likelihood - log_kernel_prior(point, num_varying_, derivatives_);
    for (std::size_t j = 0; j < num_inputs; ++j)
      gradient[j] = -derivatives_[j] * lengthscale_bounds.slope(variables[j]);
    gradient[num_inputs] = -derivatives_[num_inputs] * signal_bounds.slope(variables[num_inputs]);
    gradient[num_inputs + 1] = -derivatives_[num_inputs + 1] * (1.0 - noise_floor / point.noise_variance) *
                               noise_bounds.slope(variables[num_inputs + 1]);
    count_evaluation();
    return value;
  }

  double value(std::span<const double> variables) {
    count_evaluation();
    const KernelHyperparameters point = hyperparameters(variables);
    return -likelihood_.value(point, nullptr) - log_kernel_prior(point, num_varying_);
  }

  int evaluations() const { return evaluations_; }

 private:
  void count_evaluation() {
    ++evaluations_;
    report(progress_, {.stage = "hyperparameters", .done = static_cast<double>(evaluations_)});
  }

  MarginalLikelihood likelihood_;
  std::size_t num_varying_;
  const Progress& progress_;
  std::vector<double> derivatives_;
  int evaluations_ = 0;
};

// Rows are about sqrt(2 d) column deviations apart, so this makes neighbours of them, but not the same.
std::vector<double> start(const std::vector<double>& deviations, double lengthscale_factor, double noise) {
  const double distance = std::sqrt(static_cast<double>(num_varying(deviations)));
  std::vector<double> result;
  for (const double deviation : deviations) {
    const double scale = is_varying(deviation) ? deviation : 1.0;
    result.push_back(lengthscale_bounds.variable(lengthscale_factor * scale * distance));
  }
  result.push_back(signal_bounds.variable(1.0));
  result.push_back(noise_bounds.variable(noise));
  return result;
}

// Smooth or rough, nearly noiseless or mostly noise: L-BFGS hardly ever crosses from one to the other, and the value at
// a start, which is cheap without its gradient, mostly tells which is right.
std::vector<double> best_start(KernelObjective& objective, const Matrix& inputs, int max_evaluations) {
  constexpr std::pair<double, double> candidates[] = {{1.0, 0.1}, {1.0, 0.01}, {1.0, 0.5}, {0.3, 0.1}};
  const std::vector<double> deviations = column_deviations(inputs);
  std::vector<double> best;
  double best_value = 0.0;
  for (const auto& [lengthscale_factor, noise] : candidates) {
    const std::vector<double> candidate = start(deviations, lengthscale_factor, noise);
    if (!best.empty() && objective.evaluations() + 1 >= max_evaluations) break;
    const double value = objective.value(candidate);
    if (!best.empty() && !(value < best_value)) continue;
    best = candidate;
    best_value = value;
  }
  return best;
}

void check_pilot(const Matrix& inputs, std::span<const double> targets) {
  if (inputs.rows() > 0 && inputs.rows() == targets.size()) return;
  throw Error(ErrorKind::usage, "expected one target for each of at least one row, found " +
                                    std::to_string(targets.size()) + " targets and " + std::to_string(inputs.rows()) +
                                    " rows");
}

}  // namespace

KernelHyperparameters optimise_kernel(const Matrix& inputs, std::span<const double> targets,
                                      const HyperparameterOptions& options) {
  check_pilot(inputs, targets);
  use_single_threaded_blas();
  KernelObjective objective(inputs, targets, options.progress);
  std::vector<double> variables = best_start(objective, inputs, options.max_evaluations);
  minimise_lbfgs(std::ref(objective), variables,
                 {.max_evaluations = std::max(1, options.max_evaluations - objective.evaluations()),
                  .decrease_tolerance = 5e-4 * static_cast<double>(targets.size()),
                  .decrease_window = 10});
  return hyperparameters(variables);
}

}  // namespace direct
