// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <algorithm>

#include <direct/fit.h>

#include "data/byte_source.h"
#include "data/cell.h"
#include "data/csv_reader.h"
#include "data/place.h"
#include "data/text.h"

namespace direct {
namespace {

double level_in(std::string_view field, const Place& place) {
  const Cell cell = parsed_cell(field);
  if (cell.kind != CellKind::number) fail_at(place, "expected a number, found " + in_quotes(field));
  return cell.value;
}

std::vector<double> levels_on_line(const CsvReader& reader) {
  std::vector<double> levels;
  for (const std::string_view field : reader.fields()) {
    const Place place{reader.name(), reader.line(), levels.size() + 1};
    const double level = level_in(field, place);
    if (!levels.empty() && !(level > levels.back()))
      fail_at(place, fmt::format("expected a level above {}, found {}", levels.back(), level));
    levels.push_back(level);
  }
  return levels;
}

void check_count(const Place& place, std::size_t count, std::size_t on_first_line) {
  if (count < 2 || count > 256) fail_at(place, fmt::format("expected 2 to 256 levels v1,v2,..., found {}", count));
  if (count != on_first_line)
    fail_at(place, fmt::format("expected {} levels, as on the lines before, found {}", on_first_line, count));
}

}  // namespace

Matrix read_support(const std::string& path) {
  CsvReader reader(open_bytes(path), display_name(path), ',');
  std::vector<std::vector<double>> weights;
  while (reader.next()) {
    std::vector<double> levels = levels_on_line(reader);
    check_count({reader.name(), reader.line()}, levels.size(), weights.empty() ? levels.size() : weights[0].size());
    weights.push_back(std::move(levels));
  }
  if (weights.empty()) fail_at({reader.name()}, "is empty; expected a line of levels v1,v2,... for each weight");
  Matrix result(weights.front().size(), weights.size());
  for (std::size_t j = 0; j < weights.size(); ++j) std::ranges::copy(weights[j], result.column(j).begin());
  return result;
}

}  // namespace direct
