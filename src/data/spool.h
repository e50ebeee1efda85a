// SPDX-License-Identifier: MIT
// Data are read more than once, but standard input, pipes and other streams cannot be: they are copied to
// temporary files that have no name, so that nothing stays behind however the process ends.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "data/file_descriptor.h"

namespace direct {

struct SpoolFile {
  std::map<std::string, FileDescriptor> copies;  // by path; "-" is standard input
};

struct SpooledCopy {
  FileDescriptor file;
  std::string directory;
  std::size_t num_bytes = 0;
};

// True for "-" and for every path that can be read only once.
bool needs_spool(const std::string& path);

// Copies what is left of the stream to a temporary file in $TMPDIR or /tmp. Throws Error(data) when it cannot be
// read and Error(resource) when it cannot be stored.
SpooledCopy spooled(const std::string& path);

// One line that says so.
std::string spool_note(const std::string& path, const SpooledCopy& copy);

}  // namespace direct
