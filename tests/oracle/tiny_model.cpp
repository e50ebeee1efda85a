// SPDX-License-Identifier: MIT
#include "oracle/tiny_model.h"

namespace direct::oracle {

Schema plain_schema(std::size_t num_inputs) {
  Schema schema{
      .target_name = "y", .target_position = num_inputs, .num_file_columns = num_inputs + 1, .has_header = true};
  for (std::size_t j = 0; j < num_inputs; ++j)
    schema.columns.push_back({.name = "x" + std::to_string(j), .position = j});
  return schema;
}

TrainedModel tiny_model(const TinyProblem& problem, const Posterior& q) {
  const std::size_t b = problem.features.cols();
  return {.preparation = {.schema = plain_schema(b),
                          .scaling = identity_scaling(b),
                          .features = given_features(b),
                          .pilot_inputs = Matrix(0, b)},
          .prior = problem.prior,
          .noise = problem.noise,
          .posterior = q,
          .summary = {.stop_reason = "converged",
                      .num_rows = static_cast<double>(problem.features.rows()),
                      .protocol = "given"},
          .options = {.features = FeatureKind::given},
          .statistics = Statistics{.rounded = statistics_of(problem)}};
}

}  // namespace direct::oracle
