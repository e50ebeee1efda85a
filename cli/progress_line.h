// SPDX-License-Identifier: MIT
// One line on the terminal that says what a long call is doing, gone when the call ends. It is also how Ctrl-C reaches
// the library, so every long call gets one, made after standard input was read: until then Ctrl-C just ends the
// program.
#pragma once

#include <chrono>
#include <string>

#include <direct/progress.h>

namespace direct {

class ProgressLine {
 public:
  // Shows itself on a terminal only.
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Requires: this object outlives the callback.
  Progress callback();
  void clear();

 private:
  bool show(const ProgressEvent& event);
  std::string time_left(const ProgressEvent& event, std::chrono::steady_clock::time_point now) const;

  bool visible_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_shown_, begin_;
  double last_done_ = 0.0;
};

}  // namespace direct
