// SPDX-License-Identifier: MIT
// The one pass behind survey(): every chunk is surveyed apart, on any thread, and then added to the whole in its turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/column_plan.h"
#include "data/pilot_sample.h"
#include "data/table_chunks.h"
#include "data/table_survey.h"

namespace direct {

// What one chunk tells.
struct ChunkSurvey {
  struct Row {
    std::uint64_t hash;
    std::size_t position;  // in the data set
  };
  TableChunk chunk;
  TableSurvey learned;
  std::vector<Row> rows;      // those with a weight above 0
  std::vector<double> codes;  // of these rows, one after another
  std::size_t num_rows = 0;   // of the data set up to the end of the chunk
  std::exception_ptr error;   // why it cannot be surveyed; not the error to report
};

class Surveyor {
 public:
  // Requires: both outlive the surveyor.
  Surveyor(const Dataset& dataset, const SurveyOptions& options, std::size_t chunk_bytes = default_chunk_bytes);
  Surveyor(const Surveyor&) = delete;
  Surveyor& operator=(const Surveyor&) = delete;

  void read();
  Survey finish() const;

 private:
  ColumnMatch matched_fields(const Dialect& file);
  void start(const Dialect& first);
  void survey_rows(ChunkSurvey& part) const;
  void take(const ChunkSurvey& part);
  [[noreturn]] void fail(const ChunkSurvey& part);
  void offer_pilots(const ChunkSurvey& part, const std::vector<std::vector<std::size_t>>& level_numbers);
  void report_progress(std::size_t num_rows);

  void check_has_rows() const;
  void describe(Survey& result) const;
  void add_columns(Survey& result, const std::vector<SurveyedColumn>& surveyed) const;
  void add_target(Survey& result, const SurveyedTarget& target) const;
  void add_pilot(Survey& result, const std::vector<SurveyedColumn>& surveyed, const SurveyedTarget& target) const;
  Rows encoded_rows(std::span<const PilotRow> rows, const Schema& schema, const std::vector<SurveyedColumn>& surveyed,
                    const SurveyedTarget& target) const;

  const Dataset& dataset_;
  const SurveyOptions& options_;
  std::size_t chunk_bytes_;
  std::string first_file_;
  std::vector<std::string> names_;  // of the first file, in its order
  bool has_header_ = false;
  ColumnPlan plan_;
  TableSurvey nothing_;  // learned yet
  TableSurvey learned_;
  PilotSample pilot_;
  std::size_t num_rows_ = 0;  // read
};

}  // namespace direct
