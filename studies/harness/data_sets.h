// SPDX-License-Identifier: MIT
// Data with folds: the UCI sets in the folder named by DIRECT_UCI (NAME/data.csv.gz, last column the target;
// NAME/test_mask.csv.gz, a column per fold), and small generated ones that are always there.
#pragma once

#include <direct/data.h>

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace study {

struct FoldedSet {
  std::string name;
  direct::Dataset rows;
  std::shared_ptr<const std::vector<std::vector<bool>>> masks;  // [fold][row]: is a test row

  std::size_t num_folds() const { return masks->size(); }
  std::size_t num_rows() const { return masks->front().size(); }
  direct::Dataset train(std::size_t fold) const;
  direct::Dataset test(std::size_t fold) const;
};

std::vector<std::string> uci_names();        // sorted; none where DIRECT_UCI is unset or holds none
std::vector<std::string> generated_names();  // tiny-sensor, tiny-electric

// What to say where there are no UCI sets: how to get them.
extern const char* const uci_advice;

// Generated sets are written to `scratch`. Throws direct::Error(usage) for a name that is neither; reading a set throws
// direct::Error(data) where its masks have fewer rows than its data.
FoldedSet folded_set(const std::string& name, const std::string& scratch);

// A folder of its own, gone with the object, and when the program is interrupted, which ends it with exit code 130.
// There is one at a time.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::jthread watcher_;  // for SIGINT and SIGTERM
};

}  // namespace study
