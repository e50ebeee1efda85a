// SPDX-License-Identifier: MIT
// A basis of two layers: hidden units of affine functions of the inputs, and cosines of affine functions of the hidden
// units. Beside them stand a constant, the inputs and the hidden units. And what its training minimises.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include <direct/matrix.h>

#include "algebra/dense.h"
#include "algebra/matrix_rows.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"
#include "features/basis_evidence.h"
#include "features/block_evidence.h"

namespace bench {

using direct::Matrix;
using direct::view;

enum class Unit { cosine, rectified };

struct Layer {
  Matrix weights;  // from x to
  std::vector<double> offsets;

  std::size_t size() const { return offsets.size(); }
};

struct TwoLayers {
  Unit unit = Unit::cosine;
  Layer first, second;                  // angles in radians
  std::vector<double> centres, scales;  // of the inputs
  double hidden_step = 0.0;             // of which hidden units become multiples; 0: they stay as they are

  std::size_t num_inputs() const { return centres.size(); }
  std::size_t first_hidden() const { return 1 + num_inputs(); }  // among the features
  std::size_t first_output() const { return first_hidden() + first.size(); }
  std::size_t num_features() const { return first_output() + second.size(); }
};

// Of every unit of every row, by its angle.
struct Slopes {
  Matrix hidden, outputs;
};

inline void activate(Unit unit, std::span<double> angles, std::span<double> values, std::span<double> slopes) {
  if (unit == Unit::rectified) {
    for (std::size_t i = 0; i < angles.size(); ++i) {
      values[i] = std::max(angles[i], 0.0);
      slopes[i] = angles[i] > 0.0 ? 1.0 : 0.0;
    }
    return;
  }
  view(angles) /= 2.0 * std::numbers::pi;
  direct::cos_sin_turns(angles, values, slopes);
  view(slopes) *= -1.0;
}

// Columns of `values` from `first` on become the units of `layer` on `inputs`, which may be other columns of it.
template <typename Inputs>
void evaluate_layer(Unit unit, const Layer& layer, const Inputs& inputs, Matrix& values, std::size_t first,
                    Matrix& slopes) {
  const Eigen::MatrixXd products = inputs * view(layer.weights);
  slopes.resize(values.rows(), layer.size());
  std::vector<double> angles(values.rows());
  for (std::size_t k = 0; k < layer.size(); ++k) {
    view(angles) = products.col(static_cast<Eigen::Index>(k)).array() + layer.offsets[k];
    activate(unit, angles, values.column(first + k), slopes.column(k));
  }
}

inline auto columns(const Matrix& matrix, std::size_t first, std::size_t count) {
  return view(matrix).middleCols(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count));
}

inline Matrix centred(const TwoLayers& basis, Matrix inputs) {
  for (std::size_t j = 0; j < inputs.cols(); ++j) view(inputs.column(j)).array() -= basis.centres[j];
  return inputs;
}

inline void evaluate_centred(const TwoLayers& basis, const Matrix& inputs, Matrix& features, Slopes& slopes) {
  features.resize(inputs.rows(), basis.num_features());
  std::ranges::fill(features.column(0), 1.0);
  for (std::size_t j = 0; j < inputs.cols(); ++j)
    view(features.column(1 + j)) = view(inputs.column(j)) / basis.scales[j];
  evaluate_layer(basis.unit, basis.first, view(inputs), features, basis.first_hidden(), slopes.hidden);
  if (basis.hidden_step > 0.0)
    for (std::size_t k = 0; k < basis.first.size(); ++k)
      for (double& value : features.column(basis.first_hidden() + k))
        value = basis.hidden_step * std::nearbyint(value / basis.hidden_step);
  const auto hidden = columns(features, basis.first_hidden(), basis.first.size());
  evaluate_layer(Unit::cosine, basis.second, hidden, features, basis.first_output(), slopes.outputs);
}

inline Matrix features_of(const TwoLayers& basis, const Matrix& inputs) {
  Matrix features;
  Slopes slopes;
  evaluate_centred(basis, centred(basis, inputs), features, slopes);
  return features;
}

// Minus the log evidence of a regression on the features of two layers, with Gaussian priors of the weights of both
// layers, per row. Variables are both layers' weights in deviations of their priors, each followed by its offsets, then
// the logarithm of the ratio of noise to weight variance over the number of rows.
class TwoLayerEvidence {
 public:
  TwoLayerEvidence(const direct::MetricRows& rows, const TwoLayers& start, double lambda,
                   std::span<const double> lengthscales)
      : like_(start),
        lengthscales_(lengthscales.begin(), lengthscales.end()),
        evidence_(rows.targets, start.num_features(), rows.is_noise_known),
        slopes_(evidence_.chunks().size()) {
    for (const direct::RowChunk& chunk : evidence_.chunks())
      inputs_.push_back(centred(start, direct::rows_of(rows.inputs, chunk.first, chunk.count)));
    append(start.first, true);
    append(start.second, false);
    const double log_ratio = std::log(lambda / static_cast<double>(rows.size()));
    start_.push_back(std::clamp(log_ratio, least_log_ratio + 1.0, largest_log_ratio - 1.0));
  }

  const std::vector<double>& start() const { return start_; }
  double noise_variance() const { return evidence_.noise_variance(); }
  double weight_variance() const { return evidence_.weight_variance(); }

  TwoLayers basis(std::span<const double> x) const {
    TwoLayers result = like_;
    read(x, result.first, true);
    read(x.subspan(num_variables(like_.first)), result.second, false);
    return result;
  }

  // Infinity where the evidence has no value.
  double operator()(std::span<const double> x, std::span<double> gradient) {
    const double n = static_cast<double>(evidence_.num_rows()), log_ratio = x.back();
    if (!(log_ratio > least_log_ratio && log_ratio < largest_log_ratio)) return std::numeric_limits<double>::infinity();
    const TwoLayers at = basis(x);
    const std::size_t num_chunks = evidence_.chunks().size();
    direct::parallel_for(num_chunks, [&](std::size_t chunk) {
      evaluate_centred(at, inputs_[chunk], evidence_.features(chunk), slopes_[chunk]);
    });
    const std::optional<double> value = evidence_.value(log_ratio + std::log(n));
    if (!value) return std::numeric_limits<double>::infinity();
    evidence_.invert();
    std::vector<Derivatives> by(num_chunks);
    direct::parallel_for(num_chunks, [&](std::size_t chunk) { by[chunk] = derivatives(at, chunk); });
    for (std::size_t chunk = 1; chunk < num_chunks; ++chunk) add(by.front(), by[chunk]);
    const std::size_t num_first = num_variables(like_.first);
    double penalty = write(by.front().first, x, gradient, true);
    penalty += write(by.front().second, x.subspan(num_first), gradient.subspan(num_first), false);
    gradient.back() = evidence_.derivative_by_log_lambda();
    view(gradient) /= n;
    return (*value + penalty) / n;
  }

 private:
  static constexpr double least_log_ratio = -22.0, largest_log_ratio = 5.0;

  struct LayerDerivatives {
    Eigen::MatrixXd weights;
    Eigen::VectorXd offsets;
  };
  struct Derivatives {
    LayerDerivatives first, second;
  };

  static std::size_t num_variables(const Layer& layer) { return layer.weights.size() + layer.size(); }

  // Of weight i. Hidden cosines have a variance of a half: an angle of the second layer has one of 1.
  double deviation(std::size_t i, bool is_first) const {
    return is_first ? 1.0 / lengthscales_[i % lengthscales_.size()]
                    : std::sqrt(2.0 / static_cast<double>(like_.first.size()));
  }

  void append(const Layer& layer, bool is_first) {
    for (std::size_t i = 0; i < layer.weights.size(); ++i)
      start_.push_back(layer.weights.data()[i] / deviation(i, is_first));
    start_.insert(start_.end(), layer.offsets.begin(), layer.offsets.end());
  }

  void read(std::span<const double> x, Layer& layer, bool is_first) const {
    const std::size_t count = layer.weights.size();
    for (std::size_t i = 0; i < count; ++i) layer.weights.data()[i] = x[i] * deviation(i, is_first);
    std::ranges::copy(x.subspan(count, layer.size()), layer.offsets.begin());
  }

  // Returns the prior's part.
  double write(const LayerDerivatives& by, std::span<const double> x, std::span<double> gradient, bool is_first) const {
    const auto count = static_cast<std::size_t>(by.weights.size());
    for (std::size_t i = 0; i < count; ++i) gradient[i] = by.weights.data()[i] * deviation(i, is_first) + x[i];
    view(gradient.subspan(count, static_cast<std::size_t>(by.offsets.size()))) = by.offsets;
    return 0.5 * view(x.first(count)).squaredNorm();
  }

  Derivatives derivatives(const TwoLayers& at, std::size_t chunk) {
    Matrix by_features;
    evidence_.derivative(chunk, by_features);
    const Slopes& slopes = slopes_[chunk];
    const auto hidden = columns(evidence_.features(chunk), at.first_hidden(), at.first.size());
    const Eigen::MatrixXd by_outputs =
        columns(by_features, at.first_output(), at.second.size()).cwiseProduct(view(slopes.outputs));
    Eigen::MatrixXd by_hidden = columns(by_features, at.first_hidden(), at.first.size());
    by_hidden.noalias() += by_outputs * view(at.second.weights).transpose();
    by_hidden.array() *= view(slopes.hidden).array();
    return {{view(inputs_[chunk]).transpose() * by_hidden, by_hidden.colwise().sum()},
            {hidden.transpose() * by_outputs, by_outputs.colwise().sum()}};
  }

  static void add(Derivatives& to, const Derivatives& from) {
    to.first.weights += from.first.weights;
    to.first.offsets += from.first.offsets;
    to.second.weights += from.second.weights;
    to.second.offsets += from.second.offsets;
  }

  TwoLayers like_;
  std::vector<double> lengthscales_, start_;
  direct::BasisEvidence evidence_;
  std::vector<Matrix> inputs_;
  std::vector<Slopes> slopes_;
};

}  // namespace bench
