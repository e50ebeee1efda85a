// SPDX-License-Identifier: MIT
// What direct tune found, as JSON.
#include "json.h"
#include "json_parts.h"
#include "tune_table.h"

namespace direct {
namespace {

Json choice_json(const TunePoint& point) {
  return {{"num_features", point.num_features}, {"levels", point.levels}, {"target_sparsity", point.target_sparsity}};
}

Json point_json(const TunePoint& point) {
  Json object = choice_json(point);
  object.update({{"num_active_features", point.num_active_features},
                 {"bytes", point.bytes},
                 {"sparsity", point.sparsity},
                 {"zero_codes", point.zero_codes},
                 {"rmse", point.rmse.mean},
                 {"rmse_std", point.rmse.std},
                 {"nll", point.nll.mean},
                 {"nll_std", point.nll.std},
                 {"coverage", point.coverage.mean},
                 {"coverage_std", point.coverage.std},
                 {"converged", point.converged},
                 {"trusted", point.trusted},
                 {"seconds", point.seconds},
                 {"frontier", point.on_frontier}});
  return object;
}

Json chosen_json(const Tuning& tuning, std::size_t index) {
  Json object = choice_json(tuning.points[index]);
  object["flags"] = fit_flags(tuning, tuning.points[index]);
  return object;
}

}  // namespace

std::string to_json(const Tuning& tuning) {
  Json points = Json::array();
  for (const TunePoint& point : tuning.points) points.push_back(point_json(point));
  return printed(
      {{"schema_version", schema_version},
       {"num_rows", tuning.num_rows},
       {"folds", tuning.num_folds},
       {"points", points},
       {"best", {{"nll", chosen_json(tuning, tuning.best)}, {"smallest", chosen_json(tuning, tuning.smallest)}}},
       {"seconds", seconds_json(tuning.seconds)},
       {"leakage", tuning.leakage.empty() ? Json() : Json(tuning.leakage)},
       {"notes", tuning.notes}});
}

}  // namespace direct
