// SPDX-License-Identifier: MIT
// What one pass learns about one input column. The first value that is not missing decides whether it holds numbers
// or categories, unless the user has said so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <direct/data.h>

#include "data/cell.h"
#include "data/level_table.h"
#include "data/moments.h"
#include "data/place.h"
#include "data/tally.h"

namespace direct {

// An input: how it is standardised, and its extremes.
struct SurveyedInput {
  Standardisation standardisation;
  double least = 0.0, most = 1.0;
};

// A column of the schema and its inputs.
struct SurveyedColumn {
  Column column;
  std::vector<SurveyedInput> inputs;
  std::string warning;                    // empty when there is none
  std::vector<std::size_t> level_number;  // by order of arrival -> in column.levels
};

class ColumnSurvey {
 public:
  ColumnSurvey(std::string name, std::size_t position, bool categorical, Missing missing);

  // The type and the levels of the column are known to be these, and so is whether it has an indicator.
  void expect(const Column& known);

  // The code of the cell; levels are numbered in order of arrival. A cell of weight 0 is checked and settles the type,
  // but counts for nothing else, and its code for nothing at all. Throws Error(data).
  double observe(const Cell& cell, const Place& place, double weight);

  // False when no column holds what both have seen: numbers and categories, or too many levels.
  bool can_merge(const ColumnSurvey& other) const;
  // Adds what `other` has seen. For each of its levels: the number of that here.
  std::vector<std::size_t> merge(const ColumnSurvey& other);

  bool categorical() const { return type_ == Type::category; }
  const std::string& level(double code) const { return levels_.texts()[static_cast<std::size_t>(code)]; }
  SurveyedColumn finish(const Tally& rows) const;  // `rows` are all that were observed

 private:
  enum class Type { unknown, number, category };

  void settle_type(const Cell& cell, const Place& place);
  double observe_level(std::string_view text, const Place& place, double weight);
  void check_new_level(std::string_view text, const Place& place) const;
  std::size_t add_level(std::string_view text);
  void finish_number(SurveyedColumn& result) const;
  void finish_category(SurveyedColumn& result, const Tally& rows) const;

  std::string name_;
  std::size_t position_;
  bool declared_;           // categorical by the user's word
  bool indicator_ = false;  // whatever the rows have
  Missing missing_;
  Type type_;
  Tally missing_rows_;
  ColumnMoments moments_;
  LevelTable levels_;
  std::vector<Tally> level_rows_;
};

}  // namespace direct
