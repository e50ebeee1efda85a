// SPDX-License-Identifier: MIT
#include "predict/trust/comparison.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense.h"

namespace direct {
namespace {

// Both are 0 where no feature is different from 0: then they agree.
double ratio_of_norms(const std::vector<double>& values, const std::vector<double>& others) {
  const double norm = view(others).stableNorm();
  return norm > 0.0 ? view(values).stableNorm() / norm : 1.0;
}

}  // namespace

CompanionComparison comparison(const Predictions& predictions, const Predictions& companion) {
  const Eigen::ArrayXd differences =
      (view(predictions.mean) - view(companion.mean)).array() / view(companion.std_total).array();
  return {.num_rows = predictions.mean.size(),
          .mean_difference = std::sqrt(differences.square().mean()),
          .worst_difference = differences.abs().maxCoeff(),
          .std_model_ratio = ratio_of_norms(predictions.std_model, companion.std_model),
          .std_total_ratio = ratio_of_norms(predictions.std_total, companion.std_total)};
}

}  // namespace direct
