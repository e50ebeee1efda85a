// SPDX-License-Identifier: MIT
// How many bits integer features need.
#pragma once

#include <span>

#include <direct/data.h>
#include <direct/features.h>
#include <direct/statistics.h>

namespace direct {

// Features of 8 bits, which are the cheapest on a chip, unless the rows tell that they lose against 12, in density and
// in squares: one without the other is a matter of outliers. The rows are standardised; the inputs go from `least` to
// `most`.
FeatureMap integer_features_by_need(const FeatureMap& fourier, const Variances& variances, const Rows& rows,
                                    std::span<const double> least, std::span<const double> most);

}  // namespace direct
