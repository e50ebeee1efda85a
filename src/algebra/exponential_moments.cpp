// SPDX-License-Identifier: MIT
#include "algebra/exponential_moments.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "algebra/cell_kernels.h"
#include "algebra/exponential_kernels.h"
#include "algebra/log_space_moment.h"
#include "algebra/power_sums.h"

namespace direct {
namespace {

// Within the limits of WeightSupport a factor is between exp(-64) / num_levels / 2e5 and 2 exp(64): a product of eight
// is a normal number.
constexpr std::size_t factors_per_log = 8;

std::size_t padded(std::size_t count, std::size_t multiple) { return (count + multiple - 1) / multiple * multiple; }

Matrix with_rows_of_zeros(const Matrix& matrix, std::size_t rows) {
  Matrix result(rows, matrix.cols());
  for (std::size_t j = 0; j < matrix.cols(); ++j) std::ranges::copy(matrix.column(j), result.column(j).begin());
  return result;
}

}  // namespace

// A block of rows, one weight after the other.
class ExponentialMoments::Block {
 public:
  Block(const ExponentialMoments& moments, const Matrix& features, std::span<const double> scales, std::size_t first)
      : moments_(moments),
        features_(features),
        scales_(scales),
        first_(first),
        count_(std::min(max_block_rows, features.rows() - first)),
        num_rows_(padded(count_, row_multiple)) {}

  void log_moments(std::span<double> result, Kept* kept);
  void tilted_moments(TiltedMoments& result);
  void add_gradient(std::span<const double> weights, const Kept& kept, Matrix& gradient);

 private:
  struct FarRow {
    std::size_t row;
    double x;
  };
  struct Slot {  // see multiply_even
    double *powers, *reciprocals;
  };

  std::span<double> rows(BlockRows& values) const { return {values.data(), num_rows_}; }
  std::span<const double> feature(std::size_t weight) const { return features_.column(weight).subspan(first_, count_); }
  void store(const BlockRows& values, std::span<double> result) const;
  std::size_t kept_place(std::size_t weight) const;

  void load(std::size_t weight, double limit);
  void multiply_by(std::size_t weight, const Slot& slot);
  void multiply_by_levels(std::size_t weight, const Slot& slot);
  void add_far_logs(std::size_t weight);
  void add_tilted(std::size_t weight);
  void add_far_moments(const GridLevels& grid);
  void add_weight_gradient(std::size_t weight, const double* powers, const double* reciprocals, Matrix& gradient);
  void add_certain_gradient(std::size_t weight, Matrix& gradient);

  const ExponentialMoments& moments_;
  const Matrix& features_;
  std::span<const double> scales_;
  std::size_t first_, count_, num_rows_;  // num_rows_: with padding
  std::size_t num_factors_ = 0;
  RowProducts products_;
  alignas(64) BlockRows x_{}, powers_, reciprocals_;
  alignas(64) BlockRows weights_{}, bases_;              // of a gradient
  alignas(64) BlockRows phi_{}, means_{}, variances_{};  // of tilted moments
  std::vector<FarRow> far_;
};

void ExponentialMoments::Block::store(const BlockRows& values, std::span<double> result) const {
  std::copy_n(values.begin(), count_, result.subspan(first_).begin());
}

// Blocks one after the other, all but the last without padding; in a block the weights that are not certain.
std::size_t ExponentialMoments::Block::kept_place(std::size_t weight) const {
  return 2 * (first_ * moments_.num_uncertain_ + num_rows_ * moments_.places_[weight]);
}

// The kernels see x = 0 instead of a row that is too far out.
void ExponentialMoments::Block::load(std::size_t weight, double limit) {
  far_.clear();
  const auto scales = scales_.subspan(first_, count_);
  if (scaled_products(scales, feature(weight), 1.0, {x_.data(), count_}) <= limit) return;
  for (std::size_t row = 0; row < count_; ++row) {
    if (std::abs(x_[row]) <= limit) continue;
    far_.push_back({row, x_[row]});
    x_[row] = 0.0;
  }
}

void ExponentialMoments::Block::multiply_by(std::size_t weight, const Slot& slot) {
  const WeightSupport& support = moments_.supports_[weight];
  load(weight, support.limit());
  const double center = moments_.levels_(support.center, weight);
  if (center != 0.0) add_multiples(rows(x_), center, products_.logs.data());
  if (!support.is_certain) multiply_by_levels(weight, slot);
  if (support.half_cell > 0.0) multiply_cells(rows(x_), support.half_cell, products_);
  add_far_logs(weight);
  if (support.is_factor() && ++num_factors_ % factors_per_log == 0) add_logs(num_rows_, products_);
}

void ExponentialMoments::Block::multiply_by_levels(std::size_t weight, const Slot& slot) {
  const GridLevels grid = moments_.grid(weight);
  if (moments_.supports_[weight].spacing == LevelSpacing::even) {
    exp_of_multiples(rows(x_), grid.step, slot.powers);
    multiply_even({slot.powers, num_rows_}, grid, products_, slot.reciprocals);
  } else {
    multiply_uneven(rows(x_), grid, products_, slot.reciprocals);
  }
  if (slot.reciprocals)
    for (const FarRow& far : far_) slot.reciprocals[far.row] = 0.0;
}

// Puts right what the kernels did with x = 0.
void ExponentialMoments::Block::add_far_logs(std::size_t weight) {
  const GridLevels grid = moments_.grid(weight);
  for (const auto& [row, x] : far_)
    products_.logs[row] += LogSpaceMoment(grid, x).log_moment() - LogSpaceMoment(grid, 0.0).log_moment() +
                           log_cell_factor(x * moments_.supports_[weight].half_cell);
}

void ExponentialMoments::Block::log_moments(std::span<double> result, Kept* kept) {
  for (std::size_t j = 0; j < moments_.num_weights(); ++j) {
    const WeightSupport& support = moments_.supports_[j];
    if (!support.is_factor() && moments_.levels_(support.center, j) == 0.0) continue;
    Slot slot{powers_.data(), nullptr};
    if (kept && !support.is_certain) {
      slot.powers = kept->values.data() + kept_place(j);
      slot.reciprocals = slot.powers + num_rows_;
    }
    multiply_by(j, slot);
    if (slot.reciprocals)
      for (const FarRow& far : far_) kept->far.push_back({first_ + far.row, j});
  }
  add_logs(num_rows_, products_);
  store(products_.logs, result);
}

// Takes their features away from the kernels.
void ExponentialMoments::Block::add_far_moments(const GridLevels& grid) {
  for (const auto& [row, x] : far_) {
    const LogSpaceMoment moment(grid, x);
    means_[row] += phi_[row] * moment.mean();
    variances_[row] += phi_[row] * phi_[row] * moment.variance();
    phi_[row] = 0.0;
  }
}

// Requires: multiply_by(weight) was the last call.
void ExponentialMoments::Block::add_tilted(std::size_t weight) {
  const WeightSupport& support = moments_.supports_[weight];
  const GridLevels grid = moments_.grid(weight);
  const TiltedSums sums{rows(x_), rows(phi_), means_.data(), variances_.data()};
  std::ranges::copy(feature(weight), phi_.begin());
  if (support.is_certain) {
    add_multiples(rows(phi_), grid.levels[support.center], means_.data());
  } else {
    add_far_moments(grid);
    if (support.spacing == LevelSpacing::even)
      add_even_moments(powers_.data(), reciprocals_.data(), grid, sums);
    else
      add_uneven_moments(reciprocals_.data(), grid, sums);
  }
  if (support.half_cell == 0.0) return;
  for (const auto& [row, x] : far_) {
    x_[row] = x;
    phi_[row] = feature(weight)[row];
  }
  add_cell_moments(support.half_cell, sums);
}

void ExponentialMoments::Block::tilted_moments(TiltedMoments& result) {
  for (std::size_t j = 0; j < moments_.num_weights(); ++j) {
    multiply_by(j, {powers_.data(), reciprocals_.data()});
    add_tilted(j);
  }
  add_logs(num_rows_, products_);
  store(products_.logs, result.log_moments);
  store(means_, result.means);
  store(variances_, result.variances);
}

void ExponentialMoments::Block::add_weight_gradient(std::size_t weight, const double* powers, const double* reciprocals,
                                                    Matrix& gradient) {
  const GridLevels grid = moments_.grid(weight);
  double* column = gradient.column(weight).data();
  scaled_products({reciprocals, num_rows_}, rows(weights_), 1.0, rows(bases_));
  if (moments_.supports_[weight].spacing == LevelSpacing::even)
    add_even_gradient({powers, num_rows_}, bases_.data(), grid.count, column);
  else
    add_uneven_gradient(rows(x_), bases_.data(), grid, column);
}

// Nothing was kept of it. The only term of the sum is the exponential at the center.
void ExponentialMoments::Block::add_certain_gradient(std::size_t weight, Matrix& gradient) {
  const GridLevels grid = moments_.grid(weight);
  load(weight, moments_.supports_[weight].level_limit);
  reciprocals_.fill(1.0);
  if (moments_.supports_[weight].spacing == LevelSpacing::even) {
    exp_of_multiples(rows(x_), grid.step, powers_.data());
    exp_of_multiples(rows(x_), -grid.step * static_cast<double>(grid.center), reciprocals_.data());
  }
  for (const FarRow& far : far_) reciprocals_[far.row] = 0.0;
  add_weight_gradient(weight, powers_.data(), reciprocals_.data(), gradient);
  for (const auto& [row, x] : far_) moments_.add_far_gradient(weight, x, weights_[row], gradient);
}

void ExponentialMoments::Block::add_gradient(std::span<const double> weights, const Kept& kept, Matrix& gradient) {
  std::ranges::copy(weights.subspan(first_, count_), weights_.begin());
  for (std::size_t j = 0; j < moments_.num_weights(); ++j) {
    const WeightSupport& support = moments_.supports_[j];
    if (support.is_certain) {
      add_certain_gradient(j, gradient);
      continue;
    }
    if (support.spacing == LevelSpacing::uneven) load(j, support.limit());
    const double* powers = kept.values.data() + kept_place(j);
    add_weight_gradient(j, powers, powers + num_rows_, gradient);
  }
}

ExponentialMoments::ExponentialMoments(const Matrix& levels, const Matrix& probabilities,
                                       std::span<const double> cell_steps)
    : levels_(levels), probabilities_(with_rows_of_zeros(probabilities, padded(probabilities.rows(), 4))) {
  assert(levels.rows() == probabilities.rows() && levels.cols() == probabilities.cols() && levels.rows() > 0);
  assert(cell_steps.empty() || cell_steps.size() == levels.cols());
  supports_.reserve(levels.cols());
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    supports_.push_back(
        weight_support(levels.column(j), probabilities.column(j), cell_steps.empty() ? 0.0 : cell_steps[j]));
    places_.push_back(num_uncertain_);
    if (!supports_.back().is_certain) ++num_uncertain_;
  }
}

GridLevels ExponentialMoments::grid(std::size_t weight) const {
  const WeightSupport& support = supports_[weight];
  return {levels_.column(weight).data(), probabilities_.column(weight).data(), levels_.rows(), support.center,
          support.step};
}

void ExponentialMoments::log_moments(const Matrix& features, std::span<const double> scales, std::span<double> result,
                                     Kept* kept) const {
  assert(features.cols() == num_weights() && scales.size() == features.rows() && result.size() == features.rows());
  if (kept) {
    kept->values.resize(2 * num_uncertain_ * padded(features.rows(), row_multiple));
    kept->far.clear();
  }
  for (std::size_t first = 0; first < features.rows(); first += max_block_rows)
    Block(*this, features, scales, first).log_moments(result, kept);
}

TiltedMoments ExponentialMoments::tilted_moments(const Matrix& features, std::span<const double> scales) const {
  assert(features.cols() == num_weights() && scales.size() == features.rows());
  const std::vector<double> zeros(features.rows());
  TiltedMoments result{zeros, zeros, zeros};
  for (std::size_t first = 0; first < features.rows(); first += max_block_rows)
    Block(*this, features, scales, first).tilted_moments(result);
  return result;
}

void ExponentialMoments::add_gradient(const Matrix& features, std::span<const double> scales,
                                      std::span<const double> weights, const Kept& kept, Matrix& gradient) const {
  assert(features.cols() == num_weights() && scales.size() == features.rows() && weights.size() == features.rows());
  assert(gradient.rows() == levels_.rows() && gradient.cols() == num_weights());
  for (std::size_t first = 0; first < features.rows(); first += max_block_rows)
    Block(*this, features, scales, first).add_gradient(weights, kept, gradient);
  for (const auto& [row, weight] : kept.far)
    add_far_gradient(weight, scales[row] * features(row, weight), weights[row], gradient);
}

void ExponentialMoments::add_far_gradient(std::size_t weight, double x, double row_weight, Matrix& gradient) const {
  const LogSpaceMoment moment(grid(weight), x);
  for (std::size_t k = 0; k < levels_.rows(); ++k) gradient(k, weight) += row_weight * moment.derivative(k);
}

}  // namespace direct
