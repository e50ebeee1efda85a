// SPDX-License-Identifier: MIT
#include "deploy/student_tables.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

#include "algebra/constants.h"
#include "deploy/fixed_point.h"
#include "laws/student.h"

namespace direct {
namespace {

constexpr double min_degrees = 2.0;  // as the host has it
constexpr double deviate_step = 0.25;
constexpr int num_deviates = 17;

double degrees_of(double inverse) { return inverse > 0.0 ? std::max(min_degrees, 1.0 / inverse) : infinity; }

double inverse_degrees(const IntegerStudent& student, std::size_t entry) {
  return student.largest_inverse_degrees * static_cast<double>(entry) / static_cast<double>(student_segments);
}

// The quantile with `tail` above it; far out, 1 - tail has no digits left.
double upper_quantile(double degrees, double tail) { return -quantile({.degrees = degrees}, tail); }

std::uint16_t weight(double share) {
  return static_cast<std::uint16_t>(std::min(65535.0, std::round(65536.0 * share)));
}

// Entries are rounded up, in units of the ratio.
std::uint16_t multiplier(double value, int left, int right) {
  return static_cast<std::uint16_t>(std::min(65535.0, std::ceil(std::ldexp(value, 16 - left + right))));
}

void set_interval_scales(IntegerStudent& student, double level) {
  const double tail = 0.5 * (1.0 - level);
  student.smallest_scale = upper_quantile(infinity, tail);
  student.largest_scale = upper_quantile(degrees_of(student.largest_inverse_degrees), tail);
  const IntegerRatio ratio = integer_ratio(student.largest_scale);
  student.interval_left = ratio.left;
  student.interval_right = ratio.right;
  for (std::size_t i = 0; i <= student_segments; ++i)
    student.interval.push_back(
        multiplier(upper_quantile(degrees_of(inverse_degrees(student, i)), tail), ratio.left, ratio.right));
}

// The quantile of the t over that of a Gaussian, which is `deviate`.
double quantile_ratio(double degrees, double deviate) {
  deviate = std::max(deviate, 1e-3);
  return upper_quantile(degrees, boost::math::cdf(complement(boost::math::normal(), deviate))) / deviate;
}

void set_quantiles(IntegerStudent& student) {
  const double largest = quantile_ratio(degrees_of(student.largest_inverse_degrees), largest_student_deviate);
  student.quantile_left = integer_ratio(largest).left;
  for (int k = 0; k < num_deviates; ++k)
    for (std::size_t i = 0; i <= student_segments; ++i)
      student.quantiles.push_back(multiplier(quantile_ratio(degrees_of(inverse_degrees(student, i)), deviate_step * k),
                                             student.quantile_left, 0));
}

// The device takes differences of neighbours for positive: no entry is below the one before it or, of the quantiles,
// below that of the table before, not even by a rounding error.
void make_monotone(IntegerStudent& student) {
  constexpr std::size_t length = student_segments + 1;
  const auto raise = [](std::uint16_t& value, std::uint16_t least) { value = std::max(value, least); };
  for (std::size_t i = 1; i < student.interval.size(); ++i) raise(student.interval[i], student.interval[i - 1]);
  for (std::size_t i = 0; i < student.quantiles.size(); ++i) {
    if (i % length > 0) raise(student.quantiles[i], student.quantiles[i - 1]);
    if (i >= length) raise(student.quantiles[i], student.quantiles[i - length]);
  }
}

}  // namespace

double IntegerStudent::degrees(double std_model, double noise, std::size_t num_deviations) const {
  const double total = std_model * std_model + noise * noise;
  const double model = std_model * std_model / total, rest = noise * noise / total;
  return degrees_of(model * model / static_cast<double>(num_deviations) + rest * rest / noise_degrees);
}

IntegerStudent integer_student(std::size_t num_deviations, double noise_degrees, std::optional<double> level) {
  const double inverse = 1.0 / static_cast<double>(num_deviations);
  IntegerStudent student{.noise_degrees = noise_degrees,
                         .largest_inverse_degrees = std::max(inverse, 1.0 / noise_degrees),
                         .root_ratio = integer_ratio(std::sqrt(inverse))};
  student.model_weight = weight(inverse / student.largest_inverse_degrees);
  student.noise_weight = weight(1.0 / noise_degrees / student.largest_inverse_degrees);
  if (level) set_interval_scales(student, *level);
  set_quantiles(student);
  make_monotone(student);
  return student;
}

double largest_student_quantile(const IntegerStudent& student) {
  const double far =
      largest_student_deviate * quantile_ratio(degrees_of(student.largest_inverse_degrees), largest_student_deviate);
  return std::max(far, student.largest_scale);
}

}  // namespace direct
