// SPDX-License-Identifier: MIT
// The columns of a CSV output, each with its names in the header and what it writes of a row.
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace direct {

// One line of CSV as it grows.
class CsvLine {
 public:
  template <typename Number>
  void add(const Number& value) {
    if (!text_.empty()) text_ += ',';
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }

  void add(const std::string& value) {
    if (!text_.empty()) text_ += ',';
    if (value.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += value;
      return;
    }
    text_ += '"';
    for (const char c : value) text_ += c == '"' ? "\"\"" : std::string(1, c);
    text_ += '"';
  }

  std::string ended() && { return std::move(text_ += '\n'); }

 private:
  std::string text_;
};

template <typename Row>
class ColumnTable {
 public:
  using Write = std::function<void(const Row& row, CsvLine& line)>;

  // `write` adds a cell for each of the names.
  void add(const std::vector<std::string>& names, Write write) {
    names_.insert(names_.end(), names.begin(), names.end());
    columns_.push_back(std::move(write));
  }

  std::string header() const { return fmt::format("{}\n", fmt::join(names_, ",")); }

  std::string line(const Row& row) const {
    CsvLine line;
    for (const Write& write : columns_) write(row, line);
    return std::move(line).ended();
  }

 private:
  std::vector<std::string> names_;
  std::vector<Write> columns_;
};

// name_0, name_1 and so on.
inline std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < count; ++k) names.push_back(fmt::format("{}_{}", name, k));
  return names;
}

}  // namespace direct
