// SPDX-License-Identifier: MIT
// Several processes that share a pass over the data, by MPI.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <direct/progress.h>
#include <direct/statistics.h>

namespace direct {

class Communicator;

// The processes that mpirun started together, or this one alone. There is one object, made before any other thread and
// destroyed last. Where this library was built without MPI, every process is alone.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }

  // Every rank calls these, in the same order. What `work` throws on one rank, agree() throws on all of them, once each
  // has finished or noticed: the same error everywhere, that of the lowest rank. `work` gets a Progress to report to,
  // through which it notices the failure of another rank.
  void agree(const Progress& progress, const std::function<void(const Progress&)>& work) const;
  Preparation broadcast(const Preparation& of_first) const;  // what rank 0 passes, on all ranks
  void sum(Statistics& statistics) const;                    // on rank 0; the others' are left empty
  void sum_everywhere(SecondMoments& moments) const;         // the same bytes on every rank
  void sum_everywhere(std::vector<double>& values) const;

  // The last call of a program, with its exit code: those of all ranks, once each has come here. A rank whose own is
  // not 0 waits for some seconds only. Nothing then: the others know nothing of its failure, and all that is left is
  // abort().
  std::optional<std::vector<int>> exit_codes(int own) const;
  [[noreturn]] void abort(int exit_code) const;  // ends every rank, wherever it is

 private:
  std::unique_ptr<Communicator> communicator_;  // none: this process is alone
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
};

}  // namespace direct
