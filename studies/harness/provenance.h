// SPDX-License-Identifier: MIT
// Where a result comes from: the last columns of every row that a study writes.
#pragma once

#include <string>
#include <vector>

namespace study {

struct Provenance {
  std::string commit;   // of the sources in the working directory; "+changes" where they differ from it
  std::string machine;  // cores, processor, compiler
  std::string command;
};

Provenance provenance(int argc, char** argv);

const std::vector<std::string>& provenance_columns();  // seed, commit, machine, command
std::vector<std::string> provenance_cells(const Provenance& provenance, unsigned long long seed);

}  // namespace study
