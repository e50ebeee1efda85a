// SPDX-License-Identifier: MIT
#include "prediction_columns.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace direct {
namespace {

bool needs_distributions(const ColumnOptions& options) {
  return options.moments || options.interval || !options.quantiles.empty() || options.density;
}

// What is said of one row besides its line.
struct RowNote {
  double resolution = 0.0;
  bool exact_density = true;
};

std::string line_of(const PredictiveDistribution& distribution, const ColumnOptions& options, const double* target,
                    RowNote& note) {
  const PredictiveMoments& m = distribution.moments();
  std::string line = fmt::format("{},{},{},{}", m.mean, m.std_model, m.std_noise, m.std_total);
  auto end = std::back_inserter(line);
  if (options.moments) fmt::format_to(end, ",{},{}", m.skewness, m.excess_kurtosis);
  if (options.interval) {
    const Bounds bounds = options.shortest ? distribution.shortest_interval(*options.interval)
                                           : interval(distribution, *options.interval, options.calibration);
    fmt::format_to(end, ",{},{}", bounds.lower, bounds.upper);
  }
  for (const double probability : options.quantiles) fmt::format_to(end, ",{}", distribution.quantile(probability));
  if (target) {
    fmt::format_to(end, ",{}", distribution.log_density(*target, &note.exact_density));
    fmt::format_to(end, ",{}", distribution.cdf(*target));
  }
  note.resolution = distribution.resolution();
  return line;
}

std::string lines_text(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

}  // namespace

std::string header_line(const ColumnOptions& options) {
  std::string line = "mean,std_model,std_noise,std_total";
  if (options.moments) line += ",skewness,excess_kurtosis";
  if (options.interval) line += ",lower,upper";
  for (const std::string& name : options.quantile_names) line += ",q" + name;
  if (options.density) line += ",log_density,cdf";
  return line + sample_names(options) + "\n";
}

std::string sample_names(const ColumnOptions& options) {
  std::string names;
  for (std::size_t s = 0; options.draws && s < options.draws->count(); ++s) names += fmt::format(",sample_{}", s);
  return names;
}

void append_samples(const TrainedModel& model, const ColumnOptions& options, const Rows& rows,
                    std::vector<std::string>& lines) {
  if (!options.draws) return;
  const Matrix samples = draw_predictions(model, *options.draws, rows.inputs, rows.exposures);
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t s = 0; s < samples.cols(); ++s) fmt::format_to(std::back_inserter(lines[i]), ",{}", samples(i, s));
}

std::string PredictionColumns::lines(const Rows& rows) {
  if (!needs_distributions(options_) && !options_.draws) return plain_lines(rows);
  std::vector<std::string> lines = full_lines(rows);
  append_samples(model_, options_, rows, lines);
  return lines_text(lines);
}

std::string PredictionColumns::plain_lines(const Rows& rows) const {
  const Predictions p = predictor_(rows.inputs);
  std::string text;
  for (std::size_t i = 0; i < p.mean.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", p.mean[i], p.std_model[i], p.std_noise[i],
                   p.std_total[i]);
  return text;
}

std::vector<std::string> PredictionColumns::full_lines(const Rows& rows) {
  std::vector<std::string> lines(rows.inputs.rows());
  std::vector<RowNote> notes(rows.inputs.rows());
  predictor_.for_each(rows.inputs, [&](std::size_t row, const PredictiveDistribution& distribution) {
    lines[row] = line_of(distribution, options_, options_.density ? &rows.targets[row] : nullptr, notes[row]);
  });
  for (const RowNote& note : notes) {
    num_widened_ += note.resolution > 0.0 ? 1 : 0;
    num_bounded_ += note.exact_density ? 0 : 1;
    largest_resolution_ = std::max(largest_resolution_, note.resolution);
  }
  return lines;
}

std::vector<std::string> PredictionColumns::warnings() const {
  std::vector<std::string> warnings;
  if (num_widened_ > 0)
    warnings.push_back(
        fmt::format("in {} rows the noise is so much smaller than the spread of the weights that quantiles are exact "
                    "only to about {:.2g}",
                    num_widened_, largest_resolution_));
  if (num_bounded_ > 0)
    warnings.push_back(
        fmt::format("log_density of {} rows is only a bound from above: their targets are too far from every value "
                    "that the weights can give",
                    num_bounded_));
  return warnings;
}

}  // namespace direct
