// SPDX-License-Identifier: MIT
#include "fit/feature_bits.h"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdio>

#include <direct/fit.h>

#include "algebra/random.h"

namespace direct::feature_bits_test {
namespace {

// A sensor that is smooth and nearly without noise needs 12 bits; one with noise does not.
TEST(FeatureBits, AreThoseThatThePilotRowsNeed) {
  const auto bits_for = [](double noise) {
    const std::string path = testing::TempDir() + "/feature_bits.csv";
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fprintf(file, "a,b,y\n");
    for (std::size_t i = 0; i < 400; ++i) {
      const double a = std::round(4095.0 * random_uniform(1, RandomStream::generator, i));
      const double c = random_uniform(2, RandomStream::generator, i);
      std::fprintf(file, "%.0f,%.17g,%.17g\n", a, c,
                   std::sin(a / 700.0) * (1.0 + c) + noise * random_normal(3, RandomStream::generator, i));
    }
    std::fclose(file);
    const Preparation preparation = prepare(open_dataset({path}), {.threads = 1}).preparation;
    std::remove(path.c_str());
    return preparation.features.integer->value_bits;
  };
  EXPECT_EQ(bits_for(1e-4), 12);
  EXPECT_EQ(bits_for(0.3), 8);
}

}  // namespace
}  // namespace direct::feature_bits_test
