// SPDX-License-Identifier: MIT
// Runs a test on each instruction set that was compiled and that this machine has.
#pragma once

// As in integer_gram.cpp, which has the fewest.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <gtest/gtest.h>

namespace direct {

template <typename Body>
void on_each_instruction_set(const Body& body) {
  int count = 0;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    body();
    hwy::SetSupportedTargetsForTest(0);
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace direct
