// SPDX-License-Identifier: MIT
#include "algebra/exponential_kernels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

// Sums stay in registers as arrays of vectors; vectors whose length is unknown have no arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/exponential_kernels.cpp"
#include <hwy/foreach_target.h>

// Below foreach_target.h, in any order.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace direct::HWY_NAMESPACE {
namespace {
namespace simd = hwy::HWY_NAMESPACE;

using Tag = simd::ScalableTag<double>;
using Vector = simd::Vec<Tag>;

constexpr std::size_t lanes = HWY_LANES(double);
constexpr std::size_t levels_at_once = 8;  // sums that fit into registers
static_assert(row_multiple % lanes == 0 && max_block_rows % row_multiple == 0);

HWY_INLINE Vector load(const double* from) { return simd::LoadU(Tag(), from); }
HWY_INLINE void store(Vector vector, double* to) { simd::StoreU(vector, Tag(), to); }
HWY_INLINE Vector all(double value) { return simd::Set(Tag(), value); }
HWY_INLINE double total(Vector vector) { return simd::GetLane(simd::SumOfLanes(Tag(), vector)); }

void add_multiples_to(const double* x, std::size_t num_rows, double factor, double* sums) {
  for (std::size_t i = 0; i < num_rows; i += lanes)
    store(simd::MulAdd(load(x + i), all(factor), load(sums + i)), sums + i);
}

void exp_array(const double* x, std::size_t num_rows, double factor, double* exponentials) {
  for (std::size_t i = 0; i < num_rows; i += lanes)
    store(simd::Exp(Tag(), simd::Mul(load(x + i), all(factor))), exponentials + i);
}

void add_logs_to(std::size_t num_rows, RowProducts& products) {
  for (std::size_t i = 0; i < num_rows; i += lanes) {
    double *factors = products.factors.data() + i, *divisors = products.divisors.data() + i;
    const auto logarithm = simd::Log(Tag(), simd::Div(load(factors), load(divisors)));
    store(simd::Add(load(products.logs.data() + i), logarithm), products.logs.data() + i);
    store(all(1.0), factors);
    store(all(1.0), divisors);
  }
}

HWY_INLINE void multiply(Vector factor, double* products) { store(simd::Mul(load(products), factor), products); }

struct Powers {
  Vector first, second, fourth;
};

HWY_INLINE Powers powers_of(Vector base) {
  const auto square = simd::Mul(base, base);
  return {base, square, simd::Mul(square, square)};
}

// sum over k of coefficients[k] e^k, as four polynomials in e^4 side by side
HWY_INLINE Vector level_sum(const Powers& e, const double* coefficients, std::size_t num_levels) {
  std::size_t k = (num_levels - 1) / 4 * 4;
  Vector sums[4];
  for (std::size_t i = 0; i < 4; ++i) sums[i] = all(coefficients[k + i]);
  while (k > 0) {
    k -= 4;
    for (std::size_t i = 0; i < 4; ++i) sums[i] = simd::MulAdd(sums[i], e.fourth, all(coefficients[k + i]));
  }
  const auto low = simd::MulAdd(sums[1], e.first, sums[0]), high = simd::MulAdd(sums[3], e.first, sums[2]);
  return simd::MulAdd(high, e.second, low);
}

void multiply_by_even(const double* powers, std::size_t num_rows, const GridLevels& grid, RowProducts& products,
                      double* reciprocals) {
  for (std::size_t i = 0; i < num_rows; i += lanes) {
    const Powers e = powers_of(load(powers + i));
    const auto sum = level_sum(e, grid.probabilities, grid.count);
    multiply(sum, products.factors.data() + i);
    if (reciprocals) store(simd::Div(all(1.0), sum), reciprocals + i);
    if (grid.center == 0) continue;
    auto center = e.fourth;
    for (std::size_t power = 4; power < grid.center; power *= 2) center = simd::Mul(center, center);
    multiply(center, products.divisors.data() + i);
  }
}

void multiply_by_uneven(const double* x, std::size_t num_rows, const GridLevels& grid, RowProducts& products,
                        double* reciprocals) {
  for (std::size_t i = 0; i < num_rows; i += lanes) {
    auto sum = simd::Zero(Tag());
    for (std::size_t k = 0; k < grid.count; ++k) {
      const auto power = simd::Exp(Tag(), simd::Mul(load(x + i), all(grid.offset(k))));
      sum = simd::MulAdd(power, all(grid.probabilities[k]), sum);
    }
    multiply(sum, products.factors.data() + i);
    if (reciprocals) store(simd::Div(all(1.0), sum), reciprocals + i);
  }
}

HWY_INLINE void add_four_levels(Vector base, const Powers& e, Vector third, Vector* sums) {
  sums[0] = simd::Add(sums[0], base);
  sums[1] = simd::MulAdd(base, e.first, sums[1]);
  sums[2] = simd::MulAdd(base, e.second, sums[2]);
  sums[3] = simd::MulAdd(base, third, sums[3]);
}

// Leaves bases powers^8 in `bases`.
HWY_INLINE void add_eight_levels(const double* powers, double* bases, std::size_t num_rows, double* totals) {
  Vector sums[levels_at_once];
  for (Vector& sum : sums) sum = simd::Zero(Tag());
  for (std::size_t i = 0; i < num_rows; i += lanes) {
    const Powers e = powers_of(load(powers + i));
    const auto third = simd::Mul(e.second, e.first);
    const auto low = load(bases + i), high = simd::Mul(low, e.fourth);
    add_four_levels(low, e, third, sums);
    add_four_levels(high, e, third, sums + 4);
    store(simd::Mul(high, e.fourth), bases + i);
  }
  for (std::size_t k = 0; k < levels_at_once; ++k) totals[k] = total(sums[k]);
}

void add_even_gradient_to(const double* powers, std::size_t num_rows, double* bases, std::size_t num_levels,
                          double* gradient) {
  std::array<double, levels_at_once> totals;
  for (std::size_t first = 0; first < num_levels; first += levels_at_once) {
    add_eight_levels(powers, bases, num_rows, totals.data());
    const std::size_t count = std::min(levels_at_once, num_levels - first);
    for (std::size_t k = 0; k < count; ++k) gradient[first + k] += totals[k];
  }
}

void add_uneven_gradient_to(const double* x, std::size_t num_rows, const double* bases, const GridLevels& grid,
                            double* gradient) {
  for (std::size_t k = 0; k < grid.count; ++k) {
    auto sum = simd::Zero(Tag());
    for (std::size_t i = 0; i < num_rows; i += lanes) {
      const auto power = simd::Exp(Tag(), simd::Mul(load(x + i), all(grid.offset(k))));
      sum = simd::MulAdd(power, load(bases + i), sum);
    }
    gradient[k] += total(sum);
  }
}

// Tilted probabilities of level 0, 1, 2, ...
struct EvenProbabilities {
  const GridLevels& grid;
  Vector ratio, power;

  HWY_INLINE Vector next(std::size_t level) {
    const auto result = simd::Mul(power, all(grid.probabilities[level]));
    power = simd::Mul(power, ratio);
    return result;
  }
};

struct UnevenProbabilities {
  const GridLevels& grid;
  Vector x, reciprocal;

  HWY_INLINE Vector next(std::size_t level) {
    const auto power = simd::Exp(Tag(), simd::Mul(x, all(grid.offset(level))));
    return simd::Mul(simd::Mul(power, reciprocal), all(grid.probabilities[level]));
  }
};

HWY_INLINE void add_moments_of(Vector feature, Vector mean, Vector variance, double* means, double* variances) {
  store(simd::MulAdd(feature, mean, load(means)), means);
  store(simd::MulAdd(simd::Mul(feature, feature), variance, load(variances)), variances);
}

// The variance is a sum of squares about the mean, found before: it loses nothing where it is small.
template <typename Probabilities>
HWY_INLINE void add_level_moments(const Probabilities& probabilities, Vector feature, double* means,
                                  double* variances) {
  const GridLevels& grid = probabilities.grid;
  auto mean = simd::Zero(Tag()), variance = simd::Zero(Tag());
  auto first = probabilities, second = probabilities;
  for (std::size_t k = 0; k < grid.count; ++k) mean = simd::MulAdd(first.next(k), all(grid.offset(k)), mean);
  for (std::size_t k = 0; k < grid.count; ++k) {
    const auto difference = simd::Sub(all(grid.offset(k)), mean);
    variance = simd::MulAdd(second.next(k), simd::Mul(difference, difference), variance);
  }
  add_moments_of(feature, simd::Add(mean, all(grid.levels[grid.center])), variance, means, variances);
}

void add_even_moments_to(const double* powers, const double* reciprocals, const GridLevels& grid,
                         const TiltedSums& sums) {
  for (std::size_t i = 0; i < sums.x.size(); i += lanes)
    add_level_moments(EvenProbabilities{grid, load(powers + i), load(reciprocals + i)}, load(sums.features.data() + i),
                      sums.means + i, sums.variances + i);
}

void add_uneven_moments_to(const double* reciprocals, const GridLevels& grid, const TiltedSums& sums) {
  for (std::size_t i = 0; i < sums.x.size(); i += lanes)
    add_level_moments(UnevenProbabilities{grid, load(sums.x.data() + i), load(reciprocals + i)},
                      load(sums.features.data() + i), sums.means + i, sums.variances + i);
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {

HWY_EXPORT(add_multiples_to);
HWY_EXPORT(exp_array);
HWY_EXPORT(add_logs_to);
HWY_EXPORT(multiply_by_even);
HWY_EXPORT(multiply_by_uneven);
HWY_EXPORT(add_even_gradient_to);
HWY_EXPORT(add_uneven_gradient_to);
HWY_EXPORT(add_even_moments_to);
HWY_EXPORT(add_uneven_moments_to);

void add_multiples(std::span<const double> x, double factor, double* sums) {
  assert(x.size() % row_multiple == 0);
  HWY_DYNAMIC_DISPATCH(add_multiples_to)(x.data(), x.size(), factor, sums);
}

void exp_of_multiples(std::span<const double> x, double factor, double* exponentials) {
  assert(x.size() % row_multiple == 0);
  HWY_DYNAMIC_DISPATCH(exp_array)(x.data(), x.size(), factor, exponentials);
}

void add_logs(std::size_t num_rows, RowProducts& products) {
  assert(num_rows % row_multiple == 0 && num_rows <= max_block_rows);
  HWY_DYNAMIC_DISPATCH(add_logs_to)(num_rows, products);
}

void multiply_even(std::span<const double> powers, const GridLevels& grid, RowProducts& products, double* reciprocals) {
  assert(powers.size() % row_multiple == 0 && powers.size() <= max_block_rows);
  HWY_DYNAMIC_DISPATCH(multiply_by_even)(powers.data(), powers.size(), grid, products, reciprocals);
}

void multiply_uneven(std::span<const double> x, const GridLevels& grid, RowProducts& products, double* reciprocals) {
  assert(x.size() % row_multiple == 0 && x.size() <= max_block_rows);
  HWY_DYNAMIC_DISPATCH(multiply_by_uneven)(x.data(), x.size(), grid, products, reciprocals);
}

void add_even_gradient(std::span<const double> powers, double* bases, std::size_t num_levels, double* gradient) {
  assert(powers.size() % row_multiple == 0);
  HWY_DYNAMIC_DISPATCH(add_even_gradient_to)(powers.data(), powers.size(), bases, num_levels, gradient);
}

void add_uneven_gradient(std::span<const double> x, const double* bases, const GridLevels& grid, double* gradient) {
  assert(x.size() % row_multiple == 0);
  HWY_DYNAMIC_DISPATCH(add_uneven_gradient_to)(x.data(), x.size(), bases, grid, gradient);
}

void add_even_moments(const double* powers, const double* reciprocals, const GridLevels& grid, const TiltedSums& sums) {
  assert(sums.x.size() % row_multiple == 0 && sums.features.size() == sums.x.size());
  HWY_DYNAMIC_DISPATCH(add_even_moments_to)(powers, reciprocals, grid, sums);
}

void add_uneven_moments(const double* reciprocals, const GridLevels& grid, const TiltedSums& sums) {
  assert(sums.x.size() % row_multiple == 0 && sums.features.size() == sums.x.size());
  HWY_DYNAMIC_DISPATCH(add_uneven_moments_to)(reciprocals, grid, sums);
}

}  // namespace direct
#endif
