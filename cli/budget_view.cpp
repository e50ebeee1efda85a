// SPDX-License-Identifier: MIT
#include "budget_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "form_choice.h"
#include "json.h"
#include "json_parts.h"
#include "option_flags.h"
#include "words.h"

namespace direct {
namespace {

std::string kind_text(const BudgetPoint& point) {
  return point.features == FeatureKind::trained ? "trained" : "chosen";
}

std::string point_row(const BudgetPoint& point, bool is_best) {
  return fmt::format("{:>8} {:>6} {:>6} {:>10} {:<20} {:>7} {:>6} {:>12} {:>11.5g} {:>9.4f} {:>7.3f}{}{}\n",
                     kind_text(point), point.num_features, point.levels, point.draws, form_text(point.form),
                     point.cost.flash_bytes, point.cost.buffer_bytes, point.cost.instructions, point.rmse.mean,
                     point.nll.mean, point.coverage.mean, is_best ? " *" : "", point.trusted ? "" : " !");
}

std::string point_flags(const BudgetPoint& point) {
  const std::string features = point.features == FeatureKind::trained
                                   ? fmt::format("--features trained --num-features {}", point.num_features)
                                   : fmt::format("--max-active-features {}", point.num_features);
  return fmt::format("{} --levels {}", features, point.levels);
}

std::string warning_text(const BudgetSearch& search) {
  const auto is_doubtful = [](const BudgetPoint& point) { return point.on_frontier && !point.trusted; };
  if (std::ranges::none_of(search.points, is_doubtful)) return "";
  return "WARNING: the intervals of the models marked with ! cannot be trusted: levels too few for the uncertainty\n";
}

Json budget_point_json(const BudgetPoint& point, Chip chip) {
  Json object{{"features", kind_text(point)},
              {"num_features", point.num_features},
              {"levels", point.levels},
              {"draws", point.draws},
              {"encoding", word_of(point.form.encoding)},
              {"whole_wave", point.form.whole_wave},
              {"optimize", word_of(point.aim)},
              {"flash_bytes", point.cost.flash_bytes},
              {"ram_bytes", point.cost.buffer_bytes},
              {chip == Chip::avr ? "cycles" : "instructions", point.cost.instructions},
              {"measured", point.is_measured}};
  object.update(spreads_json(point.rmse, point.nll, point.coverage));
  object.update({{"trusted", point.trusted}, {"frontier", point.on_frontier}});
  return object;
}

}  // namespace

std::string commands_of(const BudgetSearch& search, const std::string& given, Chip chip) {
  const BudgetPoint& best = search.points[search.best];
  return fmt::format(
      "direct fit {} {} -o model.direct && direct export model.direct --draws {} --optimize {} --chip {} -o model.h",
      given, point_flags(best), best.draws, word_of(best.aim), word_of(chip));
}

std::string to_text(const BudgetSearch& search, const std::string& commands, Chip chip) {
  std::string text = warning_text(search);
  text += fmt::format("{:>8} {:>6} {:>6} {:>10} {:<20} {:>7} {:>6} {:>12} {:>11} {:>9} {:>7}\n", "features", "number",
                      "levels", "deviations", "encoding", "flash", "ram", chip == Chip::avr ? "cycles" : "instructions",
                      "rmse", "nll", "in 0.9");
  std::size_t others = 0;
  for (std::size_t i = 0; i < search.points.size(); ++i) {
    const BudgetPoint& point = search.points[i];
    if (point.on_frontier || i == search.best)
      text += point_row(point, i == search.best);
    else
      ++others;
  }
  const bool is_measured = search.points[search.best].is_measured;
  return text + fmt::format(
                    "{} others are within the budget, but no better in nll, flash or instructions\n"
                    "bytes and instructions of a prediction on {}, {}; scores of {} folds, as the chip predicts them\n"
                    "* has the least nll; to make it:\n{}\n",
                    others, word_of(chip), is_measured ? "measured" : "by bounds, for lack of its compiler or emulator",
                    search.num_folds, commands);
}

std::string to_json(const BudgetSearch& search, const std::string& commands, Chip chip) {
  Json points = Json::array();
  for (const BudgetPoint& point : search.points) points.push_back(budget_point_json(point, chip));
  return printed({{"schema_version", schema_version},
                  {"chip", word_of(chip)},
                  {"num_rows", search.num_rows},
                  {"folds", search.num_folds},
                  {"points", points},
                  {"best", search.best},
                  {"commands", commands},
                  {"seconds", search.seconds},
                  {"notes", with_flags(search.notes)}});
}

}  // namespace direct
