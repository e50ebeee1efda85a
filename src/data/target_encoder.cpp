// SPDX-License-Identifier: MIT
#include "data/target_encoder.h"

#include <fmt/format.h>

#include "data/cell_error.h"
#include "data/text.h"

namespace direct {

double TargetEncoder::value(const Cell& cell, const Place& place, double weight) const {
  const std::string& column = schema_.target_name;
  if (!schema_.likelihood->has_classes) return target_value(schema_.likelihood, cell, place, column);
  check_is_class(cell, place, column);
  const CellText class_text(cell);
  const std::string_view text = class_text.view();
  if (const auto number = classes_.find(text)) return static_cast<double>(*number);
  if (weight == 0.0) return 0.0;
  fail_at(place, fmt::format("unknown class {} in column {}; expected {} or {}", in_quotes(text), in_quotes(column),
                             in_quotes(classes_.texts()[0]), in_quotes(classes_.texts()[1])));
}

}  // namespace direct
