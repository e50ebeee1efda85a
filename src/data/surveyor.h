// SPDX-License-Identifier: MIT
// The one pass behind survey(): columns, target and pilot rows learn from each row in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/column_plan.h"
#include "data/column_survey.h"
#include "data/moments.h"
#include "data/pilot_sample.h"
#include "data/row_hash.h"
#include "data/table_reader.h"

namespace direct {

class Surveyor {
 public:
  // Requires: both outlive the surveyor.
  Surveyor(const Dataset& dataset, const SurveyOptions& options);
  Surveyor(const Surveyor&) = delete;
  Surveyor& operator=(const Surveyor&) = delete;

  void read(const std::string& path);
  Survey finish() const;

 private:
  void start(const TableReader& first);
  std::vector<std::size_t> matched_fields(const TableReader& table) const;
  void observe(const TableReader& table, const std::vector<std::size_t>& fields);
  std::uint64_t hash_of_row();
  bool row_less(const std::vector<double>& left, const std::vector<double>& right) const;

  void describe(Survey& result) const;
  void add_pilot(Survey& result, const std::vector<SurveyedColumn>& surveyed) const;

  const Dataset& dataset_;
  const SurveyOptions& options_;
  std::string first_file_;
  std::vector<std::string> names_;  // of the first file, in its order
  bool has_header_ = false;
  ColumnPlan plan_;
  std::vector<ColumnSurvey> columns_;  // the inputs
  ColumnMoments target_;
  PilotSample pilot_;
  RowHash hash_;
  std::vector<double> codes_;  // of the current row: the inputs, then the target
  std::size_t num_rows_ = 0, num_kept_ = 0;
};

}  // namespace direct
