// SPDX-License-Identifier: MIT
#include "progress_line.h"

#include <unistd.h>

#include <cmath>
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
  if (stage == "training") return "iterations";
  if (stage == "tune") return "fits";
  if (stage == "sample" || stage == "draws") return "draws";
  return "rows";
}

std::string text(const ProgressEvent& event) {
  std::string line = fmt::format("{}: {:.0f} {}", event.stage, event.done, unit(event.stage));
  if (event.stage == "fit") line += fmt::format(", elbo {:.3f}", event.elbo);
  return line;
}

double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

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

std::string ProgressLine::time_left(const ProgressEvent& event, std::chrono::steady_clock::time_point now) const {
  if (event.most <= 0.0 || event.done <= 1.0) return {};
  const double of_one = seconds(now - begin_) / (event.done - 1.0);
  return fmt::format(" of {:.0f}, at most {:.0f} s left", event.most, std::ceil(of_one * (event.most - event.done)));
}

bool ProgressLine::show(const ProgressEvent& event) {
  const auto now = std::chrono::steady_clock::now();
  if (event.done <= last_done_) begin_ = now;  // another stage, or the same once more
  last_done_ = event.done;
  if (visible_ && now - last_shown_ >= redraw_interval) {
    fmt::print(stderr, "\r{}{}\033[K", text(event), time_left(event, now));
    shown_ = true;
    last_shown_ = now;
  }
  return !interrupted();
}

}  // namespace direct
