// SPDX-License-Identifier: MIT
// What a command says besides its data: always on stderr, never with -q.
#pragma once

#include <string>
#include <vector>

#include "flags.h"

namespace direct {

struct Reporting {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
};

void add_json_flag(Flags& flags, Reporting& reporting);
void add_quiet_flag(Flags& flags, Reporting& reporting);
void add_reporting_flags(Flags& flags, Reporting& reporting);  // --json, -q and -v

// "WARNING: ...", a line each: why intervals cannot be trusted. The first that a command says.
void say_interval_warnings(const std::vector<std::string>& warnings);
std::string interval_warnings_text(const std::vector<std::string>& warnings);

// "direct: note: ..." and "direct: warning: ...", a line each.
void say_notes(const Reporting& reporting, const std::vector<std::string>& notes);
void say_warnings(const Reporting& reporting, const std::vector<std::string>& warnings);

}  // namespace direct
