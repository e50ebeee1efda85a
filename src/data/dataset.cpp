// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <utility>

#include <direct/data.h>
#include <direct/error.h>

#include "data/byte_source.h"
#include "data/spool.h"

namespace direct {
namespace {

void check_dataset(const std::vector<std::string>& paths, const DataOptions& options) {
  if (paths.empty()) throw Error(ErrorKind::usage, "no data files are given");
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw Error(ErrorKind::usage, "standard input (-) is given twice");
  if (std::string_view("\"\r\n").find(options.delimiter) != std::string_view::npos) {
    throw Error(ErrorKind::usage, "the delimiter cannot be a quote or a line end");
  }
}

}  // namespace

Dataset open_dataset(std::vector<std::string> paths, DataOptions options) {
  check_dataset(paths, options);
  const auto spool = std::make_shared<SpoolFile>();
  std::vector<std::string> notes;
  for (const std::string& path : paths) {
    if (needs_spool(path) && !spool->copies.contains(path)) {
      SpooledCopy copy = spooled(path);
      notes.push_back(spool_note(path, copy));
      spool->copies.emplace(path, std::move(copy.file));
    }
    open_bytes(path, spool);
  }
  return {std::move(paths), std::move(options), {}, spool, std::move(notes)};
}

Dataset only_rows(Dataset dataset, RowFilter keep) {
  if (dataset.keep) {
    keep = [before = std::move(dataset.keep), also = std::move(keep)](std::size_t row) {
      return before(row) && also(row);
    };
  }
  dataset.keep = std::move(keep);
  return dataset;
}

}  // namespace direct
