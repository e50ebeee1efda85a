// SPDX-License-Identifier: MIT
// evaluate() beyond Gaussian noise.
#pragma once

#include <direct/evaluate.h>

namespace direct {

// Without what a posterior has by itself: sparsity and active features.
Evaluation evaluate_classes(const TrainedModel& model, RowReader& reader, const Progress& progress);
Evaluation evaluate_means(const TrainedModel& model, RowReader& reader, const Progress& progress);

}  // namespace direct
