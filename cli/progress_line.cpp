// SPDX-License-Identifier: MIT
#include "progress_line.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "interruption.h"

namespace direct {
namespace {

constexpr std::chrono::milliseconds redraw_interval{100};

std::string_view unit(std::string_view stage) {
  if (stage == "fit") return "sweeps";
  if (stage == "hyperparameters" || stage == "evidence") return "evaluations";
  if (stage == "features") return "chosen";
  if (stage == "tune") return "fits";
  if (stage == "sample" || stage == "draws") return "draws";
  return "rows";
}

std::string text(const ProgressEvent& event) {
  std::string line = fmt::format("{}: {:.0f} {}", event.stage, event.done, unit(event.stage));
  if (event.stage == "fit") line += fmt::format(", elbo {:.3f}", event.elbo);
  return line;
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : visible_(!quiet && isatty(STDERR_FILENO) == 1) { catch_interrupts(); }

ProgressLine::~ProgressLine() { clear(); }

Progress ProgressLine::callback() {
  return [this](const ProgressEvent& event) { return show(event); };
}

void ProgressLine::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

bool ProgressLine::show(const ProgressEvent& event) {
  const auto now = std::chrono::steady_clock::now();
  if (visible_ && now - last_shown_ >= redraw_interval) {
    fmt::print(stderr, "\r{}\033[K", text(event));
    shown_ = true;
    last_shown_ = now;
  }
  return !interrupted();
}

}  // namespace direct
