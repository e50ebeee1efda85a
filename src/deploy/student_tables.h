// SPDX-License-Identifier: MIT
// Quantiles of Student's t in 16 bits, by the inverse of the degrees of freedom.
#pragma once

#include <direct/deploy.h>

namespace direct {

inline constexpr std::size_t student_segments = 16;     // of a table over 1 / degrees: it has one entry more
inline constexpr double largest_student_deviate = 4.0;  // the Gaussian quantile up to which the device knows those of t

// The law of a model with so many deviations. The interval is left out where `level` is absent.
IntegerStudent integer_student(std::size_t num_deviations, double noise_degrees, std::optional<double> level);

// The largest quantile that the device has, in units of std_total.
double largest_student_quantile(const IntegerStudent& student);

}  // namespace direct
