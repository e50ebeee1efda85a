// SPDX-License-Identifier: MIT
#include "algebra/power_sums.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/power_sums.cpp"
#include <hwy/foreach_target.h>

// Below foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace direct::HWY_NAMESPACE {
namespace {
namespace simd = hwy::HWY_NAMESPACE;

using Tag = simd::ScalableTag<double>;

// Values go through the powers block by block, so that a block and its powers so far stay in the nearest cache.
constexpr std::size_t block_values = 256;

// Adds the next two powers: `power` holds values^(k-1) and becomes values^(k+1).
void add_two(const double* values, double* power, const double* coefficients, std::size_t stride, std::size_t count,
             double* sums) {
  const Tag tag;
  const std::size_t step = simd::Lanes(tag);
  auto first = simd::Zero(tag), second = simd::Zero(tag);
  std::size_t j = 0;
  for (; j + step <= count; j += step) {
    const auto x = simd::LoadU(tag, values + j);
    const auto p1 = simd::Mul(simd::LoadU(tag, power + j), x);
    const auto p2 = simd::Mul(p1, x);
    first = simd::MulAdd(p1, simd::LoadU(tag, coefficients + j), first);
    second = simd::MulAdd(p2, simd::LoadU(tag, coefficients + stride + j), second);
    simd::StoreU(p2, tag, power + j);
  }
  sums[0] += simd::GetLane(simd::SumOfLanes(tag, first));
  sums[1] += simd::GetLane(simd::SumOfLanes(tag, second));
  for (; j < count; ++j) {
    power[j] *= values[j];
    sums[0] += power[j] * coefficients[j];
    power[j] *= values[j];
    sums[1] += power[j] * coefficients[stride + j];
  }
}

void add_four(const double* values, double* power, const double* coefficients, std::size_t stride, std::size_t count,
              double* sums) {
  const Tag tag;
  const std::size_t step = simd::Lanes(tag);
  auto s1 = simd::Zero(tag), s2 = simd::Zero(tag), s3 = simd::Zero(tag), s4 = simd::Zero(tag);
  std::size_t j = 0;
  for (; j + step <= count; j += step) {
    const auto x = simd::LoadU(tag, values + j);
    const double* c = coefficients + j;
    const auto p1 = simd::Mul(simd::LoadU(tag, power + j), x);
    const auto square = simd::Mul(x, x);
    const auto p2 = simd::Mul(p1, x);
    const auto p3 = simd::Mul(p1, square);
    const auto p4 = simd::Mul(p2, square);
    s1 = simd::MulAdd(p1, simd::LoadU(tag, c), s1);
    s2 = simd::MulAdd(p2, simd::LoadU(tag, c + stride), s2);
    s3 = simd::MulAdd(p3, simd::LoadU(tag, c + 2 * stride), s3);
    s4 = simd::MulAdd(p4, simd::LoadU(tag, c + 3 * stride), s4);
    simd::StoreU(p4, tag, power + j);
  }
  sums[0] += simd::GetLane(simd::SumOfLanes(tag, s1));
  sums[1] += simd::GetLane(simd::SumOfLanes(tag, s2));
  sums[2] += simd::GetLane(simd::SumOfLanes(tag, s3));
  sums[3] += simd::GetLane(simd::SumOfLanes(tag, s4));
  for (; j < count; ++j) {
    for (std::size_t k = 0; k < 4; ++k) {
      power[j] *= values[j];
      sums[k] += power[j] * coefficients[k * stride + j];
    }
  }
}

void power_sums_of(const double* values, std::size_t count, const double* coefficients, double* sums,
                   std::size_t num_sums) {
  std::array<double, block_values> power;
  for (std::size_t first = 0; first < count; first += block_values) {
    const std::size_t size = std::min(block_values, count - first);
    std::fill_n(power.begin(), size, 1.0);
    std::size_t k = 0;
    for (; k + 4 <= num_sums; k += 4)
      add_four(values + first, power.data(), coefficients + k * count + first, count, size, sums + k);
    for (; k < num_sums; k += 2)
      add_two(values + first, power.data(), coefficients + k * count + first, count, size, sums + k);
  }
}

double products_of(const double* values, const double* factors, double scale, double* products, std::size_t count) {
  const Tag tag;
  const std::size_t step = simd::Lanes(tag);
  const auto scales = simd::Set(tag, scale);
  auto largest = simd::Zero(tag);
  std::size_t j = 0;
  for (; j + step <= count; j += step) {
    const auto product = simd::Mul(simd::Mul(simd::LoadU(tag, values + j), simd::LoadU(tag, factors + j)), scales);
    largest = simd::Max(largest, simd::Abs(product));
    simd::StoreU(product, tag, products + j);
  }
  double result = simd::GetLane(simd::MaxOfLanes(tag, largest));
  for (; j < count; ++j) {
    products[j] = values[j] * factors[j] * scale;
    result = std::max(result, std::abs(products[j]));
  }
  return result;
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {

HWY_EXPORT(power_sums_of);
HWY_EXPORT(products_of);

void power_sums(std::span<const double> values, std::span<const double> coefficients, std::span<double> sums) {
  assert(sums.size() % 2 == 0 && coefficients.size() == values.size() * sums.size());
  std::fill(sums.begin(), sums.end(), 0.0);
  HWY_DYNAMIC_DISPATCH(power_sums_of)
  (values.data(), values.size(), coefficients.data(), sums.data(), sums.size());
}

double scaled_products(std::span<const double> values, std::span<const double> factors, double scale,
                       std::span<double> products) {
  assert(values.size() == factors.size() && values.size() == products.size());
  return HWY_DYNAMIC_DISPATCH(products_of)(values.data(), factors.data(), scale, products.data(), values.size());
}

}  // namespace direct
#endif
