// SPDX-License-Identifier: MIT
// The data rows of one file: the header is behind us, and every row has as many fields as the first.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_reader.h"
#include "data/dialect.h"
#include "data/place.h"

namespace direct {

class TableReader {
 public:
  // Throws Error(data) for an empty file and for a header that names two columns alike.
  TableReader(const Dataset& dataset, const std::string& path, Header header);

  const std::vector<std::string>& names() const { return dialect_.names; }
  bool has_header() const { return dialect_.has_header; }
  const std::string& name() const { return reader_.name(); }

  // False at the end. Throws Error(data) for a ragged row and for a file without rows.
  bool next();
  std::string_view field(std::size_t i) const { return reader_.fields()[i]; }
  Place place(std::size_t field) const { return {reader_.name(), reader_.line(), field + 1}; }

 private:
  Dialect dialect_;
  CsvReader reader_;
  bool has_rows_ = false;
};

}  // namespace direct
