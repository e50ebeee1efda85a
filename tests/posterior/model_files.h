// SPDX-License-Identifier: MIT
// Models to save, and what loading a damaged file must do.
#pragma once

#include <functional>
#include <string>

#include <direct/fit.h>
#include <direct/posterior.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "data/safetensors.h"
#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct {

// 40 rows of a number, a number with missing cells and a category.
inline std::string mixed_csv() {
  const oracle::TinyProblem table = oracle::random_regression(1, 40, 2, 2, 0.3);
  std::string text = "temp,\"wind, gusts\",city,dropped,y\n";
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string wind = i % 7 == 3 ? "" : std::to_string(table.features(i, 1));
    text += std::to_string(table.features(i, 0)) + "," + wind + "," + (i % 3 == 0 ? "Ørsta" : "Paris") + ",1," +
            std::to_string(table.targets[i]) + "\n";
  }
  return text;
}

inline TrainedModel fitted(const TestDirectory& directory, bool slim, int feature_bits = 0) {
  const Dataset dataset = open_dataset({directory.write("d.csv", mixed_csv())},
                                       {.target = "y", .drop = {"dropped"}, .missing = Missing::indicator});
  const FitOptions options{.num_features = 16,
                           .feature_bits = feature_bits,
                           .levels = 5,
                           .noise = "0.01:1:15",
                           .seed = 3,
                           .threads = 1,
                           .slim = slim};
  return fit(dataset, options).model;
}

// The fit is made once; tests only read it.
class ModelFile : public testing::Test {
 protected:
  static const TrainedModel& whole() {
    static const TrainedModel model = fitted(TestDirectory(), false);
    return model;
  }
  static const TrainedModel& slim() {
    static const TrainedModel model = fitted(TestDirectory(), true);
    return model;
  }

  static const TrainedModel& integer() {
    static const TrainedModel model = fitted(TestDirectory(), false, 8);
    return model;
  }

  // One weight of two levels: short enough to damage everywhere.
  static TrainedModel smallest() {
    const oracle::TinyProblem problem = oracle::random_regression(1, 3, 1, 2, 0.3);
    TrainedModel model = oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise));
    model.statistics.reset();
    return model;
  }

  std::string saved(const TrainedModel& model) const {
    save_model(model, directory_.path("m.direct"));
    return directory_.path("m.direct");
  }

  // Refused as a model, by its path.
  void expect_refused(const std::string& path, const std::string& what) const {
    const auto thrown = thrown_by([&] { load_model(path); });
    ASSERT_TRUE(thrown) << "accepted: " << what;
    EXPECT_EQ(thrown->kind, ErrorKind::model) << what;
    EXPECT_TRUE(thrown->message.starts_with(path + ": ")) << thrown->message;
    EXPECT_EQ(thrown->message.find('\n'), std::string::npos) << thrown->message;
  }

  // A whole file with the right digest whose contents were changed.
  void expect_refused_after(const std::function<void(Container&)>& change, const std::string& what) const {
    static const Container untouched = read_container(saved(whole()));
    Container container = untouched;
    change(container);
    const std::vector<std::byte> bytes = serialise(container);
    expect_refused(directory_.write("forged", {reinterpret_cast<const char*>(bytes.data()), bytes.size()}), what);
  }

  void expect_description_refused(const std::string& pointer, const nlohmann::json& value) const {
    const std::string what = pointer + " = " + value.dump().substr(0, 60);
    expect_refused_after(
        [&](Container& container) {
          nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
          ASSERT_TRUE(description.contains(nlohmann::json::json_pointer(pointer))) << pointer;
          description[nlohmann::json::json_pointer(pointer)] = value;
          container.metadata["description"] = description.dump();
        },
        what);
  }

  TestDirectory directory_;
};

}  // namespace direct
