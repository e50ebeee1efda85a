// SPDX-License-Identifier: MIT
#include "algebra/cell_kernels.h"

#include <array>
#include <cassert>
#include <cstddef>

// Vectors whose length is unknown have no structs.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/cell_kernels.cpp"
#include <hwy/foreach_target.h>

// Below foreach_target.h, in any order.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

// What all instruction sets share. This file is included once for each.
#ifndef DIRECT_CELL_KERNELS
#define DIRECT_CELL_KERNELS
namespace direct {

constexpr std::size_t num_terms = 10;

// Derivatives by z of sinh(y) / y = sum over n of z^n / (2n + 1)!, z = y^2: to the last bit for z <= 1.
constexpr std::array<double, num_terms> cell_series(std::size_t derivative) {
  std::array<double, num_terms> series{};
  double factorial = 1.0;
  for (std::size_t n = 0; n < num_terms + derivative; ++n) {
    if (n > 0) factorial *= static_cast<double>(2 * n * (2 * n + 1));
    double coefficient = 1.0 / factorial;
    for (std::size_t i = 0; i < derivative; ++i) coefficient *= static_cast<double>(n) - static_cast<double>(i);
    if (n >= derivative) series[n - derivative] = coefficient;
  }
  return series;
}
constexpr std::array cell_factor = cell_series(0), cell_slope = cell_series(1), cell_curvature = cell_series(2);

}  // namespace direct
#endif

HWY_BEFORE_NAMESPACE();
namespace direct::HWY_NAMESPACE {
namespace {
namespace simd = hwy::HWY_NAMESPACE;

using Tag = simd::ScalableTag<double>;
using Vector = simd::Vec<Tag>;

constexpr std::size_t lanes = HWY_LANES(double);
static_assert(row_multiple % lanes == 0);

HWY_INLINE Vector load(const double* from) { return simd::LoadU(Tag(), from); }
HWY_INLINE void store(Vector vector, double* to) { simd::StoreU(vector, Tag(), to); }
HWY_INLINE Vector all(double value) { return simd::Set(Tag(), value); }
HWY_INLINE void multiply_by(Vector factor, double* products) { store(simd::Mul(load(products), factor), products); }

HWY_INLINE Vector polynomial(Vector z, const std::array<double, num_terms>& coefficients) {
  auto result = all(coefficients.back());
  for (std::size_t n = num_terms - 1; n > 0; --n) result = simd::MulAdd(result, z, all(coefficients[n - 1]));
  return result;
}

// sinh(y) / y = exp(|y|) (1 - exp(-2|y|)) / (2|y|); the first factor goes to `logs`.
HWY_INLINE void multiply_wide_cell(Vector y, double* logs, double* factors) {
  const auto size = simd::Abs(y), one = all(1.0);
  const auto is_wide = simd::Gt(size, one);
  const auto decay = simd::Exp(Tag(), simd::Mul(size, all(-2.0)));
  const auto wide = simd::Div(simd::Sub(one, decay), simd::Add(size, size));
  multiply_by(simd::IfThenElse(is_wide, wide, polynomial(simd::Mul(y, y), cell_factor)), factors);
  store(simd::Add(load(logs), simd::IfThenElseZero(is_wide, size)), logs);
}

void multiply_by_cells(const double* x, std::size_t num_rows, double half_cell, RowProducts& products) {
  for (std::size_t i = 0; i < num_rows; i += lanes) {
    const auto y = simd::Mul(load(x + i), all(half_cell));
    double* factors = products.factors.data() + i;
    if (simd::AllTrue(Tag(), simd::Le(simd::Abs(y), all(1.0))))
      multiply_by(polynomial(simd::Mul(y, y), cell_factor), factors);
    else
      multiply_wide_cell(y, products.logs.data() + i, factors);
  }
}

struct Derivatives {
  Vector first, second;
};

// Of log(sinh(y) / y) by y, |y| <= 1: f(z) and its derivatives by z = y^2 give them.
HWY_INLINE Derivatives narrow_cell_derivatives(Vector y) {
  const auto z = simd::Mul(y, y), reciprocal = simd::Div(all(2.0), polynomial(z, cell_factor));
  const auto slope = simd::Mul(polynomial(z, cell_slope), reciprocal);  // 2 f' / f
  const auto curvature = simd::Mul(polynomial(z, cell_curvature), reciprocal);
  const auto bend = simd::NegMulAdd(slope, slope, simd::Add(curvature, curvature));
  return {simd::Mul(slope, y), simd::MulAdd(z, bend, slope)};
}

// coth(y) - 1/y and 1/y^2 - 1/sinh(y)^2, |y| > 1
HWY_INLINE Derivatives wide_cell_derivatives(Vector y) {
  const auto size = simd::Abs(y), one = all(1.0), inverse = simd::Div(one, size);
  const auto decay = simd::Exp(Tag(), simd::Mul(size, all(-2.0)));
  const auto scale = simd::Div(one, simd::Sub(one, decay));
  const auto first = simd::Sub(simd::Mul(simd::Add(one, decay), scale), inverse);
  const auto spread = simd::Mul(simd::Mul(all(4.0), decay), simd::Mul(scale, scale));
  return {simd::CopySign(first, y), simd::Sub(simd::Mul(inverse, inverse), spread)};
}

HWY_INLINE Derivatives cell_derivatives(Vector y) {
  Derivatives result = narrow_cell_derivatives(y);
  const auto is_narrow = simd::Le(simd::Abs(y), all(1.0));
  if (simd::AllTrue(Tag(), is_narrow)) return result;
  const Derivatives wide = wide_cell_derivatives(y);
  return {simd::IfThenElse(is_narrow, result.first, wide.first),
          simd::IfThenElse(is_narrow, result.second, wide.second)};
}

void add_cell_moments_to(double half_cell, const TiltedSums& sums) {
  for (std::size_t i = 0; i < sums.x.size(); i += lanes) {
    const auto half = all(half_cell);
    const Derivatives derivatives = cell_derivatives(simd::Mul(load(sums.x.data() + i), half));
    const auto width = simd::Mul(load(sums.features.data() + i), half);
    store(simd::MulAdd(width, derivatives.first, load(sums.means + i)), sums.means + i);
    store(simd::MulAdd(simd::Mul(width, width), derivatives.second, load(sums.variances + i)), sums.variances + i);
  }
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {

HWY_EXPORT(multiply_by_cells);
HWY_EXPORT(add_cell_moments_to);

void multiply_cells(std::span<const double> x, double half_cell, RowProducts& products) {
  assert(x.size() % row_multiple == 0 && x.size() <= max_block_rows);
  HWY_DYNAMIC_DISPATCH(multiply_by_cells)(x.data(), x.size(), half_cell, products);
}

void add_cell_moments(double half_cell, const TiltedSums& sums) {
  assert(sums.x.size() % row_multiple == 0 && sums.features.size() == sums.x.size());
  HWY_DYNAMIC_DISPATCH(add_cell_moments_to)(half_cell, sums);
}

}  // namespace direct
#endif
