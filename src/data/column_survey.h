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

namespace direct {

// A column of the schema, and how its inputs are standardised.
struct SurveyedColumn {
  Column column;
  std::vector<Standardisation> inputs;
  std::string warning;                    // empty when there is none
  std::vector<std::size_t> level_number;  // by order of arrival -> in column.levels
};

class ColumnSurvey {
 public:
  ColumnSurvey(std::string name, std::size_t position, bool categorical, Missing missing);

  // The code of the cell; levels are numbered in order of arrival. Throws Error(data).
  double observe(std::string_view field, const Place& place);

  bool categorical() const { return type_ == Type::category; }
  const std::string& level(double code) const { return levels_.texts()[static_cast<std::size_t>(code)]; }
  SurveyedColumn finish() const;

 private:
  enum class Type { unknown, number, category };

  void settle_type(const Cell& cell, std::string_view field, const Place& place);
  double observe_level(std::string_view text, const Place& place);
  void finish_number(SurveyedColumn& result) const;
  void finish_category(SurveyedColumn& result) const;

  std::string name_;
  std::size_t position_;
  bool declared_;  // categorical by the user's word
  Missing missing_;
  Type type_;
  std::size_t num_rows_ = 0, num_missing_ = 0;
  ColumnMoments moments_;
  LevelTable levels_;
  std::vector<std::size_t> level_counts_;
};

}  // namespace direct
