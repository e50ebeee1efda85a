// SPDX-License-Identifier: MIT
#include "features/trained_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/dense.h"
#include "algebra/matrix_rows.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"
#include "features/trained_features.h"

namespace direct {
namespace {

constexpr double radians = 2.0 * std::numbers::pi;  // of a turn
constexpr double least_log_ratio = -22.0, largest_log_ratio = 5.0;

std::vector<double> weighted(const MetricRows& rows) {
  std::vector<double> targets = rows.targets;
  if (!rows.root_weights.empty()) view(targets).array() *= view(rows.root_weights).array();
  return targets;
}

}  // namespace

TrainedEvidence::TrainedEvidence(const MetricRows& rows, const FeatureMap& start, double lambda,
                                 std::span<const double> lengthscales)
    : num_inputs_(start.num_inputs),
      num_cosines_(start.frequencies.cols()),
      lengthscales_(lengthscales.begin(), lengthscales.end()),
      centres_(start.centres),
      scales_(start.scales),
      root_weights_(rows.root_weights),
      evidence_(weighted(rows), start.num_features(), rows.is_noise_known),
      sines_(evidence_.chunks().size()) {
  for (const RowChunk& chunk : evidence_.chunks()) {
    Matrix inputs = rows_of(rows.inputs, chunk.first, chunk.count);
    for (std::size_t j = 0; j < num_inputs_; ++j) view(inputs.column(j)).array() -= centres_[j];
    inputs_.push_back(std::move(inputs));
  }
  for (std::size_t k = 0; k < num_cosines_; ++k)
    for (std::size_t j = 0; j < num_inputs_; ++j)
      start_.push_back(radians * start.frequencies(j, k) * lengthscales_[j]);
  for (const double phase : start.phases) start_.push_back(radians * phase);
  const double log_ratio = std::log(lambda / static_cast<double>(rows.size()));
  start_.push_back(std::clamp(log_ratio, least_log_ratio + 1.0, largest_log_ratio - 1.0));
}

FeatureMap TrainedEvidence::map(std::span<const double> x) const {
  FeatureMap result{.kind = FeatureKind::trained,
                    .num_inputs = num_inputs_,
                    .frequencies = Matrix(num_inputs_, num_cosines_),
                    .centres = centres_,
                    .scales = scales_};
  for (std::size_t k = 0; k < num_cosines_; ++k) {
    for (std::size_t j = 0; j < num_inputs_; ++j)
      result.frequencies(j, k) = x[k * num_inputs_ + j] / (radians * lengthscales_[j]);
    result.phases.push_back(x[num_cosines_ * num_inputs_ + k] / radians);
  }
  return result;
}

void TrainedEvidence::fill_features(std::size_t chunk, const Matrix& frequencies, std::span<const double> phases) {
  const RowChunk rows = evidence_.chunks()[chunk];
  Matrix& features = evidence_.features(chunk);
  Matrix& sines = sines_[chunk];
  sines.resize(rows.count, num_cosines_);
  std::ranges::fill(features.column(0), trained_constant);
  for (std::size_t j = 0; j < num_inputs_; ++j)
    view(features.column(1 + j)) = view(inputs_[chunk].column(j)) / scales_[j];
  const Eigen::MatrixXd products = view(inputs_[chunk]) * view(frequencies);
  std::vector<double> turns(rows.count);
  for (std::size_t k = 0; k < num_cosines_; ++k) {
    view(turns) = products.col(static_cast<Eigen::Index>(k)).array() + phases[k];
    cos_sin_turns(turns, features.column(1 + num_inputs_ + k), sines.column(k));
  }
  if (root_weights_.empty()) return;
  const auto roots = view(std::span<const double>(root_weights_).subspan(rows.first, rows.count)).array();
  view(features).array().colwise() *= roots;
  view(sines).array().colwise() *= roots;
}

// The cosine of an angle falls by its sine.
void TrainedEvidence::add_derivatives(std::size_t chunk, Matrix& by_frequencies, std::vector<double>& by_phases) {
  Matrix by_features;
  evidence_.derivative(chunk, by_features);
  const auto count = static_cast<Eigen::Index>(num_cosines_);
  const Eigen::MatrixXd by_angles =
      -view(by_features).rightCols(count).cwiseProduct(view(std::as_const(sines_[chunk])));
  view(by_frequencies).noalias() = view(inputs_[chunk]).transpose() * by_angles;
  view(by_phases) = by_angles.colwise().sum().transpose();
}

double TrainedEvidence::operator()(std::span<const double> x, std::span<double> gradient) {
  const double n = static_cast<double>(evidence_.num_rows());
  const double log_ratio = x.back();
  if (!(log_ratio > least_log_ratio && log_ratio < largest_log_ratio)) return std::numeric_limits<double>::infinity();
  const FeatureMap at = map(x);
  const std::size_t num_chunks = evidence_.chunks().size(), num_frequencies = num_cosines_ * num_inputs_;
  parallel_for(num_chunks, [&](std::size_t chunk) { fill_features(chunk, at.frequencies, at.phases); });
  const std::optional<double> value = evidence_.value(log_ratio + std::log(n));
  if (!value) return std::numeric_limits<double>::infinity();
  evidence_.invert();
  std::vector<Matrix> by_frequencies(num_chunks, Matrix(num_inputs_, num_cosines_));
  std::vector<std::vector<double>> by_phases(num_chunks, std::vector<double>(num_cosines_));
  parallel_for(num_chunks, [&](std::size_t chunk) { add_derivatives(chunk, by_frequencies[chunk], by_phases[chunk]); });
  for (std::size_t chunk = 1; chunk < num_chunks; ++chunk) {
    view(by_frequencies.front()) += view(by_frequencies[chunk]);
    view(by_phases.front()) += view(by_phases[chunk]);
  }
  double penalty = 0.0;
  for (std::size_t i = 0; i < num_frequencies; ++i) {
    penalty += 0.5 * x[i] * x[i];
    gradient[i] = (by_frequencies.front().data()[i] / lengthscales_[i % num_inputs_] + x[i]) / n;
  }
  for (std::size_t k = 0; k < num_cosines_; ++k) gradient[num_frequencies + k] = by_phases.front()[k] / n;
  gradient.back() = evidence_.derivative_by_log_lambda() / n;
  return (*value + penalty) / n;
}

}  // namespace direct
