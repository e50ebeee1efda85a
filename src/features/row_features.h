// SPDX-License-Identifier: MIT
// Features with those of one row side by side, for who wants rows one at a time.
#pragma once

#include <cstddef>

#include <direct/features.h>

namespace direct {

// Column i of `features` becomes the features of row first + i of the standardised inputs. The bits of a row do not
// depend on the other rows of the call where the features are integers.
void evaluate_rows(const FeatureMap& map, const Matrix& inputs, std::size_t first, std::size_t count, Matrix& features);

}  // namespace direct
