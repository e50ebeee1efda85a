// SPDX-License-Identifier: MIT
#include "integer_columns.h"

#include <algorithm>
#include <cmath>

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
    : model_(model), predictor_(model) {
  if (raw)
    add_raw_columns();
  else
    add_columns(options);
}

void IntegerColumns::add_columns(const ColumnOptions& options) {
  table_.add({"mean", "std_model", "std_noise", "std_total"}, [this](const Row& row, CsvLine& line) {
    line.add(predictor_.value(row.prediction.mean));
    line.add(predictor_.value(row.prediction.std_model));
    line.add(predictor_.value(model_.noise));
    line.add(predictor_.value(row.prediction.std_total));
  });
  if (options.interval)
    table_.add({"lower", "upper"}, [this](const Row& row, CsvLine& line) {
      const auto [lower, upper] = predictor_.interval(row.prediction);
      line.add(predictor_.value(lower));
      line.add(predictor_.value(upper));
    });
  std::vector<std::string> names;
  std::vector<std::uint16_t> probabilities;  // over 65536
  for (std::size_t k = 0; k < options.quantiles.size(); ++k) {
    names.push_back("q" + options.quantile_names[k]);
    probabilities.push_back(probability_of(options.quantile_names[k], options.quantiles[k]));
  }
  if (!names.empty())
    table_.add(names, [this, probabilities](const Row& row, CsvLine& line) {
      const std::vector<std::int32_t> draws = predictor_.draws(row.codes);
      for (const std::uint16_t probability : probabilities)
        line.add(predictor_.value(predictor_.quantile(draws, probability)));
    });
  table_.add({"saturated"}, [](const Row& row, CsvLine& line) { line.add(row.prediction.saturated ? 1 : 0); });
}

void IntegerColumns::add_raw_columns() {
  table_.add(numbered("code", model_.inputs.size()), [](const Row& row, CsvLine& line) {
    for (const std::int16_t code : row.codes) line.add(code);
  });
  table_.add({"mean", "std_model", "std_total", "flags"}, [](const Row& row, CsvLine& line) {
    line.add(row.prediction.mean);
    line.add(row.prediction.std_model);
    line.add(row.prediction.std_total);
    line.add(row.prediction.saturated ? 1 : 0);
  });
  table_.add(numbered("draw", model_.num_draw_values()), [this](const Row& row, CsvLine& line) {
    for (const std::int32_t draw : predictor_.draws(row.codes)) line.add(draw);
  });
}

std::string IntegerColumns::lines(const Rows& rows) {
  const std::size_t count = rows.inputs.rows();
  std::vector<std::string> lines(count);
  std::vector<char> saturated(count);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    const std::vector<std::int16_t> codes = predictor_.codes(row_of(rows.inputs, i));
    const IntegerPrediction prediction = predictor_(codes);
    lines[i] = table_.line({codes, prediction});
    saturated[i] = prediction.saturated;
  });
  num_rows_ += count;
  num_saturated_ += static_cast<std::size_t>(std::count(saturated.begin(), saturated.end(), 1));
  return fmt::format("{}", fmt::join(lines, ""));
}

std::vector<std::string> IntegerColumns::warnings() const {
  if (num_saturated_ == 0) return {};
  return {
      fmt::format("{} of {} rows have an input beyond the range of the chip, that of the training rows and an eighth "
                  "of its width, and were cut off there",
                  num_saturated_, num_rows_)};
}

}  // namespace direct
