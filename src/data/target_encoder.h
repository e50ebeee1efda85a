// SPDX-License-Identifier: MIT
// Targets as a schema says: numbers, or 0 and 1 for two classes. Several threads may ask one encoder.
#pragma once

#include <direct/data.h>

#include "data/cell.h"
#include "data/class_table.h"
#include "data/place.h"

namespace direct {

class TargetEncoder {
 public:
  // Requires: the schema outlives the encoder.
  explicit TargetEncoder(const Schema& schema) : schema_(schema), classes_(schema.classes) {}

  // Throws Error(data). The class of a row of weight 0 need not have been seen in training.
  double value(const Cell& cell, const Place& place, double weight) const;

 private:
  const Schema& schema_;
  ClassTable classes_;
};

}  // namespace direct
