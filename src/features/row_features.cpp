// SPDX-License-Identifier: MIT
#include "features/row_features.h"

#include <vector>

#include "algebra/dense.h"
#include "algebra/matrix_rows.h"
#include "features/integer_fourier.h"

namespace direct {

void evaluate_rows(const FeatureMap& map, const Matrix& inputs, std::size_t first, std::size_t count,
                   Matrix& features) {
  features.resize(map.num_features(), count);
  if (map.integer) {
    IntegerRow row(*map.integer);
    for (std::size_t i = 0; i < count; ++i) row.evaluate(inputs, first + i, features.column(i));
    return;
  }
  Matrix transposed;
  evaluate(map, rows_of(inputs, first, count), transposed);
  view(features) = view(transposed).transpose();
}

}  // namespace direct
