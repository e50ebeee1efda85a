// SPDX-License-Identifier: MIT
// Where a result comes from: the last columns of every row that a study writes.
#pragma once

#include <string>
#include <vector>

namespace study {

struct Provenance {
  std::string commit;   // of the sources that this program was built of; "+changes" where they differ from it
  std::string machine;  // cores, processor, compiler
  std::string command;
};

Provenance provenance(int argc, char** argv);

// The columns of a study, then seed, commit, machine and command; and a row of it with these.
std::vector<std::string> signed_columns(std::vector<std::string> columns);
std::vector<std::string> signed_row(std::vector<std::string> row, unsigned long long seed,
                                    const Provenance& provenance);

}  // namespace study
