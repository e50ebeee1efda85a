// SPDX-License-Identifier: MIT
// Whether two surveys say the same.
#pragma once

#include <gtest/gtest.h>

#include <direct/data.h>

namespace direct {

inline bool same(const Column& a, const Column& b) {
  return a.name == b.name && a.position == b.position && a.categorical == b.categorical && a.levels == b.levels &&
         a.indicator == b.indicator && a.fill == b.fill;
}

// All but the number of rows and the positions of the pilot rows.
inline void expect_same_contents(const Survey& a, const Survey& b) {
  ASSERT_EQ(a.schema.columns.size(), b.schema.columns.size());
  for (std::size_t i = 0; i < a.schema.columns.size(); ++i) EXPECT_TRUE(same(a.schema.columns[i], b.schema.columns[i]));
  EXPECT_EQ(a.scaling.input_means, b.scaling.input_means);
  EXPECT_EQ(a.scaling.input_scales, b.scaling.input_scales);
  EXPECT_EQ(a.scaling.target_mean, b.scaling.target_mean);
  EXPECT_EQ(a.scaling.target_scale, b.scaling.target_scale);
  EXPECT_EQ(a.total_weight, b.total_weight);
  EXPECT_EQ(a.least, b.least);
  EXPECT_EQ(a.most, b.most);
  EXPECT_EQ(a.constant_target, b.constant_target);
  EXPECT_EQ(a.warnings, b.warnings);
  EXPECT_EQ(a.pilot.inputs, b.pilot.inputs);
  EXPECT_EQ(a.pilot.targets, b.pilot.targets);
  EXPECT_EQ(a.pilot.exposures, b.pilot.exposures);
  EXPECT_EQ(a.schema.classes, b.schema.classes);
}

}  // namespace direct
