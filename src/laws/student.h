// SPDX-License-Identifier: MIT
// Student's t with a location and a scale, in closed form; a Gaussian where its degrees of freedom are many.
#pragma once

#include "laws/gaussian_mixture.h"

namespace direct {

struct StudentT {
  double location = 0.0, scale = 1.0;
  double degrees = 2.0;  // of freedom, at least 2; may be infinite
};

CdfAndDensity cdf_and_density(const StudentT& law, double y);
double log_density(const StudentT& law, double y);
double quantile(const StudentT& law, double probability);
double mean_distance(const StudentT& law, double y);  // E|Y - y|
double mean_difference(const StudentT& law);          // E|Y - Y'|
double excess_kurtosis(const StudentT& law);          // the largest double where there is none

}  // namespace direct
