// SPDX-License-Identifier: MIT
#include "fit/metric.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "algebra/dense.h"
#include "algebra/random.h"
#include "features/weak_prior.h"
#include "fit/metric_guard.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

constexpr std::size_t most_full_inputs = 64;
constexpr std::size_t block_size = 192;
constexpr std::size_t num_near_blocks = 16, num_far_blocks = 8;
constexpr double noise_floor_share = 1e-6;  // of the variance of standardised targets

using RowBlocks = std::vector<std::vector<std::size_t>>;

// Chooses a row at random each time it is asked.
class RowChoice {
 public:
  RowChoice(std::size_t num_rows, std::uint64_t seed) : num_rows_(num_rows), seed_(seed) {}
  std::size_t operator()() { return random_bits(seed_, RandomStream::metric, index_++) % num_rows_; }

 private:
  std::size_t num_rows_;
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

std::vector<std::size_t> nearest_rows(const Matrix& mapped, std::size_t centre, std::size_t count) {
  const auto rows = view(mapped);
  const Eigen::VectorXd distances =
      (rows.rowwise() - rows.row(static_cast<Eigen::Index>(centre))).rowwise().squaredNorm();
  std::vector<std::size_t> order(mapped.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(order.begin(), end - 1, order.end(), [&](std::size_t a, std::size_t b) {
    const double x = distances[static_cast<Eigen::Index>(a)], y = distances[static_cast<Eigen::Index>(b)];
    return x != y ? x < y : a < b;
  });
  order.resize(count);
  std::ranges::sort(order);
  return order;
}

std::vector<std::size_t> random_rows(RowChoice& choice, std::size_t num_rows, std::size_t count) {
  std::vector<bool> taken(num_rows, false);
  std::vector<std::size_t> result;
  while (result.size() < count) {
    const std::size_t row = choice();
    if (taken[row]) continue;
    taken[row] = true;
    result.push_back(row);
  }
  return result;
}

// Neighbours tell how smooth the target is and how much of it is noise, rows from anywhere how far it reaches.
RowBlocks blocks_of_rows(const MetricRows& rows, const Matrix& directions, std::size_t share, RowChoice& choice) {
  const Matrix mapped = mapped_rows(rows.inputs, directions);
  const std::size_t size = std::min(block_size, rows.size());
  RowBlocks blocks;
  for (std::size_t k = 0; k < num_near_blocks / share; ++k) blocks.push_back(nearest_rows(mapped, choice(), size));
  for (std::size_t k = 0; k < num_far_blocks / share; ++k) blocks.push_back(random_rows(choice, rows.size(), size));
  return blocks;
}

// The optimiser sees the logarithms of a diagonal's directions, or the elements of a full matrix, each over the length
// of its row at the start, and then the logarithms of the variances. Weak priors keep what the rows say nothing of.
class MetricObjective {
 public:
  MetricObjective(const MetricRows& rows, const RowBlocks& blocks, const MetricKernel& start, const Progress& progress)
      : evidence_(rows, blocks),
        is_diagonal_(start.directions.cols() == 1),
        is_noise_known_(rows.is_noise_known),
        row_scales_(start.directions.rows(), 1.0),
        progress_(progress) {
    if (!is_diagonal_) view(row_scales_) = view(start.directions).rowwise().norm();
    start_ = variables(start);
  }

  const std::vector<double>& start() const { return start_; }

  MetricKernel kernel(std::span<const double> x) const {
    const std::size_t d = row_scales_.size();
    MetricKernel result{.directions = Matrix(d, is_diagonal_ ? 1 : d)};
    const std::size_t p = result.directions.size();
    for (std::size_t i = 0; i < p; ++i)
      result.directions.data()[i] = is_diagonal_ ? std::exp(x[i]) : x[i] * row_scales_[i % d];
    result.signal_variance = std::exp(x[p]);
    result.noise_variance = is_noise_known_ ? 1.0 : noise_floor_share + std::exp(x[p + 1]);
    return result;
  }

  // Minus the log evidence and the priors', per row.
  double operator()(std::span<const double> x, std::span<double> gradient) {
    report(progress_, {.stage = "metric", .done = static_cast<double>(++evaluations_)});
    constexpr double largest = 100.0;  // beyond this the kernel is not finite
    if (!std::ranges::all_of(x, [](double value) { return std::abs(value) < largest; }))
      return std::numeric_limits<double>::infinity();
    const MetricKernel at = kernel(x);
    MetricGradient by;
    const double value = evidence_.value(at, &by);
    if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
    write_gradient(at, by, gradient);
    const double penalty = add_priors(x, gradient);
    const double n = evidence_.num_rows();
    for (double& derivative : gradient) derivative /= n;
    return (penalty - value) / n;
  }

 private:
  std::vector<double> variables(const MetricKernel& kernel) const {
    const std::size_t d = row_scales_.size(), p = kernel.directions.size();
    std::vector<double> x(p);
    for (std::size_t i = 0; i < p; ++i) {
      const double value = kernel.directions.data()[i];
      x[i] = is_diagonal_ ? std::log(value) : value / row_scales_[i % d];
    }
    x.push_back(std::log(kernel.signal_variance));
    x.push_back(std::log(std::max(kernel.noise_variance - noise_floor_share, noise_floor_share)));
    return x;
  }

  void write_gradient(const MetricKernel& at, const MetricGradient& by, std::span<double> gradient) const {
    const std::size_t d = row_scales_.size(), p = at.directions.size();
    for (std::size_t i = 0; i < p; ++i)
      gradient[i] = -by.directions.data()[i] * (is_diagonal_ ? at.directions.data()[i] : row_scales_[i % d]);
    gradient[p] = -by.log_signal;
    gradient[p + 1] = is_noise_known_ ? 0.0 : -by.log_noise * (1.0 - noise_floor_share / at.noise_variance);
  }

  // Blocks of neighbours say little of the signal's variance: a target that varies slowly is the same to them as one
  // that varies much, farther away. Its prior grows with the rows.
  double add_priors(std::span<const double> x, std::span<double> gradient) const {
    const std::size_t p = x.size() - 2;
    double penalty = 0.0;
    const auto add = [&](std::size_t i, const auto& prior, double value, double sign) {
      penalty -= prior.log_density(value);
      gradient[i] -= sign * prior.slope(value);
    };
    const LogCauchy lengthscales = lengthscale_prior(row_scales_.size());
    for (std::size_t i = 0; i < p; ++i) {
      if (is_diagonal_)
        add(i, lengthscales, -x[i], -1.0);
      else
        add(i, LogNormal{start_[i], 1.0}, x[i], 1.0);
    }
    add(p, LogNormal{0.0, 50.0 / evidence_.num_rows()}, x[p], 1.0);
    if (!is_noise_known_) add(p + 1, noise_prior(), x[p + 1], 1.0);
    return penalty;
  }

  BlockEvidence evidence_;
  bool is_diagonal_, is_noise_known_;
  std::vector<double> row_scales_;
  std::vector<double> start_;
  const Progress& progress_;
  int evaluations_ = 0;
};

MetricKernel ascended(const MetricRows& rows, const RowBlocks& blocks, const MetricKernel& start, int max_evaluations,
                      const Progress& progress) {
  MetricObjective objective(rows, blocks, start, progress);
  std::vector<double> x = objective.start();
  minimise_lbfgs(std::ref(objective), x,
                 {.max_evaluations = max_evaluations, .history = 20, .decrease_tolerance = 2e-3, .decrease_window = 5});
  return objective.kernel(x);
}

MetricKernel isotropic_kernel(const MetricRows& rows) {
  const std::size_t d = rows.inputs.cols();
  MetricKernel result{.directions = Matrix(d, 1, 1.0 / std::sqrt(static_cast<double>(d)))};
  result.noise_variance = rows.is_noise_known ? 1.0 : 0.1;
  return result;
}

// Inputs that a diagonal has switched off must be able to come back.
MetricKernel with_full_directions(const MetricKernel& diagonal) {
  const std::size_t d = diagonal.directions.rows();
  const double least = 0.1 / std::sqrt(static_cast<double>(d));
  MetricKernel result = diagonal;
  result.directions = Matrix(d, d);
  for (std::size_t j = 0; j < d; ++j) result.directions(j, j) = std::max(diagonal.directions(j, 0), least);
  return result;
}

std::vector<MetricKernel> learned_kernels(const MetricRows& rows, const MetricOptions& options) {
  RowChoice choice(rows.size(), options.seed);
  const MetricKernel start = isotropic_kernel(rows);
  const RowBlocks first_blocks = blocks_of_rows(rows, start.directions, 2, choice);
  const MetricKernel first = ascended(rows, first_blocks, start, 60, options.progress);
  const RowBlocks blocks = blocks_of_rows(rows, first.directions, 1, choice);
  std::vector<MetricKernel> result{ascended(rows, blocks, first, 20, options.progress)};
  if (rows.inputs.cols() > 1 && rows.inputs.cols() <= most_full_inputs)
    result.push_back(ascended(rows, blocks, with_full_directions(result.front()), 60, options.progress));
  return result;
}

}  // namespace

MetricKernel learn_metric(const MetricRows& rows, const MetricOptions& options) {
  const SplitRows split = split_rows(rows);
  std::vector<MetricKernel> kernels = learned_kernels(split.training, options);
  if (options.candidate) kernels.insert(kernels.begin(), *options.candidate);
  std::size_t best = 0;
  GuardFit fit = guard_fit(split, kernels.front(), options.seed);
  for (std::size_t i = 1; i < kernels.size(); ++i) {
    GuardFit next = guard_fit(split, kernels[i], options.seed);
    if (!is_clearly_better(next, fit)) continue;
    best = i;
    fit = std::move(next);
  }
  MetricKernel result = std::move(kernels[best]);
  result.noise_variance = fit.noise_variance;
  result.signal_variance = fit.signal_variance;
  return result;
}

}  // namespace direct
