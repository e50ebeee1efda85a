// SPDX-License-Identifier: MIT
#include "generalized_columns.h"

#include <iterator>

#include <fmt/format.h>

#include <direct/error.h>

#include "words.h"

namespace direct {
namespace {

bool has_classes(const Schema& schema) { return schema.likelihood == Likelihood::bernoulli; }

// A field of CSV.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char letter : text) result += letter == '"' ? "\"\"" : std::string(1, letter);
  return result + "\"";
}

std::string class_columns(const GeneralizedDistribution& distribution, const Schema& schema) {
  const GeneralizedMoments& m = distribution.moments();
  return fmt::format("{},{},{},{},{}", distribution.probability(),
                     quoted(schema.classes[distribution.probability() >= 0.5 ? 1 : 0]), distribution.entropy(),
                     m.predictor_mean, m.predictor_std);
}

std::string mean_columns(const GeneralizedDistribution& distribution) {
  const GeneralizedMoments& m = distribution.moments();
  return fmt::format("{},{},{},{}", m.mean, m.std_model, m.std_noise, m.std_total);
}

}  // namespace

void check_columns(const ColumnOptions& options, Likelihood likelihood) {
  const auto refuse = [&](bool given, const char* flag) {
    if (given)
      throw Error(ErrorKind::usage, fmt::format("{}: a model of {} likelihood has none", flag, word_of(likelihood)));
  };
  refuse(options.moments, "--moments");
  refuse(options.shortest, "--shortest");
  refuse(!options.quantiles.empty() && likelihood == Likelihood::bernoulli, "--quantiles");
}

std::string GeneralizedColumns::header() const {
  const bool classes = has_classes(model_.preparation.schema);
  std::string line = classes ? "probability,class,entropy,logit_mean,logit_std" : "mean,std_model,std_noise,std_total";
  if (options_.interval) line += ",lower,upper";
  for (const std::string& name : options_.quantile_names) line += ",q" + name;
  if (options_.density) line += classes ? ",log_probability" : ",log_probability,cdf";
  return line + sample_names(options_) + "\n";
}

// The interval of classes is that of the probability, of the others that of y.
std::string GeneralizedColumns::line_of(const GeneralizedDistribution& distribution, const double* target) const {
  const Schema& schema = model_.preparation.schema;
  std::string line = has_classes(schema) ? class_columns(distribution, schema) : mean_columns(distribution);
  auto end = std::back_inserter(line);
  if (options_.interval) {
    const Bounds bounds = has_classes(schema) ? distribution.mean_interval(*options_.interval)
                                              : distribution.central_interval(*options_.interval);
    fmt::format_to(end, ",{},{}", bounds.lower, bounds.upper);
  }
  for (const double probability : options_.quantiles) fmt::format_to(end, ",{}", distribution.quantile(probability));
  if (target) {
    fmt::format_to(end, ",{}", distribution.log_probability(*target));
    if (!has_classes(schema)) fmt::format_to(end, ",{}", distribution.cdf(*target));
  }
  return line;
}

std::string GeneralizedColumns::lines(const Rows& rows) const {
  std::vector<std::string> lines(rows.inputs.rows());
  predictor_.for_each(rows.inputs, rows.exposures, [&](std::size_t row, const GeneralizedDistribution& distribution) {
    lines[row] = line_of(distribution, options_.density ? &rows.targets[row] : nullptr);
  });
  if (options_.draws) append_samples(draw_predictions(model_, *options_.draws, rows.inputs, rows.exposures), lines);
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace direct
