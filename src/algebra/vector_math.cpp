// SPDX-License-Identifier: MIT
// Highway compiles the part between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE once per instruction set and picks
// one at run time. The end of an array goes through the same vector code, padded: an element's bits never depend on
// where it stands.
#include "algebra/vector_math.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/vector_math.cpp"
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

// Highway's exponential is 0 for NaN and garbage where it overflows.
HWY_INLINE Vector guarded_exp(Vector x) {
  const Tag tag;
  const auto largest = simd::Set(tag, 709.782712893384);
  const auto power = simd::Exp(tag, simd::Min(x, largest));
  const auto result = simd::IfThenElse(simd::Gt(x, largest), simd::Inf(tag), power);
  return simd::IfThenElse(simd::IsNaN(x), x, result);
}

template <std::size_t size>
HWY_INLINE Vector polynomial(Vector x, const std::array<double, size>& coefficients) {
  const Tag tag;
  auto result = simd::Set(tag, coefficients.back());
  for (std::size_t i = size - 1; i > 0; --i) result = simd::MulAdd(result, x, simd::Set(tag, coefficients[i - 1]));
  return result;
}

// fdlibm's approximations on an eighth of a turn to either side of 0: exact at 0, which Highway's own are not.
constexpr std::array sine_series = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                    -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                    -2.50507602534068634195e-08, 1.58969099521155010221e-10};
constexpr std::array cosine_series = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                      2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                      2.08757232129817482790e-09, -1.13596475577881948265e-11};

struct CosSin {
  Vector cosine, sine;
};

HWY_INLINE CosSin cos_sin_near_zero(Vector turns) {
  const Tag tag;
  const auto x = simd::Mul(turns, simd::Set(tag, 6.283185307179586));
  const auto square = simd::Mul(x, x);
  const auto parabola = simd::NegMulAdd(square, simd::Set(tag, 0.5), simd::Set(tag, 1.0));
  return {simd::MulAdd(simd::Mul(square, square), polynomial(square, cosine_series), parabola),
          simd::MulAdd(simd::Mul(square, x), polynomial(square, sine_series), x)};
}

// Whole and quarter turns are taken off exactly; what is left of them, -2 ... 2 quarters, exchanges and flips.
HWY_INLINE CosSin cos_sin(Vector turns) {
  const Tag tag;
  const auto fraction = simd::Sub(turns, simd::Round(turns));
  const auto quarters = simd::Round(simd::Mul(fraction, simd::Set(tag, 4.0)));
  const auto near = cos_sin_near_zero(simd::NegMulAdd(quarters, simd::Set(tag, 0.25), fraction));
  const auto one = simd::Set(tag, 1.0);
  const auto is_odd = simd::Eq(simd::Abs(quarters), one);
  const auto sign = simd::Sub(one, simd::Abs(quarters));  // of an even number of quarters
  return {simd::IfThenElse(is_odd, simd::Neg(simd::Mul(quarters, near.sine)), simd::Mul(sign, near.cosine)),
          simd::IfThenElse(is_odd, simd::Mul(quarters, near.cosine), simd::Mul(sign, near.sine))};
}

HWY_INLINE void exp_vector(double* values) {
  const Tag tag;
  simd::StoreU(guarded_exp(simd::LoadU(tag, values)), tag, values);
}

HWY_INLINE void cos_sin_vector(const double* turns, double* cosine, double* sine) {
  const Tag tag;
  const auto result = cos_sin(simd::LoadU(tag, turns));
  simd::StoreU(result.cosine, tag, cosine);
  simd::StoreU(result.sine, tag, sine);
}

using Padded = std::array<double, HWY_MAX_BYTES / sizeof(double)>;

void exp_array(double* values, std::size_t count) {
  const std::size_t step = simd::Lanes(Tag());
  std::size_t i = 0;
  for (; i + step <= count; i += step) exp_vector(values + i);
  Padded rest{};
  std::copy(values + i, values + count, rest.begin());
  exp_vector(rest.data());
  std::copy_n(rest.begin(), count - i, values + i);
}

void cos_sin_array(const double* turns, double* cosine, double* sine, std::size_t count) {
  const std::size_t step = simd::Lanes(Tag());
  std::size_t i = 0;
  for (; i + step <= count; i += step) cos_sin_vector(turns + i, cosine + i, sine + i);
  Padded rest{}, rest_cosine{}, rest_sine{};
  std::copy(turns + i, turns + count, rest.begin());
  cos_sin_vector(rest.data(), rest_cosine.data(), rest_sine.data());
  std::copy_n(rest_cosine.begin(), count - i, cosine + i);
  std::copy_n(rest_sine.begin(), count - i, sine + i);
}

struct Categorical {
  const double* turns;
  const double* probabilities;
  std::size_t count;
};

HWY_INLINE void characteristic_vector(const Categorical& values, const double* positions, double* real,
                                      double* imaginary) {
  const Tag tag;
  const auto position = simd::LoadU(tag, positions);
  auto cosine = simd::Zero(tag), sine = simd::Zero(tag);
  for (std::size_t k = 0; k < values.count; ++k) {
    const auto probability = simd::Set(tag, values.probabilities[k]);
    const auto term = cos_sin(simd::Mul(position, simd::Set(tag, values.turns[k])));
    cosine = simd::MulAdd(probability, term.cosine, cosine);
    sine = simd::MulAdd(probability, term.sine, sine);
  }
  const auto x = simd::LoadU(tag, real), y = simd::LoadU(tag, imaginary);
  simd::StoreU(simd::Sub(simd::Mul(x, cosine), simd::Mul(y, sine)), tag, real);
  simd::StoreU(simd::Add(simd::Mul(x, sine), simd::Mul(y, cosine)), tag, imaginary);
}

void characteristic_array(const double* turns, const double* probabilities, std::size_t num_values,
                          const double* positions, double* real, double* imaginary, std::size_t count) {
  const Categorical values{turns, probabilities, num_values};
  const std::size_t step = simd::Lanes(Tag());
  std::size_t i = 0;
  for (; i + step <= count; i += step) characteristic_vector(values, positions + i, real + i, imaginary + i);
  Padded rest{}, rest_real{}, rest_imaginary{};
  std::copy(positions + i, positions + count, rest.begin());
  std::copy(real + i, real + count, rest_real.begin());
  std::copy(imaginary + i, imaginary + count, rest_imaginary.begin());
  characteristic_vector(values, rest.data(), rest_real.data(), rest_imaginary.data());
  std::copy_n(rest_real.begin(), count - i, real + i);
  std::copy_n(rest_imaginary.begin(), count - i, imaginary + i);
}

HWY_INLINE void multiply_vector(const std::uint32_t* words, std::size_t stride, const std::int16_t* factors,
                                std::size_t num_factors, std::uint32_t* sums) {
  const simd::ScalableTag<std::uint32_t> tag;
  auto sum = simd::Zero(tag);
  for (std::size_t j = 0; j < num_factors; ++j) {
    const auto factor = simd::Set(tag, static_cast<std::uint32_t>(std::int32_t{factors[j]}));
    sum = simd::Add(sum, simd::Mul(simd::LoadU(tag, words + j * stride), factor));
  }
  simd::StoreU(sum, tag, sums);
}

void multiply_array(const std::uint32_t* words, const std::int16_t* factors, std::size_t num_factors,
                    std::uint32_t* sums, std::size_t count) {
  const std::size_t step = simd::Lanes(simd::ScalableTag<std::uint32_t>());
  std::size_t i = 0;
  for (; i + step <= count; i += step) multiply_vector(words + i, count, factors, num_factors, sums + i);
  for (; i < count; ++i) {
    sums[i] = 0;
    for (std::size_t j = 0; j < num_factors; ++j)
      sums[i] += words[j * count + i] * static_cast<std::uint32_t>(std::int32_t{factors[j]});
  }
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {

HWY_EXPORT(exp_array);
HWY_EXPORT(cos_sin_array);
HWY_EXPORT(characteristic_array);
HWY_EXPORT(multiply_array);

void exp_in_place(std::span<double> values) { HWY_DYNAMIC_DISPATCH(exp_array)(values.data(), values.size()); }

void cos_sin_turns(std::span<const double> turns, std::span<double> cosine, std::span<double> sine) {
  assert(cosine.size() == turns.size() && sine.size() == turns.size());
  HWY_DYNAMIC_DISPATCH(cos_sin_array)(turns.data(), cosine.data(), sine.data(), turns.size());
}

void multiply_characteristic(std::span<const double> turns, std::span<const double> probabilities,
                             std::span<const double> positions, std::span<double> real, std::span<double> imaginary) {
  assert(turns.size() == probabilities.size());
  assert(real.size() == positions.size() && imaginary.size() == positions.size());
  HWY_DYNAMIC_DISPATCH(characteristic_array)
  (turns.data(), probabilities.data(), turns.size(), positions.data(), real.data(), imaginary.data(), positions.size());
}

void multiply_modulo(std::span<const std::uint32_t> words, std::span<const std::int16_t> factors,
                     std::span<std::uint32_t> sums) {
  assert(words.size() == factors.size() * sums.size());
  HWY_DYNAMIC_DISPATCH(multiply_array)(words.data(), factors.data(), factors.size(), sums.data(), sums.size());
}

}  // namespace direct
#endif
