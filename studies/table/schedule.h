// SPDX-License-Identifier: MIT
// What of a table is still to be run, in which order, and how long it will take.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results_table.h"

namespace study {

struct FoldTask {
  std::string set;
  std::size_t fold = 0;
  std::vector<std::string> methods;
};

// The cells by which a row is known: a run with another seed or size is another run.
struct RunKey {
  std::string num_features, num_levels, max_iterations, seed;
};

class Schedule {
 public:
  // `patience`: where fold 0 of a set took mixture-sgd longer than so many seconds of the processor, its other folds go
  // without.
  Schedule(const ResultsTable& table, RunKey key, double patience) : table_(table), key_(key), patience_(patience) {}

  FoldTask remaining(const FoldTask& wanted) const;
  // Of what remains of these, by what the same set, or else the others, took so far; 0 where nothing is known yet.
  double seconds_left(const std::vector<FoldTask>& tasks) const;

 private:
  bool is_done(const FoldTask& task, const std::string& method) const;
  bool tries_patience(const FoldTask& task, const std::string& method) const;
  double expected_seconds(const std::string& set, const std::string& method) const;

  const ResultsTable& table_;
  RunKey key_;
  double patience_;
};

}  // namespace study
