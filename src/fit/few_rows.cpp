// SPDX-License-Identifier: MIT
#include "fit/few_rows.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

#include <direct/data.h>

#include "algebra/constants.h"
#include "algebra/dense.h"
#include "fit/leave_one_out.h"
#include "fit/variance_posterior.h"

namespace direct {
namespace {

constexpr double few = 500.0, fewest = 5.0;

// The mean of the target, and its spread with n - 1 degrees of freedom. Targets that are all alike, or a single one,
// have no spread to show: their own size takes its place.
FewRows plain_mean(const SecondMoments& statistics, const Scaling& scaling) {
  const double n = statistics.num_rows, degrees = std::max(1.0, n - 1.0);
  double variance = statistics.target_square / degrees;
  if (!(variance > 0.0)) {
    const double size = std::abs(scaling.target_mean) / scaling.target_scale;
    variance = size > 0.0 ? size * size : 1.0;
  }
  constexpr double nothing = 1e-8;  // of the noise
  return {.variances = {.noise = variance, .weight = nothing * variance / variance_units(statistics).features},
          .noise = {.variance = variance * (1.0 + 1.0 / n), .degrees = std::max(2.0, degrees)},
          .note = {}};
}

FewRows averaged(const SecondMoments& statistics, bool is_centred, double least_ratio) {
  const VariancePosterior posterior = variance_posterior(statistics, is_centred, least_ratio);
  return {.variances = posterior.variances,
          .noise = belief_of_log_moments(std::log(posterior.variances.noise), posterior.log_noise_variance),
          .note = {}};
}

double student_log_density(double error, double variance, double degrees) {
  return std::lgamma(0.5 * (degrees + 1.0)) - std::lgamma(0.5 * degrees) - 0.5 * std::log(pi * degrees * variance) -
         0.5 * (degrees + 1.0) * std::log1p(error * error / (degrees * variance));
}

struct SummedRows {
  Matrix features;  // rows x num_features
  std::vector<double> targets;
};

double left_out_log_density(const SummedRows& rows, const FewRows& fit) {
  const std::vector<double> weights(rows.features.cols(), fit.variances.weight);
  const auto left_out = leave_one_out(rows.features, rows.targets,
                                      {.weights = weights, .noise = fit.variances.noise, .estimates_mean = true});
  if (!left_out) return -infinity;
  double sum = 0.0;
  for (std::size_t i = 0; i < rows.targets.size(); ++i)
    sum += student_log_density(left_out->errors[i], left_out->variances[i], fit.noise.degrees);
  return sum;
}

// By a margin, for the lengthscales were learned from all rows.
bool beats_the_mean(const SummedRows& rows, const FewRows& model, const FewRows& plain) {
  constexpr double margin = 2.0;  // nats
  return left_out_log_density(rows, model) > left_out_log_density(rows, plain) + margin;
}

// The pilot rows, if they are the rows of the statistics, each once.
std::optional<SummedRows> summed_rows(const SecondMoments& statistics, const Preparation& preparation) {
  constexpr double rounding = 1e-6;
  if (static_cast<double>(preparation.pilot_targets.size()) != statistics.num_rows ||
      preparation.features.num_features() != statistics.num_features())
    return std::nullopt;
  SummedRows rows{.features = {}, .targets = preparation.pilot_targets};
  Matrix inputs = preparation.pilot_inputs;
  standardise_inputs(preparation.scaling, inputs);
  standardise_targets(preparation.scaling, rows.targets);
  evaluate(preparation.features, inputs, rows.features);
  const Eigen::VectorXd sums = view(rows.features).transpose() * view(rows.targets);
  const double difference = (sums - view(statistics.feature_target)).norm();
  const double scale = std::sqrt(statistics.target_square * view(statistics.gram).diagonal().sum());
  if (!(difference <= rounding * scale)) return std::nullopt;
  return rows;
}

}  // namespace

bool are_too_few(double num_rows) { return num_rows < fewest; }

std::optional<FewRows> few_rows(const SecondMoments& statistics, const Preparation& preparation, double least_ratio) {
  const double n = statistics.num_rows;
  if (n > few || n >= rows_for_a_noise_grid(statistics)) return std::nullopt;
  const bool is_gaussian = preparation.schema.likelihood->is_gaussian;
  const bool has_mean = is_gaussian && preparation.features.kind != FeatureKind::given;
  if (!has_mean) return averaged(statistics, !is_gaussian, least_ratio);
  FewRows plain = plain_mean(statistics, preparation.scaling);
  if (are_too_few(n)) return plain;
  FewRows model = averaged(statistics, true, least_ratio);
  model.noise.variance *= 1.0 + 1.0 / n;
  const auto rows = summed_rows(statistics, preparation);
  if (!rows || beats_the_mean(*rows, model, plain)) return model;
  plain.note = fmt::format(
      "{} rows that are left out are predicted no better than by the mean of the others: "
      "the fit is that mean",
      n);
  return plain;
}

}  // namespace direct
