// SPDX-License-Identifier: MIT
// A CSV file of results, written whole after every addition: a study that was stopped goes on where it was, and several
// processes may add to the same file. A row is known by its key; a newer one takes the place of an older one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace study {

using Cells = std::vector<std::string>;

// RFC 4180. A last line without its end is left out.
std::vector<Cells> parse_csv(const std::string& text);
std::string csv_line(const Cells& cells);

// The shortest text that is read as the same number; empty where there is none. A number that is not finite stays one.
std::string cell(const std::optional<double>& value);

class ResultsTable {
 public:
  struct Rules {
    Cells key;            // names of columns
    std::string machine;  // rows of another one are not ours: they are run again
    bool fresh = false;   // nor is what was there before
  };

  // Opens or starts the file. Throws direct::Error(data) where it is no such file.
  ResultsTable(std::string path, Cells columns, Rules rules);

  const std::vector<Cells>& rows() const { return rows_; }
  std::size_t column(const std::string& name) const;
  // Whether a row that is ours has these cells in the columns named.
  bool has(const Cells& names, const Cells& values) const;
  void add(Cells row);
  void add(const std::vector<Cells>& rows);  // all or none, in the place of all rows with one of their keys

 private:
  std::vector<Cells> read() const;
  void write(const std::vector<Cells>& rows) const;
  bool is_ours(const Cells& row) const;
  Cells key_of(const Cells& row) const;

  std::string path_;
  Cells columns_;
  Rules rules_;
  std::vector<Cells> rows_;
  std::set<Cells> added_;  // keys
};

}  // namespace study
