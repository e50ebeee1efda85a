// SPDX-License-Identifier: MIT
#include "json_parts.h"

#include <direct/evaluate.h>

namespace direct {

std::string printed(const Json& object) { return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json spreads_json(const FoldSpread& rmse, const FoldSpread& nll, const FoldSpread& coverage) {
  return {{"rmse", rmse.mean},  {"rmse_std", rmse.std},      {"nll", nll.mean},
          {"nll_std", nll.std}, {"coverage", coverage.mean}, {"coverage_std", coverage.std}};
}

Json seconds_json(const Seconds& seconds) {
  return {{"read", seconds.read},
          {"features", seconds.features},
          {"statistics", seconds.statistics},
          {"hyperparameters", seconds.hyperparameters},
          {"fit", seconds.fit},
          {"total", seconds.total}};
}

Json levels_json(const std::optional<LevelsReport>& levels) {
  if (!levels) return {};
  return {{"bits", levels->bits}, {"num_levels", levels->num_levels}, {"cost", levels->cost}};
}

Json calibration_json(const std::optional<Calibration>& calibration) {
  if (!calibration) return {};
  Json scales = Json::object();
  for (const char* level : {"0.5", "0.9", "0.95"}) {
    const double value = std::stod(level);
    scales[level] = supports(*calibration, value) ? Json(interval_scale(*calibration, value)) : Json();
  }
  return {{"num_rows", calibration->num_rows}, {"scales", scales}, {"max_level", largest_level(*calibration)}};
}

}  // namespace direct
