// SPDX-License-Identifier: MIT
#include "json.h"

#include <cmath>

#include "output.h"

namespace direct {

Json to_json(const Seconds& seconds) {
  return {{"read", seconds.read},
          {"features", seconds.features},
          {"statistics", seconds.statistics},
          {"hyperparameters", seconds.hyperparameters},
          {"fit", seconds.fit},
          {"total", seconds.total}};
}

Json to_json(const Evaluation& evaluation) {
  Json object = {{"num_rows", evaluation.num_rows},
                 {"rmse", evaluation.rmse},
                 {"mae", evaluation.mae},
                 {"nll", evaluation.nll},
                 {"coverage", Json::object()}};
  for (const auto& [level, share] : evaluation.coverage) object["coverage"][level] = share;
  object["sparsity"] = evaluation.sparsity;
  if (evaluation.yardstick) {
    object["yardstick"] = {{"rmse", evaluation.yardstick->rmse}, {"nll", evaluation.yardstick->nll}};
  }
  return object;
}

Json hyperparameters_to_json(const TrainedModel& model) {
  const double target_scale = model.preparation.scaling.target_scale;
  return {{"protocol", model.summary.protocol},
          {"noise", model.summary.hyperparameters.noise * target_scale * target_scale},
          {"prior_scale", std::sqrt(model.summary.hyperparameters.weight)}};
}

void print_json(const Json& object) { print(object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }

}  // namespace direct
