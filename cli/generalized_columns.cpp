// SPDX-License-Identifier: MIT
#include "generalized_columns.h"

#include <iterator>

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {
namespace {

// As a cell of CSV.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

void refuse_column(bool in_vain, const std::string& message) {
  if (in_vain) throw Error(ErrorKind::usage, message);
}

void check_columns(const ColumnOptions& options, bool has_classes) {
  refuse_column(options.moments, "--moments: are those of targets with Gaussian noise");
  refuse_column(options.shortest, "--shortest: is for targets with Gaussian noise; the interval is the central one");
  refuse_column(has_classes && !options.quantiles.empty(),
                "--quantiles: a class has none; --interval is that of its probability");
}

}  // namespace

GeneralizedColumns::GeneralizedColumns(const TrainedModel& model, const ColumnOptions& options)
    : model_(model),
      options_(options),
      predictor_(model),
      has_classes_(model.preparation.schema.likelihood->has_classes) {
  check_columns(options, has_classes_);
}

std::string GeneralizedColumns::header_line() const {
  std::string line =
      has_classes_ ? "probability,class,entropy,logit_mean,logit_std" : "mean,std_model,std_noise,std_total";
  if (options_.interval) line += ",lower,upper";
  for (const std::string& name : options_.quantile_names) line += ",q" + name;
  if (options_.density) line += has_classes_ ? ",log_probability" : ",log_probability,cdf";
  return line + sample_names(options_) + "\n";
}

std::string GeneralizedColumns::line_of(const GeneralizedDistribution& distribution, const double* target) const {
  const GeneralizedMoments& m = distribution.moments();
  std::string line;
  auto end = std::back_inserter(line);
  if (has_classes_) {
    const double probability = distribution.probability();
    fmt::format_to(end, "{},{},{},{},{}", probability,
                   cell(model_.preparation.schema.classes[probability > 0.5 ? 1 : 0]), distribution.entropy(),
                   m.predictor_mean, m.predictor_std);
  } else {
    fmt::format_to(end, "{},{},{},{}", m.mean, m.std_model, m.std_noise, m.std_total);
  }
  if (options_.interval) {
    const Bounds bounds = has_classes_ ? distribution.mean_interval(*options_.interval)
                                       : distribution.central_interval(*options_.interval);
    fmt::format_to(end, ",{},{}", bounds.lower, bounds.upper);
  }
  for (const double probability : options_.quantiles) fmt::format_to(end, ",{}", distribution.quantile(probability));
  if (target) fmt::format_to(end, ",{}", distribution.log_probability(*target));
  if (target && !has_classes_) fmt::format_to(end, ",{}", distribution.cdf(*target));
  return line;
}

std::string GeneralizedColumns::lines(const Rows& rows) const {
  std::vector<std::string> lines(rows.inputs.rows());
  predictor_.for_each(rows.inputs, rows.exposures, [&](std::size_t row, const GeneralizedDistribution& distribution) {
    lines[row] = line_of(distribution, options_.density ? &rows.targets[row] : nullptr);
  });
  append_samples(model_, options_, rows, lines);
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace direct
