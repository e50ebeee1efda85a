// SPDX-License-Identifier: MIT
// Statistics to save, and what loading a damaged file must do.
#pragma once

#include <string>

#include "data/damaged_files.h"
#include "statistics/integer_table.h"

namespace direct {

class StatisticsFile : public DamageTest {
 protected:
  // Integer features with rows of whole and of fractional weight: both parts.
  static const PreparedStatistics& both() {
    static const PreparedStatistics statistics = [] {
      const TestDirectory directory;
      const IntegerTable table = with_weights(random_table(1, 30), {1.0, 7.0, 0.5});
      PreparedStatistics result{integer_preparation(true),
                                accumulated(written(directory, table), integer_preparation(true))};
      result.preparation.schema.columns[1].name = "Ørsta, \"north\"";
      result.preparation.pilot = {.noise = 0.1, .weight = 1.0 / 3.0};
      result.preparation.pilot_inputs = Matrix(2, 3, 0.1);
      result.preparation.pilot_targets = {0.1, -5.0};
      return result;
    }();
    return statistics;
  }
  static PreparedStatistics exact() { return {integer_preparation(), accumulated(random_table(2, 30))}; }
  static PreparedStatistics floats() {
    const TestDirectory directory;
    return {float_preparation(), accumulated(written(directory, random_table(3, 30)), float_preparation())};
  }
  static PreparedStatistics empty(const Preparation& preparation) {
    return {preparation, empty_statistics(preparation.features)};
  }

  // One input and one frequency: short enough to damage everywhere.
  static PreparedStatistics smallest() {
    Preparation p{
        .schema = oracle::plain_schema(1),
        .scaling = identity_scaling(1),
        .features = integer_features(fourier_features(std::vector{1.0}, 2, 1), std::vector{-1.0}, std::vector{1.0}),
        .pilot_inputs = Matrix(0, 1)};
    return empty(p);
  }

  std::string saved(const PreparedStatistics& statistics) const {
    save_statistics(statistics, directory_.path("s.stats"));
    return directory_.path("s.stats");
  }

  void load(const std::string& path) const override { load_statistics(path); }
  const Container& untouched() const override {
    static const Container container = read_container(saved(both()));
    return container;
  }
};

}  // namespace direct
