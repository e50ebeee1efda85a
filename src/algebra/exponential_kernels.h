// SPDX-License-Identifier: MIT
// Inner loops of ExponentialMoments, with the vector instructions the machine has: one weight, a block of rows.
// x is a row's scale times its feature. Arrays of rows have a multiple of row_multiple elements, the last ones padding.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace direct {

inline constexpr std::size_t row_multiple = 8, max_block_rows = 256;

using BlockRows = std::array<double, max_block_rows>;

struct GridLevels {
  const double* levels;
  const double* probabilities;  // with zeros, to a multiple of 4
  std::size_t count;
  std::size_t center;  // 0 or 4, 8, 16, ..., where levels are even
  double step;         // where they are

  double offset(std::size_t level) const { return levels[level] - levels[center]; }
};

// A product over weights per row: its logarithm is logs + log(factors / divisors).
struct RowProducts {
  RowProducts() {
    factors.fill(1.0);
    divisors.fill(1.0);
  }
  alignas(64) BlockRows logs{}, factors, divisors;
};

void add_multiples(std::span<const double> x, double factor, double* sums);             // sums += factor x
void exp_of_multiples(std::span<const double> x, double factor, double* exponentials);  // exp(factor x)
void add_logs(std::size_t num_rows, RowProducts& products);  // all into `logs`; the rest becomes 1

// products *= sum over k of q_k exp(x offset(k)); the reciprocal of what was computed goes to `reciprocals`, if any.
// Even levels: `powers` holds exp(x step), and the reciprocal is of sum over k of q_k powers^k.
void multiply_even(std::span<const double> powers, const GridLevels& grid, RowProducts& products, double* reciprocals);
void multiply_uneven(std::span<const double> x, const GridLevels& grid, RowProducts& products, double* reciprocals);

// gradient[k] += sum over rows of bases powers^k. Spoils `bases`.
void add_even_gradient(std::span<const double> powers, double* bases, std::size_t num_levels, double* gradient);
// gradient[k] += sum over rows of bases exp(x offset(k))
void add_uneven_gradient(std::span<const double> x, const double* bases, const GridLevels& grid, double* gradient);

// What a weight adds to mean and variance of phi'w when its distribution is tilted by exp(x w).
struct TiltedSums {
  std::span<const double> x, features;
  double *means, *variances;
};
void add_even_moments(const double* powers, const double* reciprocals, const GridLevels& grid, const TiltedSums& sums);
void add_uneven_moments(const double* reciprocals, const GridLevels& grid, const TiltedSums& sums);

}  // namespace direct
