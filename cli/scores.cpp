// SPDX-License-Identifier: MIT
#include "scores.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "model_view.h"
#include "reporting.h"

namespace direct {
namespace {

template <typename Score>
FoldSpread spread_of(const std::vector<FoldResult>& folds, const Score& score) {
  std::vector<double> scores;
  for (const FoldResult& fold : folds)
    if (const double value = score(fold.evaluation); !std::isnan(value)) scores.push_back(value);
  return fold_spread(scores);
}

// "-" stands for a score that is not there.
std::string score_cell(double score, int width, const char* format) {
  return fmt::format(" {:>{}}", std::isnan(score) ? "-" : fmt::format(fmt::runtime(format), score), width);
}

std::string intervals_text(const Evaluation& evaluation) {
  std::string text;
  const bool any = std::ranges::any_of(evaluation.intervals, [](const auto& e) { return e.second.calibrated; });
  const char* beyond = any ? ", not calibrated: too few held-out rows for this level" : "";
  for (const auto& [level, scores] : evaluation.intervals)
    text += fmt::format("interval  {:<4} covers {:.3f}, width {:.5g}, winkler {:.5g}{}\n", level, scores.coverage,
                        scores.width, scores.winkler, scores.calibrated ? ", calibrated" : beyond);
  return text;
}

std::string class_fold_row(const std::string& name, const std::string& rows, const Evaluation& e) {
  const ClassScores& c = *e.classes;
  std::string row = fmt::format("{:>5} {:>8}", name, rows);
  for (const double score : {c.log_loss, c.brier, c.accuracy, c.auc}) row += score_cell(score, 9, "{:.4f}");
  return row + score_cell(c.calibration_error, 17, "{:.4f}") + score_cell(e.sparsity, 9, "{:.3f}") + "\n";
}

std::string class_fold_header() {
  return fmt::format("{:>5} {:>8} {:>9} {:>9} {:>9} {:>9} {:>17} {:>9}\n", "fold", "rows", "log loss", "brier",
                     "accuracy", "auc", "calibration error", "sparsity");
}

// What Gaussian noise has a CRPS for.
std::string last_score_name(const Evaluation& e) { return e.likelihood->is_gaussian ? "crps" : "deviance"; }
double last_score(const Evaluation& e) { return e.likelihood->is_gaussian ? e.crps : e.deviance; }

std::string fold_row(const std::string& name, const std::string& rows, const Evaluation& e) {
  if (e.classes) return class_fold_row(name, rows, e);
  std::string row = fmt::format("{:>5} {:>8}", name, rows);
  row += score_cell(e.rmse, 11, "{:.5g}") + score_cell(e.mae, 11, "{:.5g}") + score_cell(e.nll, 9, "{:.4f}");
  row += score_cell(last_score(e), 11, "{:.5g}");
  for (const auto& [level, scores] : e.intervals) row += score_cell(scores.coverage, 9, "{:.3f}");
  row += score_cell(e.sparsity, 9, "{:.3f}");
  if (e.yardstick) row += score_cell(e.yardstick->rmse, 14, "{:.5g}") + score_cell(e.yardstick->nll, 13, "{:.4f}");
  return row + "\n";
}

std::string fold_header(const Evaluation& e) {
  if (e.classes) return class_fold_header();
  std::string row =
      fmt::format("{:>5} {:>8} {:>11} {:>11} {:>9} {:>11}", "fold", "rows", "rmse", "mae", "nll", last_score_name(e));
  for (const auto& [level, scores] : e.intervals) {
    fmt::format_to(std::back_inserter(row), " {:>9}", "in " + level);
  }
  fmt::format_to(std::back_inserter(row), " {:>9}", "sparsity");
  if (e.yardstick) fmt::format_to(std::back_inserter(row), " {:>14} {:>13}", "yardstick rmse", "yardstick nll");
  return row + "\n";
}

std::string class_scores_text(const Evaluation& evaluation) {
  const ClassScores& scores = *evaluation.classes;
  std::string text = fmt::format(
      "rows      {}\nlog loss  {:.4f} nats per row\nbrier     {:.4f}\naccuracy  {:.4f}\nauc       {}\n"
      "calibration error {:.4f}, from\n",
      evaluation.num_rows, scores.log_loss, scores.brier, scores.accuracy,
      std::isnan(scores.auc) ? "none: there is one class only" : fmt::format("{:.4f}", scores.auc),
      scores.calibration_error);
  for (const CalibrationBin& bin : scores.calibration)
    if (bin.num_rows > 0)
      text += fmt::format("  probability {:.1f} to {:.1f}: {:>6} rows, predicted {:.3f}, found {:.3f}\n", bin.lower,
                          bin.upper, bin.num_rows, bin.mean_probability, bin.share);
  return text;
}

std::string means_text(const Evaluation& evaluation) {
  std::string text = fmt::format(
      "rows      {}\nrmse      {:.6g}\nmae       {:.6g}\nnll       {:.4f} nats per row\ndeviance  {:.4f} per row\n",
      evaluation.num_rows, evaluation.rmse, evaluation.mae, evaluation.nll, evaluation.deviance);
  return text + intervals_text(evaluation);
}

// Says how far the model is from full precision on float features, in two parts.
std::string codes_text(const Evaluation& evaluation) {
  if (evaluation.model == ModelKind::network) return "";
  if (!evaluation.yardstick) return "codes     their cost is unknown: the model is slim\n";
  const std::string weights =
      fmt::format("codes     of weights {:+.4f} nats per row, rmse x {:.4f}",
                  evaluation.nll - evaluation.yardstick->nll, rmse_ratio(evaluation.rmse, evaluation.yardstick->rmse));
  const std::string features =
      evaluation.feature_codes ? "\n          of features " + feature_cost_text(*evaluation.feature_codes) : "";
  return weights + features + "\n";
}

}  // namespace

std::string to_text(const Evaluation& evaluation) {
  const std::string levels = evaluation.levels ? fmt::format("weights   {}\n", levels_text(*evaluation.levels)) : "";
  if (!evaluation.likelihood->is_gaussian)
    return (evaluation.classes ? class_scores_text(evaluation) : means_text(evaluation)) +
           fmt::format("sparsity  {:.3f}\n", evaluation.sparsity) + levels;
  std::string text = fmt::format("rows      {}\nrmse      {:.6g}\nmae       {:.6g}\nnll       {:.4f} nats per row\n",
                                 evaluation.num_rows, evaluation.rmse, evaluation.mae, evaluation.nll);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "crps      {:.6g}\n", evaluation.crps);
  text += intervals_text(evaluation);
  text += "pinball  ";
  for (const auto& [level, loss] : evaluation.pinball) fmt::format_to(end, " {}: {:.4g}", level, loss);
  text += "\npit      ";
  for (const double share : evaluation.pit_histogram) fmt::format_to(end, " {:.3f}", share);
  text += "\nreliable ";
  for (const auto& [level, coverage] : evaluation.reliability) fmt::format_to(end, " {}: {:.3f}", level, coverage);
  fmt::format_to(end, "\nsparsity  {:.3f}\n", evaluation.sparsity);
  text += levels;
  if (evaluation.yardstick) {
    const auto& [rmse, nll, crps] = *evaluation.yardstick;
    fmt::format_to(end, "yardstick {:.6g} rmse, {:.4f} nll, {:.6g} crps with {} of full precision\n", rmse, nll, crps,
                   evaluation.model == ModelKind::network ? "a polynomial" : "weights");
  }
  return text + codes_text(evaluation);
}

bool all_converged(const std::vector<FoldResult>& folds) {
  return std::all_of(folds.begin(), folds.end(), [](const FoldResult& fold) { return fold.report.converged; });
}

namespace {

template <typename Set>
void set_class_scores(const Set& set) {
  for (double ClassScores::*score : {&ClassScores::log_loss, &ClassScores::brier, &ClassScores::accuracy,
                                     &ClassScores::auc, &ClassScores::calibration_error})
    set([score](Evaluation& e) -> double& { return (*e.classes).*score; });
}

// That of all rows together.
std::vector<CalibrationBin> pooled_calibration(const std::vector<FoldResult>& folds) {
  std::vector<CalibrationBin> bins = folds.front().evaluation.classes->calibration;
  for (CalibrationBin& bin : bins) bin = {.lower = bin.lower, .upper = bin.upper};
  for (const FoldResult& fold : folds)
    for (std::size_t k = 0; k < bins.size(); ++k) {
      const CalibrationBin& part = fold.evaluation.classes->calibration[k];
      const double before = static_cast<double>(bins[k].num_rows), more = static_cast<double>(part.num_rows);
      if (part.num_rows == 0) continue;
      bins[k].mean_probability = (before * bins[k].mean_probability + more * part.mean_probability) / (before + more);
      bins[k].share = (before * bins[k].share + more * part.share) / (before + more);
      bins[k].num_rows += part.num_rows;
    }
  return bins;
}

}  // namespace

std::vector<std::string> fold_warnings(const std::vector<FoldResult>& folds) {
  std::map<std::string, std::vector<std::size_t>> said;
  for (std::size_t k = 0; k < folds.size(); ++k)
    for (const std::string& warning : folds[k].evaluation.interval_warnings) said[warning].push_back(k);
  std::vector<std::string> lines;
  for (const auto& [warning, where] : said)
    lines.push_back(fmt::format("fold {}: {}", fmt::join(where, ", "), warning));
  std::ranges::sort(lines);
  return lines;
}

namespace {

// The widest codes of any fold, and the highest cost.
std::string fold_levels_text(const std::vector<FoldResult>& folds) {
  std::optional<LevelsReport> worst;
  for (const FoldResult& fold : folds)
    if (const auto& levels = fold.evaluation.levels) {
      if (!worst || levels->num_levels > worst->num_levels)
        worst = {levels->bits, levels->num_levels, worst ? worst->cost : 0.0};
      worst->cost = std::max(worst->cost, levels->cost);
    }
  return worst ? fmt::format("weights: at most {}\n", levels_text(*worst)) : "";
}

}  // namespace

Spread spread(const std::vector<FoldResult>& folds) {
  Spread result;
  const auto set = [&](const auto& field) {
    const FoldSpread value = spread_of(folds, [&](Evaluation e) { return field(e); });
    field(result.mean) = value.mean;
    field(result.std) = value.std;
  };
  set([](Evaluation& e) -> double& { return e.rmse; });
  set([](Evaluation& e) -> double& { return e.mae; });
  set([](Evaluation& e) -> double& { return e.nll; });
  set([](Evaluation& e) -> double& { return e.crps; });
  set([](Evaluation& e) -> double& { return e.sparsity; });
  set([](Evaluation& e) -> double& { return e.deviance; });
  const Evaluation& shape = folds.front().evaluation;
  for (Evaluation* e : {&result.mean, &result.std}) {
    e->likelihood = shape.likelihood;
    e->classes = shape.classes;
  }
  if (shape.classes) {
    set_class_scores(set);
    result.mean.classes->calibration = pooled_calibration(folds);
    result.std.classes->calibration.clear();
  }
  for (const auto& entry : shape.intervals) {
    for (double IntervalScore::*score : {&IntervalScore::coverage, &IntervalScore::width, &IntervalScore::winkler}) {
      set([level = entry.first, score](Evaluation& e) -> double& { return e.intervals[level].*score; });
    }
  }
  for (const auto& entry : shape.pinball) {
    set([level = entry.first](Evaluation& e) -> double& { return e.pinball[level]; });
  }
  for (Evaluation* e : {&result.mean, &result.std}) {
    e->pit_histogram.resize(shape.pit_histogram.size());
    e->reliability = shape.reliability;
  }
  for (std::size_t i = 0; i < shape.pit_histogram.size(); ++i) {
    set([i](Evaluation& e) -> double& { return e.pit_histogram[i]; });
  }
  for (std::size_t i = 0; i < shape.reliability.size(); ++i) {
    set([i](Evaluation& e) -> double& { return e.reliability[i].coverage; });
  }
  if (std::all_of(folds.begin(), folds.end(), [](const FoldResult& f) { return f.evaluation.yardstick; })) {
    result.mean.yardstick.emplace();
    result.std.yardstick.emplace();
    set([](Evaluation& e) -> double& { return e.yardstick->rmse; });
    set([](Evaluation& e) -> double& { return e.yardstick->nll; });
    set([](Evaluation& e) -> double& { return e.yardstick->crps; });
  }
  for (const FoldResult& fold : folds) result.mean.num_rows += fold.evaluation.num_rows;
  return result;
}

std::string to_text(const std::vector<FoldResult>& folds, const Spread& spread) {
  std::string text = fold_header(spread.mean);
  for (std::size_t k = 0; k < folds.size(); ++k) {
    const Evaluation& evaluation = folds[k].evaluation;
    text += fold_row(std::to_string(k), std::to_string(evaluation.num_rows), evaluation);
  }
  return interval_warnings_text(fold_warnings(folds)) + text + fold_row("mean", "", spread.mean) +
         fold_row("std", "", spread.std) + fold_levels_text(folds);
}

}  // namespace direct
