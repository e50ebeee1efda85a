// SPDX-License-Identifier: MIT
#include "posterior/entropy/scores.h"

#include <algorithm>
#include <array>

#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

constexpr std::size_t samples_of_a_tile = 256;  // their sums stay in the fastest cache

// Rows of an even length are sums of pairs, for which every machine has an instruction.
std::size_t padded(std::size_t count) { return (count + 1) / 2 * 2; }

void add_row(const double* __restrict row, std::size_t length, double* __restrict sums) {
  for (std::size_t c = 0; c < length; c += 2) {
    sums[c] += row[c];
    sums[c + 1] += row[c + 1];
  }
}

// The tables side by side: of weight j and level k, row j * num_levels + k has what all of them say.
Matrix side_by_side(const std::vector<const Matrix*>& tables) {
  const std::size_t levels = tables.front()->rows(), num_weights = tables.front()->cols();
  Matrix rows(padded(tables.size()), levels * num_weights);
  parallel_for(num_weights, [&](std::size_t j) {
    for (std::size_t k = 0; k < levels; ++k)
      for (std::size_t c = 0; c < tables.size(); ++c) rows(c, j * levels + k) = (*tables[c])(k, j);
  });
  return rows;
}

std::size_t num_samples(const StratifiedSamples& samples, std::size_t num_weights) {
  return samples.codes.size() / num_weights;
}

}  // namespace

Matrix log_scores(const std::vector<const Matrix*>& log_tables, const StratifiedSamples& samples) {
  const std::size_t levels = log_tables.front()->rows(), num_weights = log_tables.front()->cols();
  const std::size_t count = num_samples(samples, num_weights), length = padded(log_tables.size());
  const Matrix rows = side_by_side(log_tables);
  Matrix sums(length, count);
  parallel_for((count + samples_of_a_tile - 1) / samples_of_a_tile, [&](std::size_t tile) {
    const std::size_t end = std::min(count, (tile + 1) * samples_of_a_tile);
    for (std::size_t j = 0; j < num_weights; ++j)
      for (std::size_t s = tile * samples_of_a_tile; s < end; ++s)
        add_row(rows.column(j * levels + samples.codes[j * count + s]).data(), length, sums.column(s).data());
  });
  if (length == log_tables.size()) return sums;
  Matrix scores(log_tables.size(), count);
  view(scores) = view(sums).topRows(view(scores).rows());
  return scores;
}

void add_own_levels(const StratifiedSamples& samples, std::span<const double> coefficients,
                    std::vector<Matrix>& gradients) {
  const std::size_t each = samples.per_component;
  parallel_for(gradients.front().cols(), [&](std::size_t j) {
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      const std::uint8_t* codes = samples.codes.data() + (j * gradients.size() + i) * each;
      const double* own = coefficients.data() + i * each;
      std::array<double, 256> even{}, odd{};  // two sums that need not wait for each other
      for (std::size_t t = 0; t + 1 < each; t += 2) {
        even[codes[t]] += own[t];
        odd[codes[t + 1]] += own[t + 1];
      }
      if (each % 2 != 0) even[codes[each - 1]] += own[each - 1];
      for (std::size_t k = 0; k < gradients[i].rows(); ++k) gradients[i](k, j) += even[k] + odd[k];
    }
  });
}

void add_levels(const StratifiedSamples& samples, const Matrix& coefficients, std::vector<Matrix>& gradients) {
  const std::size_t levels = gradients.front().rows(), count = coefficients.cols();
  Matrix rows(padded(gradients.size()), count);
  view(rows).topRows(view(coefficients).rows()) = view(coefficients);
  parallel_for(gradients.front().cols(), [&](std::size_t j) {
    Matrix sums(rows.rows(), levels);
    for (std::size_t s = 0; s < count; ++s)
      add_row(rows.column(s).data(), rows.rows(), sums.column(samples.codes[j * count + s]).data());
    for (std::size_t c = 0; c < gradients.size(); ++c)
      for (std::size_t k = 0; k < levels; ++k) gradients[c](k, j) += sums(c, k);
  });
}

}  // namespace direct
