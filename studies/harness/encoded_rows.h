// SPDX-License-Identifier: MIT
// All rows of a data set at once, standardised: what a baseline that visits rows again and again needs.
#pragma once

#include <direct/statistics.h>

#include <vector>

namespace study {

struct EncodedRows {
  direct::Matrix inputs;  // rows x num_inputs
  std::vector<double> targets;
};

EncodedRows encoded_rows(const direct::Dataset& dataset, const direct::Preparation& preparation);

}  // namespace study
