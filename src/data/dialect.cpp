// SPDX-License-Identifier: MIT
#include "data/dialect.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "data/byte_source.h"
#include "data/cell.h"
#include "data/csv_reader.h"
#include "data/place.h"
#include "data/text.h"

namespace direct {
namespace {

using Fields = std::vector<std::string>;

Fields copied_fields(const CsvReader& reader) {
  Fields fields;
  for (const std::string_view field : reader.fields()) fields.emplace_back(trimmed(field));
  return fields;
}

CellKind kind_of(std::string_view field) { return parsed_cell(field).kind; }
bool is_text(const std::string& field) { return kind_of(field) == CellKind::text; }

bool are_names(const Fields& fields) {
  return std::all_of(fields.begin(), fields.end(), is_text) &&
         std::set<std::string>(fields.begin(), fields.end()).size() == fields.size();
}

bool looks_like_header(const Fields& first, const Fields& second) {
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (is_text(first[i]) && kind_of(second[i]) == CellKind::number) return true;
  }
  return are_names(first);
}

void check_names(const Fields& names, const CsvReader& reader, std::size_t line) {
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Place place{reader.name(), line, i + 1};
    if (!is_utf8(names[i])) fail_at(place, "column name is not valid UTF-8: " + in_quotes(names[i]));
    const auto [first, is_new] = seen.emplace(names[i], i + 1);
    if (is_new) continue;
    const char* doubt = is_text(names[i]) ? "" : " (is this a row of data, not a header?)";
    fail_at(place,
            fmt::format("duplicate column name {}; column {} has it too{}", in_quotes(names[i]), first->second, doubt));
  }
}

}  // namespace

Dialect detected_dialect(const Dataset& dataset, const std::string& path, Header header) {
  CsvReader reader(open_bytes(path, dataset.spool), display_name(path), dataset.options.delimiter);
  if (!reader.next()) fail_at({reader.name()}, "is empty");
  Dialect dialect{reader.name(), reader.delimiter(), header == Header::yes, copied_fields(reader)};
  const std::size_t header_line = reader.line();
  if (header == Header::detect) {
    const Fields second = reader.next() ? copied_fields(reader) : Fields();
    dialect.has_header = looks_like_header(dialect.names, second);
  }
  for (std::size_t i = 0; i < dialect.names.size(); ++i) {
    if (!dialect.has_header || dialect.names[i].empty()) dialect.names[i] = std::to_string(i);
  }
  check_names(dialect.names, reader, header_line);
  return dialect;
}

}  // namespace direct
