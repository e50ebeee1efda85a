// SPDX-License-Identifier: MIT
#include "fit/feature_bits.h"

#include <algorithm>
#include <limits>

#include "fit/leave_one_out.h"

namespace direct {
namespace {

constexpr std::size_t most_judged_rows = 512;

Rows thinned_rows(const Rows& rows) {
  const std::size_t all = rows.targets.size(), count = std::min(all, most_judged_rows);
  Rows result{.inputs = Matrix(count, rows.inputs.cols())};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) result.inputs(i, j) = rows.inputs(i * all / count, j);
    result.targets.push_back(rows.targets[i * all / count]);
  }
  return result;
}

struct Losses {
  double nll = std::numeric_limits<double>::infinity(), mean_square = nll;
};

// At the best of a few noises: the one that is given is what a smaller model leaves unexplained.
Losses losses_of(const FeatureMap& map, const Rows& rows, const Variances& variances) {
  Matrix features;
  evaluate(map, rows.inputs, features);
  const std::vector<double> weights(map.num_features(), variances.weight);
  Losses best;
  for (const double share : {1.0, 0.1, 0.01}) {
    const auto left_out = leave_one_out(features, rows.targets, {.weights = weights, .noise = share * variances.noise});
    if (left_out && left_out->nll() < best.nll) best = {left_out->nll(), left_out->mean_square()};
  }
  return best;
}

}  // namespace

FeatureMap integer_features_by_need(const FeatureMap& fourier, const Variances& variances, const Rows& rows,
                                    std::span<const double> least, std::span<const double> most) {
  constexpr double accepted_nats = 0.1, accepted_squares = 1.02;
  FeatureMap coarse = integer_features(fourier, least, most, 8, rows.inputs),
             fine = integer_features(fourier, least, most, 12, rows.inputs);
  const Rows judged = thinned_rows(rows);
  const Losses eight = losses_of(coarse, judged, variances), twelve = losses_of(fine, judged, variances);
  const bool loses =
      eight.nll > twelve.nll + accepted_nats && eight.mean_square > accepted_squares * twelve.mean_square;
  return loses ? fine : coarse;
}

}  // namespace direct
