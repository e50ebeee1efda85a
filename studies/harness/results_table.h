// SPDX-License-Identifier: MIT
// A CSV file that grows a row at a time, each written whole: a study that was stopped goes on where it was. Several
// processes may add rows to the same file.
#pragma once

#include <string>
#include <vector>

namespace study {

using Cells = std::vector<std::string>;

// RFC 4180. A last line without its end is left out: it is what a process was writing when it was killed.
std::vector<Cells> parse_csv(const std::string& text);
std::string csv_line(const Cells& cells);

std::string cell(double value);  // the shortest text that is read as the same number; empty for NaN

class ResultsTable {
 public:
  // Opens or starts the file. Throws direct::Error(data) where it has other columns. `fresh` forgets what it holds.
  ResultsTable(std::string path, Cells columns, bool fresh = false);

  const std::vector<Cells>& rows() const { return rows_; }
  std::size_t column(const std::string& name) const;
  // Whether a row has these first cells of the columns named.
  bool has(const Cells& names, const Cells& values) const;
  void add(Cells row);
  void add(const std::vector<Cells>& rows);  // all or none

 private:
  void write_header();
  void check_rows(const std::string& text);  // and takes the header off them
  void append(const std::string& text);

  std::string path_;
  Cells columns_;
  std::vector<Cells> rows_;
};

}  // namespace study
