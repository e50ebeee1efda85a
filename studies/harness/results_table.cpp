// SPDX-License-Identifier: MIT
#include "harness/results_table.h"

#include <direct/error.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace study {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void fail_to_write(const std::string& path, int reason) {
  throw direct::Error(direct::ErrorKind::resource,
                      fmt::format("{}: cannot be written: {}", path, std::strerror(reason)));
}

// One process at a time reads, changes and replaces a file of this folder.
class FolderLock {
 public:
  explicit FolderLock(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    file_ = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file_ < 0 || flock(file_, LOCK_EX) != 0) fail_to_write(path, errno);
  }
  ~FolderLock() { close(file_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

std::vector<Cells> parse_csv(const std::string& text) {
  std::vector<Cells> rows;
  Cells row(1);
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside) {
      if (c != '"')
        row.back() += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        row.back() += text[++i];
      else
        inside = false;
    } else if (c == '"') {
      inside = true;
    } else if (c == ',') {
      row.emplace_back();
    } else if (c == '\n') {
      rows.push_back(std::move(row));
      row = Cells(1);
    } else {
      row.back() += c;
    }
  }
  return rows;
}

std::string csv_line(const Cells& cells) {
  std::string line;
  for (const std::string& text : cells) line += (line.empty() && &text == cells.data() ? "" : ",") + quoted(text);
  return line + "\n";
}

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

ResultsTable::ResultsTable(std::string path, Cells columns, Rules rules)
    : path_(std::move(path)), columns_(std::move(columns)), rules_(std::move(rules)) {
  if (std::filesystem::is_directory(path_))
    throw direct::Error(direct::ErrorKind::usage, path_ + ": is a directory; expected the name of a CSV file");
  const auto folder = std::filesystem::path(path_).parent_path();
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  const FolderLock lock(path_);
  rows_ = read();
  write(rows_);  // which tells now that it cannot be written, not after hours
}

std::vector<Cells> ResultsTable::read() const {
  const std::string text = text_of(path_);
  if (text.empty()) return {};
  std::vector<Cells> rows = parse_csv(text);
  if (rows.empty() || rows.front() != columns_)
    throw direct::Error(direct::ErrorKind::data, path_ + ":1: has other columns than this study writes; expected " +
                                                     csv_line(columns_).substr(0, 60) + "...; move it away");
  rows.erase(rows.begin());
  const auto damaged = std::ranges::find_if(rows, [&](const Cells& row) { return row.size() != columns_.size(); });
  if (damaged != rows.end())
    throw direct::Error(direct::ErrorKind::data,
                        fmt::format("{}: row {} has {} cells, expected {}", path_, damaged - rows.begin() + 1,
                                    damaged->size(), columns_.size()));
  return rows;
}

// The old file stands until the new one is complete.
void ResultsTable::write(const std::vector<Cells>& rows) const {
  const std::string unfinished = path_ + ".unfinished";
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file << csv_line(columns_);
  for (const Cells& row : rows) file << csv_line(row);
  file.close();
  if (file && std::rename(unfinished.c_str(), path_.c_str()) == 0) return;
  const int reason = errno;
  std::remove(unfinished.c_str());
  fail_to_write(path_, reason);
}

std::size_t ResultsTable::column(const std::string& name) const {
  const auto found = std::ranges::find(columns_, name);
  if (found == columns_.end()) throw direct::Error(direct::ErrorKind::usage, path_ + " has no column " + name);
  return static_cast<std::size_t>(found - columns_.begin());
}

Cells ResultsTable::key_of(const Cells& row) const {
  Cells key;
  for (const std::string& name : rules_.key) key.push_back(row[column(name)]);
  return key;
}

// A machine is the same with fewer of its cores.
bool ResultsTable::is_ours(const Cells& row) const {
  const auto without_count = [](const std::string& machine) { return machine.substr(machine.find(" of ") + 1); };
  if (without_count(row[column("machine")]) != without_count(rules_.machine)) return false;
  return !rules_.fresh || added_.contains(key_of(row));
}

bool ResultsTable::has(const Cells& names, const Cells& values) const {
  return std::ranges::any_of(rows_, [&](const Cells& row) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (row[column(names[i])] != values[i]) return false;
    return is_ours(row);
  });
}

void ResultsTable::add(Cells row) { add(std::vector<Cells>{std::move(row)}); }

void ResultsTable::add(const std::vector<Cells>& rows) {
  std::set<Cells> keys;
  for (const Cells& row : rows) keys.insert(key_of(row));
  const FolderLock lock(path_);
  rows_ = read();  // other processes may have added to it
  std::erase_if(rows_, [&](const Cells& row) { return keys.contains(key_of(row)); });
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  write(rows_);
  added_.insert(keys.begin(), keys.end());
}

}  // namespace study
