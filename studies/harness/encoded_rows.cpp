// SPDX-License-Identifier: MIT
#include "harness/encoded_rows.h"

#include <algorithm>
#include <deque>

namespace study {

EncodedRows encoded_rows(const direct::Dataset& dataset, const direct::Preparation& preparation) {
  std::deque<direct::Rows> blocks;
  direct::RowReader reader(dataset, preparation.schema, direct::RowReader::Targets::required);
  std::size_t num_rows = 0;
  for (direct::Rows rows; reader.next(rows); num_rows += rows.inputs.rows()) blocks.push_back(rows);
  EncodedRows result{direct::Matrix(num_rows, num_inputs(preparation.schema)), {}};
  for (const direct::Rows& block : blocks) {
    const std::size_t first = result.targets.size();
    for (std::size_t j = 0; j < block.inputs.cols(); ++j)
      std::ranges::copy(block.inputs.column(j), result.inputs.column(j).begin() + static_cast<std::ptrdiff_t>(first));
    result.targets.insert(result.targets.end(), block.targets.begin(), block.targets.end());
  }
  standardise_inputs(preparation.scaling, result.inputs);
  standardise_targets(preparation.scaling, result.targets);
  return result;
}

}  // namespace study
