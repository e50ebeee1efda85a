// SPDX-License-Identifier: MIT
#include "harness/provenance.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace study {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 256> buffer;
  while (pipe && std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get())) text += buffer.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string commit() {
  const std::string git = "git -C '" STUDY_SOURCE_DIR "' ";
  const std::string head = output_of(git + "rev-parse --short=9 HEAD 2>/dev/null");
  if (head.empty()) return "unknown";
  const std::string changes =
      output_of(git + "status --porcelain -- '*.h' '*.cpp' '*.cmake' '*CMakeLists.txt' 2>/dev/null");
  return changes.empty() ? head : head + "+changes";
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  return "an unknown processor";
}

// The cores that this process may use, of all there are.
std::string machine() {
  cpu_set_t mine;
  const int usable = sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 0;
  return fmt::format("{} of {} cores of {}; g++ {}", usable, sysconf(_SC_NPROCESSORS_ONLN), processor(), __VERSION__);
}

std::string command(int argc, char** argv) {
  std::string words = std::filesystem::path(argv[0]).filename().string();
  for (int i = 1; i < argc; ++i) words += fmt::format(" {}", argv[i]);
  return words;
}

}  // namespace

Provenance provenance(int argc, char** argv) { return {commit(), machine(), command(argc, argv)}; }

std::vector<std::string> signed_columns(std::vector<std::string> columns) {
  columns.insert(columns.end(), {"seed", "commit", "machine", "command"});
  return columns;
}

std::vector<std::string> signed_row(std::vector<std::string> row, unsigned long long seed,
                                    const Provenance& provenance) {
  row.insert(row.end(), {std::to_string(seed), provenance.commit, provenance.machine, provenance.command});
  return row;
}

}  // namespace study
