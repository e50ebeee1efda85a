// SPDX-License-Identifier: MIT
#include "data/table_reader.h"

#include <fmt/format.h>

#include "data/byte_source.h"
#include "data/text.h"

namespace direct {

TableReader::TableReader(const Dataset& dataset, const std::string& path, Header header)
    : dialect_(detected_dialect(dataset, path, header)),
      reader_(open_bytes(path, dataset.spool), display_name(path), dialect_.delimiter) {
  if (dialect_.has_header) reader_.next();
}

bool TableReader::next() {
  if (!reader_.next()) {
    if (!has_rows_) fail_at({reader_.name()}, "has a header but no data rows");
    return false;
  }
  has_rows_ = true;
  if (reader_.fields().size() != names().size()) {
    fail_at({reader_.name(), reader_.line()}, fmt::format("expected {} field{}, found {}", names().size(),
                                                          names().size() == 1 ? "" : "s", reader_.fields().size()));
  }
  return true;
}

}  // namespace direct
