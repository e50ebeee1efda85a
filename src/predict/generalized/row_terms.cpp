// SPDX-License-Identifier: MIT
#include "predict/generalized/row_terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/power_sums.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

constexpr double pi = std::numbers::pi, two_pi = 2.0 * pi;

// The first `count` coefficients of the series in powers of (s - s0) unit: repeated synthetic division.
std::array<double, series_terms> shifted(const LogSeries& series, double s0, std::size_t count) {
  std::array<double, series_terms> c{};
  for (std::size_t k = 1; k < series_terms; ++k) c[k] = series.powers[k - 1];
  const double u = s0 * series.unit;
  for (std::size_t first = 0; first < count; ++first)
    for (std::size_t k = series_terms - 1; k-- > first;) c[k] += u * c[k + 1];
  return c;
}

LogSeries about(const LogSeries& series, double s0) {
  const auto coefficients = shifted(series, s0, series_terms);
  LogSeries result{.unit = series.unit};
  for (std::size_t k = 1; k < series_terms; ++k) result.powers[k - 1] = coefficients[k];
  return result;
}

LogFunctionAt series_at(const LogSeries& series, double s) {
  const auto c = shifted(series, s, 3);
  return {.value = c[0], .slope = c[1] * series.unit, .curvature = 2.0 * c[2] * series.unit * series.unit};
}

// The largest |s + i t| exp(-rate t^2 / series_terms), t up to the last: where t^2 + s^2 is series_terms / (2 rate).
double largest_modulus(double s, double rate, double last) {
  const double square = std::min(series_terms / (2.0 * rate) - s * s, last * last);
  return square > 0.0 ? std::sqrt(s * s + square) * std::exp(-rate * square / series_terms) : std::abs(s);
}

std::vector<double> numbers_from_zero(std::size_t count) {
  std::vector<double> numbers(count);
  for (std::size_t m = 0; m < count; ++m) numbers[m] = static_cast<double>(m);
  return numbers;
}

}  // namespace

RowTerms::RowTerms(const PosteriorTerms& terms, std::size_t component, std::vector<double> features, double offset)
    : terms_(&terms), component_(component), features_(std::move(features)), offset_(offset) {
  set_moments();
}

void RowTerms::set_moments() {
  const TermTable& table = terms_->components[component_];
  moments_ = term_moments(table, features_);
  mean_ = offset_ + moments_.mean;
  std::vector<double> spans(features_.size());
  largest_span_ = scaled_products(features_, table.spans, 1.0, spans);
  all_ = series_of_all(table, features_, 1.0);
}

NarrowTerms RowTerms::narrow(const SeriesReach& reach) const {
  if (is_exact(all_, reach)) return {.series = all_};
  return narrow_terms(terms_->components[component_], features_, 1.0, reach);
}

// Every level counts that has a probability, however small: a tilt may make it large.
RowTerms::Tilted RowTerms::tilted(std::size_t weight, double s) const {
  const auto levels = terms_->model.prior.levels.column(weight);
  const auto log_probabilities = terms_->model.posterior.log_probabilities[component_].column(weight);
  const double mean = terms_->components[component_].cumulants[weight], feature = features_[weight];
  Tilted result;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < levels.size(); ++k) {
    result.values.push_back(feature * (levels[k] - mean));
    result.probabilities.push_back(log_probabilities[k] + s * result.values[k]);
    largest = std::max(largest, result.probabilities[k]);
  }
  double sum = 0.0, slope = 0.0;
  for (double& value : result.probabilities) sum += value = std::exp(value - largest);
  for (std::size_t k = 0; k < levels.size(); ++k) slope += (result.probabilities[k] /= sum) * result.values[k];
  result.cumulants = {.value = largest + std::log(sum), .slope = slope};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    result.values[k] -= slope;
    result.cumulants.curvature += result.probabilities[k] * result.values[k] * result.values[k];
  }
  return result;
}

LogFunctionAt RowTerms::at(double s) const {
  const NarrowTerms parts = narrow({.farthest = std::abs(s), .root = std::abs(s)});
  LogFunctionAt sum = series_at(parts.series, s);
  for (const std::size_t j : parts.wide) {
    const LogFunctionAt term = tilted(j, s).cumulants;
    sum.value += term.value;
    sum.slope += term.slope;
    sum.curvature += term.curvature;
  }
  return sum;
}

RowTerms::Line RowTerms::line(double s, double step, std::size_t count, double rate) const {
  const double last = step * static_cast<double>(count);
  const NarrowTerms parts = narrow({.farthest = std::abs(s) + last, .root = largest_modulus(s, rate, last)});
  const std::vector<double> positions = numbers_from_zero(count);
  std::vector<double> t(count), modulus(count, 0.0), angle(count, 0.0);
  for (std::size_t m = 0; m < count; ++m) t[m] = positions[m] * step;
  add_series(about(parts.series, s), t, modulus, angle);
  exp_in_place(modulus);
  for (double& value : angle) value /= two_pi;
  Line line{std::vector<double>(count), std::vector<double>(count)};
  cos_sin_turns(angle, line.real, line.imaginary);
  for (std::size_t m = 0; m < count; ++m) {
    line.real[m] *= modulus[m];
    line.imaginary[m] *= modulus[m];
  }
  TermList wide;
  for (const std::size_t j : parts.wide) {
    const Tilted term = tilted(j, s);
    wide.add(term.values, term.probabilities, step / two_pi);
  }
  multiply_characteristic(wide, positions, line.real, line.imaginary);
  return line;
}

// Weights by the exponents of their spans; for t up to 2^e those of a span below pi / 2^e count, as decay_rate says.
double RowTerms::line_cut(double variance, double cut, double rate, double depth) const {
  constexpr int least = -32, num_exponents = 64;
  const TermTable& table = terms_->components[component_];
  std::array<double, num_exponents> shares{};
  for (std::size_t j = 0; j < features_.size(); ++j) {
    const double feature = std::abs(features_[j]), span = feature * table.spans[j];
    if (!(span > 0.0)) continue;
    const int exponent = std::clamp(std::ilogb(pi / span) - least, 0, num_exponents - 1);
    shares[static_cast<std::size_t>(exponent)] += feature * feature * table.cumulants[features_.size() + j];
  }
  const double tilt = moments_.variance > 0.0 ? variance / moments_.variance : 0.0;
  for (double farthest = cut; farthest > 1e-9 * cut; farthest *= 0.5) {
    double total = rate;
    for (int e = 0; e < num_exponents; ++e)
      total += tilt * shares[static_cast<std::size_t>(e)] * decay_rate(farthest * std::ldexp(pi, -(e + least)));
    const double needed = std::sqrt(depth / total);
    if (needed > 0.5 * farthest) return std::min(cut, needed);
  }
  return cut;
}

std::vector<RowTerms::Part> RowTerms::split() const {
  const TermTable& table = terms_->components[component_];
  std::size_t widest = 0;
  const auto span = [&](std::size_t j) { return std::abs(features_[j]) * table.spans[j]; };
  for (std::size_t j = 1; j < features_.size(); ++j)
    if (span(j) > span(widest)) widest = j;
  std::vector<double> others = features_;
  others[widest] = 0.0;
  std::vector<Part> parts;
  const auto log_probabilities = terms_->model.posterior.log_probabilities[component_].column(widest);
  for (std::size_t k = 0; k < log_probabilities.size(); ++k) {
    if (log_probabilities[k] == -std::numeric_limits<double>::infinity()) continue;
    const double value = features_[widest] * terms_->model.prior.levels(k, widest);
    parts.push_back({log_probabilities[k], RowTerms(*terms_, component_, others, offset_ + value)});
  }
  return parts;
}

}  // namespace direct
