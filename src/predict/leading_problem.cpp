// SPDX-License-Identifier: MIT
#include "predict/leading_problem.h"

#include <numeric>
#include <vector>

#include "fit/restricted.h"

namespace direct {

LeadingProblem leading_problem(const SecondMoments& moments, const Preparation& preparation, std::size_t num_features) {
  LeadingProblem result{.preparation = preparation, .statistics = {.exact = {}, .rounded = {}}};
  const std::size_t all = moments.num_features();
  if (num_features == all) {
    result.statistics.rounded = moments;
    return result;
  }
  std::vector<std::size_t> features(num_features);
  std::iota(features.begin(), features.end(), std::size_t{0});
  result.statistics.rounded = restricted(moments, features);
  result.preparation.features = leading_features(preparation.features, num_features);
  // The signal's variance is that of a weight times the number of pairs, whatever that is.
  result.preparation.pilot.weight *= static_cast<double>(all) / static_cast<double>(num_features);
  return result;
}

}  // namespace direct
