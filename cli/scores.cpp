// SPDX-License-Identifier: MIT
#include "scores.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace direct {
namespace {

template <typename Score>
FoldSpread spread_of(const std::vector<FoldResult>& folds, const Score& score) {
  std::vector<double> scores;
  for (const FoldResult& fold : folds) scores.push_back(score(fold.evaluation));
  return fold_spread(scores);
}

// The columns of a fold: a name, and the value with its format.
struct FoldColumn {
  std::string name, value;
};

std::vector<FoldColumn> class_columns(const ClassScores& scores) {
  return {{fmt::format("{:>9}", "log_loss"), fmt::format("{:>9.4f}", scores.log_loss)},
          {fmt::format("{:>9}", "brier"), fmt::format("{:>9.4f}", scores.brier)},
          {fmt::format("{:>9}", "accuracy"), fmt::format("{:>9.4f}", scores.accuracy)},
          {fmt::format("{:>9}", "auc"), fmt::format("{:>9.4f}", scores.auc)}};
}

std::vector<FoldColumn> mean_columns(const Evaluation& e) {
  const bool is_gaussian = e.likelihood == Likelihood::gaussian;
  std::vector<FoldColumn> columns = {{fmt::format("{:>11}", "rmse"), fmt::format("{:>11.5g}", e.rmse)},
                                     {fmt::format("{:>11}", "mae"), fmt::format("{:>11.5g}", e.mae)},
                                     {fmt::format("{:>9}", "nll"), fmt::format("{:>9.4f}", e.nll)},
                                     {fmt::format("{:>11}", is_gaussian ? "crps" : "deviance"),
                                      fmt::format("{:>11.5g}", is_gaussian ? e.crps : e.deviance)}};
  for (const auto& [level, scores] : e.intervals)
    columns.push_back({fmt::format("{:>9}", "in " + level), fmt::format("{:>9.3f}", scores.coverage)});
  return columns;
}

std::vector<FoldColumn> fold_columns(const Evaluation& e) {
  std::vector<FoldColumn> columns = e.classes ? class_columns(*e.classes) : mean_columns(e);
  columns.push_back({fmt::format("{:>9}", "sparsity"), fmt::format("{:>9.3f}", e.sparsity)});
  if (e.yardstick) {
    columns.push_back({"yardstick rmse", fmt::format("{:>14.5g}", e.yardstick->rmse)});
    columns.push_back({"yardstick nll", fmt::format("{:>13.4f}", e.yardstick->nll)});
  }
  return columns;
}

std::string fold_row(const std::string& name, const std::string& rows, const Evaluation& e) {
  std::string row = fmt::format("{:>5} {:>8}", name, rows);
  for (const FoldColumn& column : fold_columns(e)) row += " " + column.value;
  return row + "\n";
}

std::string fold_header(const Evaluation& e) {
  std::string row = fmt::format("{:>5} {:>8}", "fold", "rows");
  for (const FoldColumn& column : fold_columns(e)) row += " " + column.name;
  return row + "\n";
}

std::string intervals_text(const Evaluation& evaluation) {
  std::string text;
  for (const auto& [level, scores] : evaluation.intervals) {
    fmt::format_to(std::back_inserter(text), "interval  {:<4} covers {:.3f}, width {:.5g}, winkler {:.5g}{}\n", level,
                   scores.coverage, scores.width, scores.winkler, scores.calibrated ? ", calibrated" : "");
  }
  return text;
}

std::string class_text(const Evaluation& evaluation) {
  const ClassScores& scores = *evaluation.classes;
  std::string text =
      fmt::format("rows      {}\nlog_loss  {:.4f} nats per row\nbrier     {:.6g}\naccuracy  {:.4f}\nauc       {:.4f}\n",
                  evaluation.num_rows, scores.log_loss, scores.brier, scores.accuracy, scores.auc);
  auto end = std::back_inserter(text);
  for (const CalibrationBin& bin : scores.calibration)
    if (bin.num_rows > 0)
      fmt::format_to(end, "predicted {:.1f} to {:.1f} {:>7} rows, mean {:.3f}, found {:.3f}\n", bin.lower, bin.upper,
                     bin.num_rows, bin.mean_probability, bin.share);
  fmt::format_to(end, "off by    {:.4f} on average, by these bins\nsparsity  {:.3f}\n", scores.calibration_error,
                 evaluation.sparsity);
  return text;
}

std::string mean_text(const Evaluation& evaluation) {
  return fmt::format(
             "rows      {}\nrmse      {:.6g}\nmae       {:.6g}\nnll       {:.4f} nats per row\ndeviance  {:.6g}\n",
             evaluation.num_rows, evaluation.rmse, evaluation.mae, evaluation.nll, evaluation.deviance) +
         intervals_text(evaluation) + fmt::format("sparsity  {:.3f}\n", evaluation.sparsity);
}

}  // namespace

std::string to_text(const Evaluation& evaluation) {
  if (evaluation.classes) return class_text(evaluation);
  if (evaluation.likelihood != Likelihood::gaussian) return mean_text(evaluation);
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
  if (evaluation.yardstick) {
    const auto& [rmse, nll, crps] = *evaluation.yardstick;
    fmt::format_to(end, "yardstick {:.6g} rmse, {:.4f} nll, {:.6g} crps with weights of full precision\n", rmse, nll,
                   crps);
  }
  return text;
}

bool all_converged(const std::vector<FoldResult>& folds) {
  return std::all_of(folds.begin(), folds.end(), [](const FoldResult& fold) { return fold.report.converged; });
}

Spread spread(const std::vector<FoldResult>& folds) {
  Spread result;
  result.mean.likelihood = result.std.likelihood = folds.front().evaluation.likelihood;
  const auto set = [&](const auto& field) {
    const FoldSpread value = spread_of(folds, [&](Evaluation e) { return field(e); });
    field(result.mean) = value.mean;
    field(result.std) = value.std;
  };
  set([](Evaluation& e) -> double& { return e.rmse; });
  set([](Evaluation& e) -> double& { return e.mae; });
  set([](Evaluation& e) -> double& { return e.nll; });
  set([](Evaluation& e) -> double& { return e.crps; });
  set([](Evaluation& e) -> double& { return e.deviance; });
  set([](Evaluation& e) -> double& { return e.sparsity; });
  const Evaluation& shape = folds.front().evaluation;
  if (shape.classes) {
    result.mean.classes.emplace();
    result.std.classes.emplace();
    for (double ClassScores::*score : {&ClassScores::log_loss, &ClassScores::brier, &ClassScores::accuracy,
                                       &ClassScores::auc, &ClassScores::calibration_error})
      set([score](Evaluation& e) -> double& { return (*e.classes).*score; });
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
  return text + fold_row("mean", "", spread.mean) + fold_row("std", "", spread.std);
}

}  // namespace direct
