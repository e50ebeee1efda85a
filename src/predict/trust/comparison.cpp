// SPDX-License-Identifier: MIT
#include "predict/trust/comparison.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense.h"

namespace direct {
namespace {

// One of the numbers of every prediction.
std::vector<double> field(std::span<const Prediction> predictions, double Prediction::*which) {
  std::vector<double> values;
  for (const Prediction& prediction : predictions) values.push_back(prediction.*which);
  return values;
}

// Both are 0 where no feature is different from 0: then they agree.
double ratio_of_norms(std::span<const Prediction> one, std::span<const Prediction> other, double Prediction::*which) {
  const std::vector<double> values = field(one, which), others = field(other, which);
  const double norm = view(others).stableNorm();
  return norm > 0.0 ? view(values).stableNorm() / norm : 1.0;
}

}  // namespace

CompanionComparison comparison(std::span<const Prediction> predictions, std::span<const Prediction> companion) {
  const std::vector<double> means = field(predictions, &Prediction::mean),
                            companion_means = field(companion, &Prediction::mean),
                            stds = field(companion, &Prediction::std_total);
  const Eigen::ArrayXd differences = (view(means) - view(companion_means)).array() / view(stds).array();
  return {.num_rows = predictions.size(),
          .mean_difference = std::sqrt(differences.square().mean()),
          .worst_difference = differences.abs().maxCoeff(),
          .std_model_ratio = ratio_of_norms(predictions, companion, &Prediction::std_model),
          .std_total_ratio = ratio_of_norms(predictions, companion, &Prediction::std_total)};
}

}  // namespace direct
