// SPDX-License-Identifier: MIT
// What the processes that mpirun started together can say to each other. Waiting costs no processor time until
// everybody has come; whatever goes wrong is an Error(resource).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace direct {

class Communicator {
 public:
  Communicator() = default;
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;

  // A failure is told to the others at once. They may ask for it from any thread, one at a time, while they work; once
  // all ranks know from whom an alarm came, each of them takes the alarms back.
  virtual void raise_alarm() = 0;
  virtual bool is_alarmed() = 0;
  virtual void take_back_alarms(std::span<const std::size_t> raised_by) = 0;

  // Every rank calls these, in the same order.
  virtual std::vector<std::int64_t> gathered(std::int64_t own) = 0;  // by rank, on all of them
  virtual void broadcast(std::span<std::byte> bytes, std::size_t from) = 0;
  virtual void add_up(std::span<std::int64_t> values) = 0;  // the sums on rank 0; elsewhere the values are as they were

  virtual void send_to_first(std::span<const double> values) = 0;
  virtual void receive(std::span<double> values, std::size_t from) = 0;

  // The last words of every rank, heard even by those who expect something else. Nothing when patience ends first.
  using Patience = std::optional<std::chrono::milliseconds>;      // none: as long as it takes
  static constexpr std::chrono::seconds patience_with_others{5};  // who fails waits no longer
  virtual std::optional<std::vector<std::int64_t>> last_words(std::int64_t own, Patience patience) = 0;
  [[noreturn]] virtual void abort(int exit_code) = 0;  // every rank, wherever it is
};

// Nothing where this process is alone: not started by mpirun, or built without MPI.
std::unique_ptr<Communicator> communicator();

}  // namespace direct
