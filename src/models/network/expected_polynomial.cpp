// SPDX-License-Identifier: MIT
#include "models/network/expected_polynomial.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/parallel.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// Few enough that sums of each do not take much, enough for many threads.
constexpr std::size_t most_blocks = 128, least_block_size = 4096;

}  // namespace

ExpectedPolynomial::ExpectedPolynomial(WeightPolynomial polynomial)
    : terms_(std::move(polynomial)), negative_(terms_.num_terms()) {
  for (std::size_t t = 0; t < terms_.num_terms(); ++t) {
    double& coefficient = terms_.coefficient(t);
    negative_[t] = coefficient < 0.0;
    coefficient = std::log(std::abs(coefficient));
    for (const WeightPower factor : terms_.factors(t)) most_power_ = std::max(most_power_, factor.power());
  }
}

std::size_t ExpectedPolynomial::most_sums_bytes(std::size_t num_weights, std::size_t most_power) {
  return most_blocks * num_weights * most_power * sizeof(double);
}

std::size_t ExpectedPolynomial::block_size() const {
  return std::max(least_block_size, (num_terms() + most_blocks - 1) / most_blocks);
}

double ExpectedPolynomial::value(const Matrix& levels, const Matrix& probabilities, Matrix* by_probability) const {
  const RawMoments moments(levels, probabilities, most_power_);
  std::vector<Sums> blocks((num_terms() + block_size() - 1) / block_size());
  parallel_for(blocks.size(), [&](std::size_t b) { blocks[b] = of_block(b, moments, by_probability != nullptr); });
  const Sums sums = total(blocks);
  if (by_probability != nullptr)
    chain_to_probabilities(levels, moments.derivatives(sums.by_moment, sums.log_scale), *by_probability);
  return sums.value * std::exp(sums.log_scale);
}

// A term with a moment of zero matters to the derivative by that moment only, one with more of them not at all.
ExpectedPolynomial::Sums ExpectedPolynomial::of_block(std::size_t block, const RawMoments& moments,
                                                      bool by_moment) const {
  const std::size_t first = block * block_size(), count = std::min(block_size(), num_terms() - first);
  std::vector<MomentProduct> products(count);
  std::vector<double> terms(count, minus_infinity);  // their logarithms, then their values
  for (std::size_t i = 0; i < count; ++i) {
    products[i] = moments.expectation(terms_.factors(first + i));
    if (products[i].num_zero <= (by_moment ? 1U : 0U))
      terms[i] = terms_.coefficient(first + i) + products[i].log_magnitude;
  }
  Sums sums{.log_scale = std::ranges::max(terms), .by_moment = std::vector<double>(by_moment ? moments.size() : 0)};
  if (sums.log_scale == minus_infinity) return sums;
  for (double& term : terms) term -= sums.log_scale;
  exp_in_place(terms);
  for (std::size_t i = 0; i < count; ++i)
    terms[i] *= negative_[first + i] != 0 ? -products[i].sign() : products[i].sign();
  for (std::size_t i = 0; i < count; ++i)
    if (products[i].num_zero == 0) sums.value += terms[i];
  if (by_moment) add_by_moment(first, terms, products, moments, sums.by_moment);
  return sums;
}

void ExpectedPolynomial::add_by_moment(std::size_t first, std::span<const double> terms,
                                       std::span<const MomentProduct> products, const RawMoments& moments,
                                       std::span<double> sums) const {
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i] != 0.0)
      for (const WeightPower factor : terms_.factors(first + i))
        if (products[i].num_zero == 0 || moments.is_zero(factor)) sums[moments.index(factor)] += terms[i];
}

ExpectedPolynomial::Sums ExpectedPolynomial::total(const std::vector<Sums>& blocks) {
  Sums result{.log_scale = minus_infinity};
  for (const Sums& block : blocks) result.log_scale = std::max(result.log_scale, block.log_scale);
  if (!blocks.empty()) result.by_moment.resize(blocks.front().by_moment.size());
  for (const Sums& block : blocks) {
    if (block.log_scale == minus_infinity) continue;
    const double scale = std::exp(block.log_scale - result.log_scale);
    result.value += scale * block.value;
    for (std::size_t i = 0; i < result.by_moment.size(); ++i) result.by_moment[i] += scale * block.by_moment[i];
  }
  return result;
}

}  // namespace direct
