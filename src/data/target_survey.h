// SPDX-License-Identifier: MIT
// What one pass learns about the targets, which are what a likelihood takes, and about the exposures of counts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <direct/data.h>

#include "data/cell.h"
#include "data/class_table.h"
#include "data/moments.h"
#include "data/place.h"
#include "data/row_hash.h"
#include "data/tally.h"
#include "data/wide_sum.h"

namespace direct {

struct SurveyedTarget {
  Standardisation scaling;                // as struct Scaling says
  bool constant = false;                  // of numbers that are not counts
  std::string warning;                    // empty when there is none
  std::vector<std::string> classes;       // in their order, if the likelihood has any
  std::vector<std::size_t> class_number;  // by order of arrival -> in classes
};

class TargetSurvey {
 public:
  TargetSurvey() = default;
  TargetSurvey(Likelihood likelihood, std::string name, std::string exposure_name);

  // The code of the cell: its number, or that of its class in order of arrival. A cell of weight 0 is checked but
  // counts for nothing, and its code for nothing at all. Throws Error(data).
  double observe(const Cell& cell, const Place& place, double weight);
  double observe_exposure(const Cell& cell, const Place& place, double weight);

  bool can_merge(const TargetSurvey& other) const;  // false when both together have more than two classes
  // Adds what `other` has seen. For each of its classes: the number of that here.
  std::vector<std::size_t> merge(const TargetSurvey& other);

  bool has_exposure() const { return !exposure_name_.empty(); }
  void add_to(RowHash& hash, double code) const;
  bool code_less(double left, double right) const;  // whatever the order of arrival
  // `rows` are all that were observed. Throws Error(data) where there is one class alone.
  SurveyedTarget finish(const Tally& rows, const std::string& file) const;

 private:
  double observe_class(std::string_view text, const Place& place, double weight);
  std::size_t add_class(std::string_view text);
  void finish_classes(SurveyedTarget& result, const std::string& file) const;
  void finish_numbers(SurveyedTarget& result, const Tally& rows) const;

  Likelihood likelihood_;
  std::string name_, exposure_name_;
  ColumnMoments moments_;
  WideSum exposure_;  // of all rows, each times its weight
  ClassTable classes_;
  std::vector<Tally> class_rows_;
};

}  // namespace direct
