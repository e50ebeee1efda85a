// SPDX-License-Identifier: MIT
// Statistics to save, and what loading a damaged file must do.
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "data/safetensors.h"
#include "statistics/integer_table.h"

namespace direct {

class StatisticsFile : public testing::Test {
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

  // Refused as a file, by its path.
  void expect_refused(const std::string& path, const std::string& what) const {
    const auto thrown = thrown_by([&] { load_statistics(path); });
    ASSERT_TRUE(thrown) << "accepted: " << what;
    EXPECT_EQ(thrown->kind, ErrorKind::model) << what;
    EXPECT_TRUE(thrown->message.starts_with(path + ": ")) << thrown->message;
    EXPECT_EQ(thrown->message.find('\n'), std::string::npos) << thrown->message;
  }

  // A whole file with the right digest whose contents were changed.
  std::string forged(const std::function<void(Container&)>& change) const {
    static const Container untouched = read_container(saved(both()));
    Container container = untouched;
    change(container);
    const std::vector<std::byte> bytes = serialise(container);
    return directory_.write("forged", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  void expect_refused_after(const std::function<void(Container&)>& change, const std::string& what) const {
    expect_refused(forged(change), what);
  }

  void expect_description_refused(const std::string& pointer, const nlohmann::json& value) const {
    expect_refused_after(
        [&](Container& container) {
          nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
          ASSERT_TRUE(description.contains(nlohmann::json::json_pointer(pointer))) << pointer;
          description[nlohmann::json::json_pointer(pointer)] = value;
          container.metadata["description"] = description.dump();
        },
        pointer + " = " + value.dump());
  }

  TestDirectory directory_;
};

}  // namespace direct
