// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <direct/data.h>

#include "data/byte_source.h"
#include "data/cell.h"
#include "data/csv_reader.h"
#include "data/place.h"
#include "data/text.h"

namespace direct {
namespace {

bool mask_value(std::string_view field, const Place& place) {
  const Cell cell = parsed_cell(field);
  if (cell.kind != CellKind::number || (cell.value != 0.0 && cell.value != 1.0)) {
    fail_at(place, "expected 0 or 1, found " + in_quotes(field));
  }
  return cell.value == 1.0;
}

}  // namespace

std::vector<std::vector<bool>> read_fold_masks(const std::string& path) {
  CsvReader reader(open_bytes(path), display_name(path));
  std::vector<std::vector<bool>> masks;
  while (reader.next()) {
    const auto fields = reader.fields();
    if (masks.empty()) masks.resize(fields.size());
    if (fields.size() != masks.size()) {
      fail_at({reader.name(), reader.line()}, fmt::format("expected {} fields, found {}", masks.size(), fields.size()));
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      masks[k].push_back(mask_value(fields[k], {reader.name(), reader.line(), k + 1}));
    }
  }
  if (masks.empty()) fail_at({reader.name()}, "is empty");
  return masks;
}

}  // namespace direct
