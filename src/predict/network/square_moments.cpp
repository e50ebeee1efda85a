// SPDX-License-Identifier: MIT
#include "predict/network/square_moments.h"

#include <vector>

namespace direct {
namespace {

constexpr std::size_t most_order = std::tuple_size_v<Cumulants>;
using Moments = std::array<double, most_order + 1>;  // about the mean, by order

// binomial(n - 1, k - 1)
constexpr double choices(std::size_t n, std::size_t k) {
  double result = 1.0;
  for (std::size_t i = 1; i < k; ++i) result = result * static_cast<double>(n - i) / static_cast<double>(i);
  return result;
}

// m_n = sum over k of choices(n, k) cumulant_k m_(n-k), where the first cumulant is 0 about the mean.
Moments central_moments(const Cumulants& cumulants) {
  Moments m{1.0, 0.0};
  for (std::size_t n = 2; n <= most_order; ++n)
    for (std::size_t k = 2; k <= n; ++k) m[n] += choices(n, k) * cumulants[k - 1] * m[n - k];
  return m;
}

}  // namespace

Cumulants cumulants_of(std::span<const double> levels, std::span<const double> probabilities) {
  Cumulants result{};
  for (std::size_t k = 0; k < levels.size(); ++k) result[0] += probabilities[k] * levels[k];
  Moments m{1.0};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    double power = probabilities[k] * (levels[k] - result[0]);
    for (std::size_t n = 2; n <= most_order; ++n) m[n] += power *= levels[k] - result[0];
  }
  for (std::size_t n = 2; n <= most_order; ++n) {
    result[n - 1] = m[n];
    for (std::size_t k = 2; k < n; ++k) result[n - 1] -= choices(n, k) * result[k - 1] * m[n - k];
  }
  return result;
}

CentralMoments moments_of(const Cumulants& number) {
  const Moments m = central_moments(number);
  return {.mean = number[0], .second = m[2], .third = m[3], .fourth = m[4]};
}

// With z = c + d: z^2 - E z^2 = 2 c d + h, h = d^2 - v, whose powers are sums of moments of d.
CentralMoments moments_of_square(const Cumulants& number) {
  const double c = 2.0 * number[0];
  const Moments m = central_moments(number);
  const double v = m[2];
  const double dh = m[3], ddh = m[4] - v * v, dddh = m[5] - v * m[3];
  const double hh = m[4] - v * v, dhh = m[5] - 2.0 * v * m[3], ddhh = m[6] - 2.0 * v * m[4] + v * v * v;
  const double hhh = m[6] - 3.0 * v * m[4] + 2.0 * v * v * v, dhhh = m[7] - 3.0 * v * m[5] + 3.0 * v * v * m[3];
  const double hhhh = m[8] - 4.0 * v * m[6] + 6.0 * v * v * m[4] - 3.0 * v * v * v * v;
  return {.mean = number[0] * number[0] + v,
          .second = c * c * v + 2.0 * c * dh + hh,
          .third = c * c * c * m[3] + 3.0 * c * c * ddh + 3.0 * c * dhh + hhh,
          .fourth = c * c * c * c * m[4] + 4.0 * c * c * c * dddh + 6.0 * c * c * ddhh + 4.0 * c * dhhh + hhhh};
}

// a s - A S = A (s - S) + (a - A) s, and s = S + (s - S).
CentralMoments moments_of_product(const CentralMoments& a, const CentralMoments& s) {
  const double A = a.mean, S = s.mean;
  const double square = S * S + s.second;
  const double cube = S * S * S + 3.0 * S * s.second + s.third;
  const double fourth_power = S * S * S * S + 6.0 * S * S * s.second + 4.0 * S * s.third + s.fourth;
  return {
      .mean = A * S,
      .second = A * A * s.second + a.second * square,
      .third = A * A * A * s.third + 3.0 * A * a.second * (2.0 * S * s.second + s.third) + a.third * cube,
      .fourth = A * A * A * A * s.fourth + 6.0 * A * A * a.second * (S * S * s.second + 2.0 * S * s.third + s.fourth) +
                4.0 * A * a.third * (3.0 * S * S * s.second + 3.0 * S * s.third + s.fourth) + a.fourth * fourth_power};
}

TermMoments as_cumulants(const CentralMoments& moments) {
  return {.mean = moments.mean,
          .variance = moments.second,
          .third = moments.third,
          .fourth = moments.fourth - 3.0 * moments.second * moments.second};
}

}  // namespace direct
