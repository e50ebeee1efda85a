// SPDX-License-Identifier: MIT
#include "laws/link/row_terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "algebra/constants.h"
#include "algebra/power_sums.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

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

// 4.6 times the sum of the 20th powers bounds the remainder.
constexpr double rough_remainder = 0.1;

// The weights of the largest spans, the very largest first.
std::vector<std::size_t> widest_of(std::span<const double> spans) {
  constexpr std::size_t most = 128;
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < spans.size(); ++j)
    if (spans[j] != 0.0) order.push_back(j);
  const auto is_wider = [&](std::size_t a, std::size_t b) { return std::abs(spans[a]) > std::abs(spans[b]); };
  if (order.size() > most) {
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(order.begin(), end, order.end(), is_wider);
    order.erase(end, order.end());
  }
  if (!order.empty()) std::iter_swap(order.begin(), std::min_element(order.begin(), order.end(), is_wider));
  return order;
}

}  // namespace

RowTerms::RowTerms(const WeightTerms& terms, std::size_t component, std::vector<double> features, double offset)
    : terms_(&terms), component_(component), features_(std::move(features)), offset_(offset) {
  set_moments();
}

void RowTerms::set_moments() {
  const TermTable& table = terms_->components[component_];
  moments_ = term_moments(table, features_);
  mean_ = offset_ + moments_.mean;
  std::vector<double> spans(features_.size());
  largest_span_ = scaled_products(features_, table.spans, 1.0, spans);
  widest_ = widest_of(spans);
  for (const std::size_t j : widest_) {
    other_variance_ -= features_[j] * features_[j] * table.cumulants[features_.size() + j];
    other_span_ = other_span_ == 0.0 ? std::abs(spans[j]) : std::min(other_span_, std::abs(spans[j]));
  }
  other_variance_ = moments_.variance > 0.0 ? std::max(0.0, 1.0 + other_variance_ / moments_.variance) : 0.0;
  all_ = series_of_all(table, features_, 1.0);
}

NarrowTerms RowTerms::narrow(const SeriesReach& reach) const {
  if (is_exact(all_, reach)) return {.series = all_};
  return narrow_terms(terms_->components[component_], features_, 1.0, reach);
}

// Every level counts that has a probability, however small: a tilt may make it large.
void RowTerms::tilt(std::size_t weight, double s, Tilted& result) const {
  const auto levels = terms_->levels.column(weight);
  const auto log_probabilities = terms_->log_probabilities[component_].column(weight);
  const double mean = terms_->components[component_].cumulants[weight], feature = features_[weight];
  std::vector<double>&values = result.values, &probabilities = result.probabilities;
  values.resize(levels.size());
  probabilities.resize(levels.size());
  double largest = -infinity;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    values[k] = feature * (levels[k] - mean);
    probabilities[k] = log_probabilities[k] + s * values[k];
    largest = std::max(largest, probabilities[k]);
  }
  for (double& value : probabilities) value -= largest;
  exp_in_place(probabilities);
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  for (double& value : probabilities) value /= sum;
  const double slope = std::inner_product(values.begin(), values.end(), probabilities.begin(), 0.0);
  result.cumulants = {.value = largest + std::log(sum), .slope = slope};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    values[k] -= slope;
    result.cumulants.curvature += probabilities[k] * values[k] * values[k];
  }
}

LogFunctionAt RowTerms::at(double s) const {
  const NarrowTerms parts = narrow({.farthest = std::abs(s), .root = std::abs(s)});
  LogFunctionAt sum = series_at(parts.series, s);
  Tilted term;
  for (const std::size_t j : parts.wide) {
    tilt(j, s, term);
    sum.value += term.cumulants.value;
    sum.slope += term.cumulants.slope;
    sum.curvature += term.cumulants.curvature;
  }
  return sum;
}

bool RowTerms::has_rough_series(double s) const {
  const double x = std::abs(s) * all_.unit;
  return x <= 0.5 && 2.0 * series_bound * all_.powers.back() * std::pow(x, series_terms) <= rough_remainder;
}

double RowTerms::rough_value(double s) const { return has_rough_series(s) ? series_at(all_, s).value : at(s).value; }

TermList RowTerms::tilted_terms(std::span<const std::size_t> weights, double s, double scale) const {
  constexpr double negligible = 1e-17;
  TermList terms;
  Tilted term;
  for (const std::size_t j : weights) {
    tilt(j, s, term);
    for (double& probability : term.probabilities) probability = probability < negligible ? 0.0 : probability;
    terms.add(term.values, term.probabilities, scale);
  }
  return terms;
}

RowTerms::Line RowTerms::line(double s, std::span<const double> t, double root) const {
  const std::size_t count = t.size();
  const NarrowTerms parts = narrow({.farthest = std::hypot(s, t.back()), .root = root});
  std::vector<double> modulus(count, 0.0), angle(count, 0.0);
  add_series(about(parts.series, s), t, modulus, angle);
  exp_in_place(modulus);
  for (double& value : angle) value /= two_pi;
  Line line{std::vector<double>(count), std::vector<double>(count)};
  cos_sin_turns(angle, line.real, line.imaginary);
  for (std::size_t m = 0; m < count; ++m) {
    line.real[m] *= modulus[m];
    line.imaginary[m] *= modulus[m];
  }
  multiply_characteristic(tilted_terms(parts.wide, s, 1.0 / two_pi), t, line.real, line.imaginary);
  return line;
}

std::vector<double> RowTerms::modulus_bounds(double s, double variance, std::span<const double> t) const {
  std::vector<double> real(t.size(), 1.0), imaginary(t.size(), 0.0);
  multiply_characteristic(tilted_terms(widest_, s, 1.0 / two_pi), t, real, imaginary);
  for (std::size_t m = 0; m < t.size(); ++m)
    real[m] = std::hypot(real[m], imaginary[m]) *
              std::exp(-decay_rate(t[m] * other_span_) * other_variance_ * variance * t[m] * t[m]);
  return real;
}

std::vector<RowTerms::Value> RowTerms::few_values(std::size_t most) const {
  const Matrix& log_probabilities = terms_->log_probabilities[component_];
  const auto& means = terms_->components[component_].cumulants;
  std::vector<Value> values = {{0.0, mean_}};
  for (const std::size_t j : widest_) {
    std::vector<Value> longer;
    for (const auto& [log_probability, z] : values)
      for (std::size_t k = 0; k < log_probabilities.rows(); ++k)
        if (log_probabilities(k, j) > -infinity)
          longer.push_back(
              {log_probability + log_probabilities(k, j), z + features_[j] * (terms_->levels(k, j) - means[j])});
    if (longer.size() > most) return {};
    values = std::move(longer);
  }
  return values;
}

std::vector<RowTerms::Part> RowTerms::split() const {
  const std::size_t widest = widest_.front();
  std::vector<double> others = features_;
  others[widest] = 0.0;
  std::vector<Part> parts;
  const auto log_probabilities = terms_->log_probabilities[component_].column(widest);
  for (std::size_t k = 0; k < log_probabilities.size(); ++k) {
    if (log_probabilities[k] == -infinity) continue;
    const double value = features_[widest] * terms_->levels(k, widest);
    parts.push_back({log_probabilities[k], RowTerms(*terms_, component_, others, offset_ + value)});
  }
  return parts;
}

}  // namespace direct
