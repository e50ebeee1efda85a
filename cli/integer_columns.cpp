// SPDX-License-Identifier: MIT
#include "integer_columns.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <direct/error.h>

namespace direct {
namespace {

constexpr double whole = 65536.0;

std::uint16_t probability_of(const std::string& name, double probability) {
  const double scaled = std::round(probability * whole);
  if (scaled >= 1.0 && scaled < whole) return static_cast<std::uint16_t>(scaled);
  throw Error(ErrorKind::usage,
              fmt::format("--quantiles: a chip counts in 1/65536; expected 0.00002 to 0.99998, found {}", name));
}

std::vector<double> row_of(const Matrix& inputs, std::size_t row) {
  std::vector<double> values(inputs.cols());
  for (std::size_t j = 0; j < values.size(); ++j) values[j] = inputs(row, j);
  return values;
}

// ",name_0,name_1" and so on
std::string numbered(const char* name, std::size_t count) {
  std::string names;
  for (std::size_t k = 0; k < count; ++k) names += fmt::format(",{}_{}", name, k);
  return names;
}

void refuse_integer_column(bool is_given, const char* message) {
  if (is_given) throw Error(ErrorKind::usage, message);
}

}  // namespace

void check_integer_columns(const ColumnOptions& options, bool has_samples, bool raw) {
  refuse_integer_column(options.moments, "--moments: a chip has mean and std only; leave out --moments or --integer");
  refuse_integer_column(
      options.density, "--density: a chip sees no targets; expected direct evaluate --integer, which scores densities");
  refuse_integer_column(options.shortest,
                        "--shortest: the interval of a chip is mean -+ scale * std_total; leave it out");
  refuse_integer_column(
      has_samples, "--samples: the draws of a chip are in its header; expected --integer --raw, which prints them");
  refuse_integer_column(raw && options.interval,
                        "--raw: prints codes, mean, std and draws as integers; leave out --interval");
  refuse_integer_column(raw && !options.quantiles.empty(),
                        "--raw: prints codes, mean, std and draws as integers; leave out --quantiles");
}

IntegerColumns::IntegerColumns(const IntegerModel& model, const ColumnOptions& options, bool raw)
    : model_(model), options_(options), raw_(raw), predictor_(model) {
  for (std::size_t k = 0; k < options.quantiles.size(); ++k)
    probabilities_.push_back(probability_of(options.quantile_names[k], options.quantiles[k]));
}

std::string IntegerColumns::header_line() const {
  if (raw_)
    return numbered("code", model_.inputs.size()).substr(1) + ",mean,std_model,std_total,flags" +
           numbered("draw", model_.num_draw_values()) + "\n";
  std::string line = "mean,std_model,std_noise,std_total";
  if (options_.interval) line += ",lower,upper";
  for (const std::string& name : options_.quantile_names) line += ",q" + name;
  return line + ",saturated\n";
}

std::string IntegerColumns::lines(const Rows& rows) {
  const std::size_t count = rows.inputs.rows();
  std::vector<std::string> lines(count);
  std::vector<char> saturated(count);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    const std::vector<std::int16_t> codes = predictor_.codes(row_of(rows.inputs, i));
    const IntegerPrediction prediction = predictor_(codes);
    lines[i] = raw_ ? raw_line(codes, prediction) : line_of(codes, prediction);
    saturated[i] = prediction.saturated;
  });
  num_rows_ += count;
  num_saturated_ += static_cast<std::size_t>(std::count(saturated.begin(), saturated.end(), 1));
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string IntegerColumns::line_of(const std::vector<std::int16_t>& codes, const IntegerPrediction& prediction) const {
  std::string line =
      fmt::format("{},{},{},{}", predictor_.value(prediction.mean), predictor_.value(prediction.std_model),
                  predictor_.value(model_.noise), predictor_.value(prediction.std_total));
  auto end = std::back_inserter(line);
  if (options_.interval) {
    const auto [lower, upper] = predictor_.interval(prediction);
    fmt::format_to(end, ",{},{}", predictor_.value(lower), predictor_.value(upper));
  }
  if (!probabilities_.empty()) {
    const std::vector<std::int32_t> draws = predictor_.draws(codes);
    for (const std::uint16_t probability : probabilities_)
      fmt::format_to(end, ",{}", predictor_.value(predictor_.quantile(draws, probability)));
  }
  return fmt::format("{},{}\n", line, prediction.saturated ? 1 : 0);
}

std::string IntegerColumns::raw_line(const std::vector<std::int16_t>& codes,
                                     const IntegerPrediction& prediction) const {
  return fmt::format("{},{},{},{},{},{}\n", fmt::join(codes, ","), prediction.mean, prediction.std_model,
                     prediction.std_total, prediction.saturated ? 1 : 0, fmt::join(predictor_.draws(codes), ","));
}

std::vector<std::string> IntegerColumns::warnings() const {
  if (num_saturated_ == 0) return {};
  return {
      fmt::format("{} of {} rows have an input beyond the range of the chip, that of the training rows and an eighth "
                  "of its width, and were cut off there",
                  num_saturated_, num_rows_)};
}

}  // namespace direct
