// SPDX-License-Identifier: MIT
#include "posterior/entropy/scores.h"

#include <algorithm>
#include <array>

#include <Eigen/Core>

#include "algebra/parallel.h"

namespace direct {
namespace {

using Pair = Eigen::Array2d;  // two tables at a time: every machine adds two numbers with one instruction

constexpr std::size_t samples_of_a_tile = 512;  // their sums stay in the fastest cache
constexpr std::size_t weights_at_a_time = 4;    // that a sum is loaded and stored for

// Of weight j and level k, element j * num_levels + k. The last of an odd number of tables is paired with itself.
std::vector<Pair> paired(const Matrix& first, const Matrix& second) {
  std::vector<Pair> pairs(first.size());
  for (std::size_t e = 0; e < pairs.size(); ++e) pairs[e] << first.values()[e], second.values()[e];
  return pairs;
}

std::vector<std::vector<Pair>> pairs_of(const std::vector<const Matrix*>& tables) {
  std::vector<std::vector<Pair>> pairs((tables.size() + 1) / 2);
  parallel_for(pairs.size(), [&](std::size_t p) {
    pairs[p] = paired(*tables[2 * p], *tables[std::min(2 * p + 1, tables.size() - 1)]);
  });
  return pairs;
}

// Of some samples: the codes of weight j begin at codes[j * stride].
template <std::size_t count>
void add_weights(const Pair* levels, std::size_t num_levels, const std::uint8_t* codes, std::size_t stride,
                 std::span<Pair> sums) {
  for (std::size_t s = 0; s < sums.size(); ++s) {
    Pair sum = sums[s];
    for (std::size_t j = 0; j < count; ++j) sum += levels[j * num_levels + codes[j * stride + s]];
    sums[s] = sum;
  }
}

void add_all_weights(const std::vector<Pair>& table, std::size_t num_levels, const std::uint8_t* codes,
                     std::size_t stride, std::span<Pair> sums) {
  const std::size_t num_weights = table.size() / num_levels;
  std::size_t j = 0;
  for (; j + weights_at_a_time <= num_weights; j += weights_at_a_time)
    add_weights<weights_at_a_time>(&table[j * num_levels], num_levels, codes + j * stride, stride, sums);
  for (; j < num_weights; ++j) add_weights<1>(&table[j * num_levels], num_levels, codes + j * stride, stride, sums);
}

}  // namespace

Matrix log_scores(const std::vector<const Matrix*>& log_tables, const StratifiedSamples& samples) {
  const std::size_t count = samples.codes.size() / log_tables.front()->cols(), num_tables = log_tables.size();
  const auto pairs = pairs_of(log_tables);
  const std::size_t num_tiles = (count + samples_of_a_tile - 1) / samples_of_a_tile;
  Matrix scores(num_tables, count);
  parallel_for(num_tiles * pairs.size(), [&](std::size_t task) {
    const std::size_t p = task / num_tiles, begin = task % num_tiles * samples_of_a_tile;
    const std::size_t end = std::min(count, begin + samples_of_a_tile);
    std::array<Pair, samples_of_a_tile> sums;
    sums.fill(Pair::Zero());
    add_all_weights(pairs[p], log_tables.front()->rows(), samples.codes.data() + begin, count,
                    std::span(sums).first(end - begin));
    for (std::size_t s = begin; s < end; ++s)
      for (std::size_t c = 2 * p; c < std::min(2 * p + 2, num_tables); ++c)
        scores(c, s) = sums[s - begin](static_cast<Eigen::Index>(c - 2 * p));
  });
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
  const std::size_t num_components = gradients.size(), count = coefficients.cols();
  std::vector<Pair> pairs(count);
  for (std::size_t c = 0; c < num_components; c += 2) {
    const bool is_last = c + 1 == num_components;
    for (std::size_t s = 0; s < count; ++s) pairs[s] << coefficients(c, s), is_last ? 0.0 : coefficients(c + 1, s);
    parallel_for(gradients.front().cols(), [&](std::size_t j) {
      std::array<Pair, 256> sums;
      sums.fill(Pair::Zero());
      for (std::size_t s = 0; s < count; ++s) sums[samples.codes[j * count + s]] += pairs[s];
      for (std::size_t k = 0; k < gradients[c].rows(); ++k) {
        gradients[c](k, j) += sums[k](0);
        if (!is_last) gradients[c + 1](k, j) += sums[k](1);
      }
    });
  }
}

}  // namespace direct
