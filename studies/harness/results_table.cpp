// SPDX-License-Identifier: MIT
#include "harness/results_table.h"

#include <direct/error.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
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

[[noreturn]] void fail_to_write(const std::string& path) {
  throw direct::Error(direct::ErrorKind::resource,
                      fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

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

std::string cell(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

ResultsTable::ResultsTable(std::string path, Cells columns, bool fresh)
    : path_(std::move(path)), columns_(std::move(columns)) {
  const std::string text = fresh ? "" : text_of(path_);
  rows_ = parse_csv(text);
  if (rows_.empty())
    write_header();
  else
    check_rows(text);
}

void ResultsTable::check_rows(const std::string& text) {
  if (rows_.front() != columns_)
    throw direct::Error(direct::ErrorKind::data, path_ + ":1: has other columns than this study writes; expected " +
                                                     csv_line(columns_).substr(0, 60) + "...; move it away");
  rows_.erase(rows_.begin());
  const auto is_damaged = [&](const Cells& row) { return row.size() != columns_.size(); };
  const auto damaged = std::find_if(rows_.begin(), rows_.end(), is_damaged);
  if (damaged != rows_.end())
    throw direct::Error(direct::ErrorKind::data,
                        fmt::format("{}: row {} has {} cells, expected {}", path_, damaged - rows_.begin() + 1,
                                    damaged->size(), columns_.size()));
  if (text.back() != '\n')  // a line that was not finished
    std::filesystem::resize_file(path_, text.rfind('\n') + 1);
}

void ResultsTable::write_header() {
  const auto folder = std::filesystem::path(path_).parent_path();
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  if (!(file << csv_line(columns_) << std::flush)) fail_to_write(path_);
}

std::size_t ResultsTable::column(const std::string& name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) throw direct::Error(direct::ErrorKind::usage, path_ + " has no column " + name);
  return static_cast<std::size_t>(found - columns_.begin());
}

bool ResultsTable::has(const Cells& names, const Cells& values) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const Cells& row) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (row[column(names[i])] != values[i]) return false;
    return true;
  });
}

void ResultsTable::add(Cells row) { add(std::vector<Cells>{std::move(row)}); }

void ResultsTable::add(const std::vector<Cells>& rows) {
  std::string text;
  for (const Cells& row : rows) text += csv_line(row);
  append(text);
  rows_.insert(rows_.end(), rows.begin(), rows.end());
}

void ResultsTable::append(const std::string& text) {
  const int file = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) fail_to_write(path_);
  const ssize_t written = write(file, text.data(), text.size());
  if (close(file) != 0 || written != static_cast<ssize_t>(text.size())) fail_to_write(path_);
}

}  // namespace study
