// SPDX-License-Identifier: MIT
#include "reporting.h"

#include <cstdio>

#include <fmt/format.h>

namespace direct {
namespace {

constexpr const char* group = "Output";

void say(const Reporting& reporting, const char* kind, const std::vector<std::string>& lines) {
  if (reporting.quiet) return;
  for (const std::string& line : lines) fmt::print(stderr, "direct: {}: {}\n", kind, line);
}

}  // namespace

void add_json_flag(CLI::App& command, Reporting& reporting) {
  command.add_flag("--json", reporting.json, "print one JSON object on stdout")->group(group);
}

void add_quiet_flag(CLI::App& command, Reporting& reporting) {
  command.add_flag("-q,--quiet", reporting.quiet, "say nothing but errors")->group(group);
}

void add_verbose_flag(CLI::App& command, Reporting& reporting) {
  command.add_flag("-v,--verbose", reporting.verbose, "say more")->group(group);
}

void say_notes(const Reporting& reporting, const std::vector<std::string>& notes) { say(reporting, "note", notes); }

void say_warnings(const Reporting& reporting, const std::vector<std::string>& warnings) {
  say(reporting, "warning", warnings);
}

}  // namespace direct
