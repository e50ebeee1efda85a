// SPDX-License-Identifier: MIT
#include <cstddef>
#include <limits>
#include <utility>

#include <direct/table.h>

#include "data/cell_error.h"
#include "data/column_plan.h"
#include "data/level_table.h"
#include "data/table_chunks.h"
#include "data/table_rows.h"

namespace direct {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::int32_t no_level = -1;

// A column as it comes in, cell by cell. The first cell that is not missing decides its type.
class ColumnInMemory {
 public:
  ColumnInMemory(std::string name, bool categorical, bool dropped)
      : name_(std::move(name)), declared_(categorical), dropped_(dropped), is_category_(categorical) {}

  void append(const Cell& cell, const Place& place) {
    ++size_;
    if (dropped_) return;
    if (cell.kind == CellKind::missing) return append_missing();
    settle_type(cell, place);
    if (is_category_)
      codes_.push_back(static_cast<std::int32_t>(level_of(CellText(cell).view())));
    else
      numbers_.push_back(cell.value);
  }

  Values finish() {
    if (dropped_) return {&no_number, size_, 0};
    if (is_category_) return {levels_.texts(), std::move(codes_)};
    numbers_.shrink_to_fit();
    return std::move(numbers_);
  }

 private:
  void append_missing() {
    if (is_category_)
      codes_.push_back(no_level);
    else
      numbers_.push_back(no_number);
  }

  void settle_type(const Cell& cell, const Place& place) {
    if (declared_) return;
    if (!std::exchange(has_values_, true) && cell.kind == CellKind::text) {
      is_category_ = true;
      codes_.assign(std::exchange(numbers_, {}).size(), no_level);
    }
    if (cell.kind == (is_category_ ? CellKind::text : CellKind::number)) return;
    const std::string hint = categorical_hint(name_);
    if (!is_category_) fail_not_a_number(place, name_, cell, hint);
    fail_not_a_category(place, name_, cell, hint);
  }

  std::size_t level_of(std::string_view text) {
    const auto known = levels_.find(text);
    return known ? *known : levels_.insert(text);
  }

  std::string name_;
  bool declared_, dropped_;
  bool is_category_;
  bool has_values_ = false;
  std::size_t size_ = 0;
  std::vector<double> numbers_;
  std::vector<std::int32_t> codes_;
  LevelTable levels_;
};

std::vector<ColumnInMemory> columns_of(const Dialect& file, const DataOptions& options) {
  const auto categorical = marked_columns(file.names, options.categorical, "categorical");
  const auto dropped = marked_columns(file.names, options.drop, "drop");
  std::vector<ColumnInMemory> columns;
  for (std::size_t i = 0; i < file.names.size(); ++i) columns.emplace_back(file.names[i], categorical[i], dropped[i]);
  return columns;
}

}  // namespace

Table read_csv(const std::string& path, DataOptions options) {
  const Dataset dataset = open_dataset({path}, options);
  std::vector<ColumnInMemory> columns;
  Dialect file;
  const auto start = [&](const Dialect& first) {
    file = first;
    columns = columns_of(file, options);
    return ColumnMatch{};
  };
  TableChunks chunks(dataset, options.header, start, default_chunk_bytes);
  for (TableChunk chunk; chunks.next(chunk);) {
    for (TableRows rows(chunk, dataset.keep); rows.next();)
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].append(rows.cell(i), rows.place(i));
  }
  Table table;
  table.options = std::move(options);
  for (std::size_t i = 0; i < columns.size(); ++i)
    table.columns.push_back({file.has_header ? file.names[i] : "", columns[i].finish()});
  return table;
}

}  // namespace direct
