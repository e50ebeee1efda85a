// SPDX-License-Identifier: MIT
// Tables of every kind, in memory and as the text of a CSV file.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <direct/table.h>

#include "oracle/property.h"

namespace direct {

struct GeneratedTable {
  Table table;  // owns its rows
  std::string csv;
  DataOptions options;  // of the file
  Likelihood likelihood;
};

// Columns as texts, which are written row by row.
class CsvColumns {
 public:
  void add(const std::string& name, std::vector<std::string> cells) {
    names_.push_back(name);
    cells_.push_back(std::move(cells));
  }
  void add(const std::string& name, const std::vector<double>& numbers) {
    std::vector<std::string> cells;
    for (const double number : numbers) cells.push_back(std::isnan(number) ? "NA" : fmt::format("{}", number));
    add(name, std::move(cells));
  }
  std::string text(bool with_names) const {
    std::string text = with_names ? fmt::format("{}\n", fmt::join(names_, ",")) : "";
    for (std::size_t row = 0; row < cells_.front().size(); ++row)
      for (std::size_t i = 0; i < cells_.size(); ++i) text += cells_[i][row] + (i + 1 < cells_.size() ? "," : "\n");
    return text;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> cells_;
};

// Makes the same columns twice.
class TableGenerator {
 public:
  TableGenerator(oracle::Any& any, const std::string& likelihood, bool with_names)
      : any_(any), likelihood_(likelihood), with_names_(with_names), num_rows_(any.in_range<std::size_t>(12, 300)) {
    options().missing = any_.element_of(std::vector{Missing::error, Missing::mean, Missing::indicator});
  }

  GeneratedTable made() {
    add_inputs();
    if (any_.value<bool>()) add_numbers();
    if (any_.value<bool>()) add_categories();
    if (likelihood_->takes_exposure && any_.value<bool>()) add_exposures();
    if (any_.value<bool>()) add_weights();
    add_target();
    DataOptions file_options = options();
    file_options.header = with_names_ ? Header::yes : Header::no;
    file_options.weight = weight_;
    file_options.exposure = exposure_;
    return {std::move(table_), columns_.text(with_names_), file_options, likelihood_};
  }

 private:
  DataOptions& options() { return table_.options; }
  std::string name(const std::string& wanted) {
    ++num_columns_;
    return with_names_ ? wanted : "";
  }
  bool is_missing_cell() { return options().missing != Missing::error && any_.in_range(0, 1000) % 7 == 3; }
  double any_number() {
    if (is_missing_cell()) return std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> factors{1.0, 0.1, -1.0 / 3.0, 1e-3};
    return any_.element_of(factors) * static_cast<double>(any_.in_range(-1000, 1000));
  }

  void add_inputs() {
    Matrix inputs(num_rows_, any_.in_range<std::size_t>(1, 4));
    for (std::size_t j = 0; j < inputs.cols(); ++j) {
      for (double& value : inputs.column(j)) value = any_number();
      const std::vector<double> numbers(inputs.column(j).begin(), inputs.column(j).end());
      const std::string called = fmt::format("x{}", j);
      columns_.add(called, numbers);
      if (with_names_) table_.names.push_back(called);
      ++num_columns_;
    }
    table_.inputs = std::move(inputs);
  }

  void add_numbers() {
    std::vector<double> numbers = any_.some(num_rows_, [&] { return any_number(); });
    columns_.add("more", numbers);
    table_.columns.push_back({name("more"), std::move(numbers)});
  }

  // As texts, or as levels and codes; some look like numbers.
  void add_categories() {
    const std::vector<std::string> levels{"Paris", "7", "Oslo", "Rome"};
    std::vector<std::int32_t> codes;
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < num_rows_; ++row) {
      codes.push_back(is_missing_cell() ? -1 : any_.in_range(0, 1000) % 4);
      texts.push_back(codes.back() < 0 ? "" : levels[static_cast<std::size_t>(codes.back())]);
    }
    columns_.add("city", texts);
    options().categorical = {with_names_ ? "city" : std::to_string(num_columns_)};
    const Values values = any_.value<bool>() ? Values(std::move(texts)) : Values(levels, std::move(codes));
    table_.columns.push_back({name("city"), values});
  }

  void add_exposures() {
    std::vector<double> exposures = any_.some(num_rows_, [&] { return 0.25 * any_.in_range(1, 40); });
    if (with_names_) options().exposure = "e";
    exposure_ = with_names_ ? "e" : std::to_string(num_columns_);
    columns_.add(name("e"), exposures);
    table_.exposures = std::move(exposures);
  }

  void add_weights() {
    std::vector<double> weights = any_.some(num_rows_, [&] { return 0.5 * (any_.in_range(0, 1000) % 5); });
    weights.front() = weights.back() = 1.0;
    if (with_names_) options().weight = "w";
    weight_ = with_names_ ? "w" : std::to_string(num_columns_);
    columns_.add(name("w"), weights);
    table_.weights = std::move(weights);
  }

  // The first and the last differ, which two classes must.
  void add_target() {
    std::vector<double> numbers = any_.some(num_rows_, [&] { return std::abs(any_.in_range(-50, 50)) + 1.0; });
    if (likelihood_->has_classes)
      for (double& value : numbers) value = static_cast<double>(static_cast<int>(value) % 2);
    numbers.front() = 0.0;
    numbers.back() = 1.0;
    if (!likelihood_->has_classes && !likelihood_->is_gaussian && !likelihood_->is_count) numbers.front() = 0.5;
    if (with_names_) options().target = "y";
    if (!likelihood_->has_classes || any_.value<bool>()) {
      columns_.add("y", numbers);
      table_.target = std::move(numbers);
      return;
    }
    std::vector<std::string> texts;
    for (const double number : numbers) texts.push_back(number > 0.0 ? "on" : "off");
    columns_.add("y", texts);
    table_.target = std::move(texts);
  }

  oracle::Any& any_;
  const Likelihood likelihood_;
  const bool with_names_;
  const std::size_t num_rows_;
  std::size_t num_columns_ = 0;
  std::string weight_, exposure_;  // as the file is told
  Table table_;
  CsvColumns columns_;
};

inline GeneratedTable generated_table(oracle::Any& any, const std::string& likelihood, bool with_names = true) {
  return TableGenerator(any, likelihood, with_names).made();
}

}  // namespace direct
