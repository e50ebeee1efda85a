// SPDX-License-Identifier: MIT
#include "reporting.h"

#include <cstdio>

#include <fmt/format.h>

#include "option_flags.h"

namespace direct {
namespace {

void say(const Reporting& reporting, const char* kind, const std::vector<std::string>& lines) {
  if (reporting.quiet) return;
  for (const std::string& line : lines) fmt::print(stderr, "direct: {}: {}\n", kind, with_flags(line));
}

}  // namespace

void add_json_flag(Flags& flags, Reporting& reporting) {
  flags.on("--json", reporting.json, "print one JSON object on stdout");
}

void add_quiet_flag(Flags& flags, Reporting& reporting) {
  flags.on("-q,--quiet", reporting.quiet, "say nothing but errors, and WARNING of intervals not to be trusted");
}

void add_reporting_flags(Flags& flags, Reporting& reporting) {
  add_json_flag(flags, reporting);
  add_quiet_flag(flags, reporting);
  flags.on("-v,--verbose", reporting.verbose, "say more");
}

std::string interval_warnings_text(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += "WARNING: " + with_flags(warning) + "\n";
  return text;
}

void say_interval_warnings(const std::vector<std::string>& warnings) {
  fmt::print(stderr, "{}", interval_warnings_text(warnings));
}

void say_notes(const Reporting& reporting, const std::vector<std::string>& notes) { say(reporting, "note", notes); }

void say_warnings(const Reporting& reporting, const std::vector<std::string>& warnings) {
  say(reporting, "warning", warnings);
}

}  // namespace direct
