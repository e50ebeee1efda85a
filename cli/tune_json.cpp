// SPDX-License-Identifier: MIT
// What direct tune found, as JSON.
#include "json.h"
#include "json_parts.h"
#include "model_view.h"
#include "option_flags.h"
#include "tune_table.h"

namespace direct {
namespace {

Json choice_json(const TunePoint& point) {
  return {{"num_features", point.num_features}, {"levels", point.levels}, {"target_sparsity", point.target_sparsity}};
}

Json full_precision_json(const FullPrecision& full) {
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  return {{"num_features", full.num_features},
          {"rmse", full.rmse},
          {"nll", full.nll},
          {"integer_rmse", number(full.integer_rmse)},
          {"integer_nll", number(full.integer_nll)}};
}

Json code_cost_json(double rmse, double nll, double without_rmse, double without_nll) {
  return {{"rmse_ratio", rmse_ratio(rmse, without_rmse)}, {"nll", nll - without_nll}};
}

// The codes of the weights and those of the features each have a cost.
Json codes_json(const TunePoint& point, const FullPrecision& full) {
  const double rmse = full.integer_rmse.value_or(full.rmse), nll = full.integer_nll.value_or(full.nll);
  return {{"weights", code_cost_json(point.rmse.mean, point.nll.mean, rmse, nll)},
          {"features", full.integer_rmse ? code_cost_json(rmse, nll, full.rmse, full.nll) : Json()}};
}

Json point_json(const TunePoint& point, const FullPrecision& full) {
  Json object = choice_json(point);
  object.update({{"num_active_features", point.num_active_features},
                 {"bytes", point.bytes},
                 {"sparsity", point.sparsity},
                 {"zero_codes", point.zero_codes}});
  object.update(spreads_json(point.rmse, point.nll, point.coverage));
  object.update({{"converged", point.converged},
                 {"trusted", point.trusted},
                 {"seconds", point.seconds},
                 {"frontier", point.on_frontier},
                 {"codes", codes_json(point, full)}});
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
  for (const TunePoint& point : tuning.points) points.push_back(point_json(point, full_precision(tuning, point)));
  Json full = Json::array();
  for (const FullPrecision& scores : tuning.full_precision) full.push_back(full_precision_json(scores));
  return printed(
      {{"schema_version", schema_version},
       {"num_rows", tuning.num_rows},
       {"folds", tuning.num_folds},
       {"points", points},
       {"full_precision", full},
       {"best", {{"nll", chosen_json(tuning, tuning.best)}, {"smallest", chosen_json(tuning, tuning.smallest)}}},
       {"seconds", seconds_json(tuning.seconds)},
       {"leakage", tuning.leakage.empty() ? Json() : Json(with_flags(tuning.leakage))},
       {"notes", with_flags(tuning.notes)}});
}

}  // namespace direct
