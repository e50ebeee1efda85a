// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <cmath>
#include <cstdint>

#include <direct/posterior.h>
#include <gtest/gtest.h>

#include "statistics/statistics_files.h"

namespace direct::damaged_statistics_file_test {
namespace {

using nlohmann::json;

class DamagedStatisticsFile : public StatisticsFile {};

TEST_F(DamagedStatisticsFile, UntouchedOnesAreAccepted) {
  EXPECT_FALSE(thrown_by([&] { load_statistics(saved(smallest())); }));
  EXPECT_FALSE(thrown_by([&] { load_statistics(forged([](Container&) {})); }));
}

TEST_F(DamagedStatisticsFile, EveryCutIsRefused) { expect_every_cut_refused(saved(smallest())); }

TEST_F(DamagedStatisticsFile, EveryFlippedByteIsRefused) { expect_every_flipped_byte_refused(saved(smallest())); }

TEST_F(DamagedStatisticsFile, FilesOfAnotherKindAreRefusedByTheirName) {
  expect_refused(directory_.path("absent.stats"), "an absent file");
  expect_refused(directory_.path(""), "a directory");
  expect_refused(directory_.write("d.csv", "x,y\n1,2\n"), "a CSV file");
  const oracle::TinyProblem problem = oracle::random_regression(1, 3, 1, 2, 0.3);
  const std::string model = directory_.path("m.direct");
  save_model(oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise)), model);
  EXPECT_EQ(thrown_by([&] { load_statistics(model); }),
            (Thrown{ErrorKind::model, model + ": is not a file of direct statistics, but of \"direct model\""}));
  const std::string statistics = saved(smallest());
  EXPECT_EQ(thrown_by([&] { load_model(statistics); }),
            (Thrown{ErrorKind::model, statistics + ": is not a file of direct model, but of \"direct statistics\""}));
}

TEST_F(DamagedStatisticsFile, OtherVersionsAreRefused) {
  for (const char* version : {"0", "4", "", "3.0", " 3"})
    expect_refused_after([&](Container& c) { c.metadata["format_version"] = version; }, version);
  const std::string later = forged([](Container& c) { c.metadata["format_version"] = "4"; });
  EXPECT_EQ(thrown_by([&] { load_statistics(later); }),
            (Thrown{ErrorKind::model, later + ": has format version \"4\"; this program reads version 1 to 3"}));
  expect_refused_after([](Container& c) { c.metadata.erase("format_version"); }, "no version");
  expect_refused_after([](Container& c) { c.metadata.erase("format"); }, "no format");
  expect_refused_after([](Container& c) { c.metadata.erase("description"); }, "no description");
}

TEST_F(DamagedStatisticsFile, EveryMissingOrMisshapenTensorIsRefused) {
  const std::size_t count = read_container(saved(both())).tensors.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "tensor " + std::to_string(i);
    expect_refused_after([&](Container& c) { c.tensors.erase(c.tensors.begin() + static_cast<std::ptrdiff_t>(i)); },
                         "without " + name);
    expect_refused_after([&](Container& c) { c.tensors[i].shape.push_back(1); }, "one more dimension of " + name);
    expect_refused_after([&](Container& c) { c.tensors[i].dtype = c.tensors[i].dtype == "U32" ? "F32" : "U64"; },
                         "another type of " + name);
    expect_refused_after(
        [&](Container& c) {
          Tensor& tensor = c.tensors[i];
          const std::size_t row = tensor.shape.front() == 0 ? 0 : tensor.bytes.size() / tensor.shape.front();
          tensor.shape.front() += 1;
          tensor.bytes.resize(tensor.bytes.size() + row);
        },
        "one more row of " + name);
  }
}

TEST_F(DamagedStatisticsFile, NumbersThatMakeNoSenseAreRefused) {
  for (const Tensor& t : read_container(saved(both())).tensors)
    if (t.dtype == "F64")
      for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL})
        expect_refused_after([&](Container& c) { set_value(c, t.name, t.bytes.size() / sizeof value - 1, value); },
                             t.name);
  for (const double value : {0.0, -1.0}) {
    expect_refused_after([&](Container& c) { set_value(c, "code_steps", 1, value); }, "step");
    expect_refused_after([&](Container& c) { set_value(c, "input_scales", 1, value); }, "scale");
  }
}

TEST_F(DamagedStatisticsFile, SumsThatTheirRowsDoNotAllowAreRefused) {
  const auto rows = static_cast<std::int64_t>(both().statistics.exact->num_rows);
  const auto last = both().statistics.exact->sums.size() - 1;
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t sum : {rows * 2048 * 2048 + 1, -rows * 2048 * 2048 - 1, Limits::max(), Limits::min()})
    for (const std::size_t index : {std::size_t{0}, last})
      expect_refused_after([&](Container& c) { set_value(c, "integer_sums", index, sum); }, std::to_string(sum));
}

TEST_F(DamagedStatisticsFile, DescriptionsOfTheWrongTypeAreRefused) {
  const json fields = json::parse(read_container(saved(both())).metadata.at("description")).flatten();
  for (const auto& [pointer, value] : fields.items()) {
    if (pointer.starts_with("/preparation/schema/dropped") || pointer.ends_with("/levels")) continue;
    expect_description_refused(pointer, nullptr);
    expect_description_refused(pointer, json::array({1}));
    expect_description_refused(pointer, json::object({{"a", 1}}));
    if (!value.is_string()) expect_description_refused(pointer, "1");
    if (!value.is_number()) expect_description_refused(pointer, 1);
    if (!value.is_boolean()) expect_description_refused(pointer, true);
  }
}

TEST_F(DamagedStatisticsFile, NumbersOfRowsThatCannotBeAreRefused) {
  for (const json& value : {json(-1), json(2.5), json(1e300), json((std::uint64_t{1} << 41) + 1), json(0)})
    expect_description_refused("/statistics/exact/num_rows", value);
  for (const json& value : {json(-1), json(-0.5)}) expect_description_refused("/statistics/rounded/num_rows", value);
  expect_description_refused("/statistics/rounded/target_square", -1.0);
}

TEST_F(DamagedStatisticsFile, FeaturesThatCannotBeAreRefused) {
  for (const json& value : {json(-2), json(0), json(17), json(19), json(20), json(2.5), json(std::uint64_t{1} << 40),
                            json(~std::uint64_t{0})})
    expect_description_refused("/preparation/features/num_features", value);
  for (const json& value : {json(0), json(1), json(4), json(16), json(-8)})
    expect_description_refused("/preparation/features/bits", value);
  for (const char* word : {"linear", "given", "", "nonsense"})
    expect_description_refused("/preparation/features/kind", word);
  expect_description_refused("/preparation/features/num_inputs", 2);
}

TEST_F(DamagedStatisticsFile, StatisticsThatDoNotFitTheFeaturesAreRefused) {
  const auto without = [&](const char* part) {
    expect_refused_after(
        [&](Container& c) {
          json description = json::parse(c.metadata.at("description"));
          description["statistics"].erase(part);
          c.metadata["description"] = description.dump();
        },
        part);
  };
  without("exact");
  expect_description_refused("/statistics", json::object());
  Container container = read_container(saved(floats()));
  json description = json::parse(container.metadata.at("description"));
  description["statistics"] = json::object();
  container.metadata["description"] = description.dump();
  write_container(container, directory_.path("f.stats"));
  expect_refused(directory_.path("f.stats"), "floating point features without their sums");
}

TEST_F(DamagedStatisticsFile, PlacesOutsideOfTheFileAreRefused) {
  for (const char* pointer : {"/preparation/schema/columns/0/position", "/preparation/schema/target_position",
                              "/preparation/schema/weight_position"})
    for (const json& value : {json(5), json(-1), json(1.5), json(~std::uint64_t{0})})
      expect_description_refused(pointer, value);
}

TEST_F(DamagedStatisticsFile, TargetsThatTheirLikelihoodDoesNotHaveAreRefused) {
  const auto refused = [&](const std::string& what, const std::function<void(Preparation&)>& change) {
    PreparedStatistics statistics = smallest();
    change(statistics.preparation);
    expect_refused(saved(statistics), what);
  };
  const auto refused_classes = [&](const std::vector<std::string>& classes) {
    refused("classes", [&](Preparation& p) {
      p.schema.likelihood = Likelihood("bernoulli");
      p.schema.classes = classes;
    });
  };
  refused_classes({});
  refused_classes({"no"});
  refused_classes({"no", "no"});
  refused_classes({"1", "1.0"});
  refused_classes({"no", "yes", "maybe"});
  refused("classes of numbers", [](Preparation& p) { p.schema.classes = {"no", "yes"}; });
  refused("scaled counts", [](Preparation& p) {
    p.schema.likelihood = Likelihood("poisson");
    p.scaling.target_scale = 2.0;
  });
  for (const auto likelihood : {Likelihood("gaussian"), Likelihood("gamma")})
    refused("exposure of numbers", [&](Preparation& p) {
      p.schema.exposure_name = "e";
      p.schema.likelihood = likelihood;
    });
  refused("exposure outside of the file", [](Preparation& p) {
    p.schema.exposure_name = "e";
    p.schema.exposure_position = p.schema.num_file_columns;
    p.schema.likelihood = Likelihood("poisson");
  });
  for (const char* word : {"", "nonsense", "Gaussian"})
    expect_description_refused("/preparation/schema/likelihood", word);
}

TEST_F(DamagedStatisticsFile, DescriptionsThatAreNoDescriptionAreRefused) {
  for (const char* text : {"", "null", "[]", "{}", "{", "1e999", "{\"preparation\":{}}"})
    expect_refused_after([&](Container& c) { c.metadata["description"] = text; }, text);
}

}  // namespace
}  // namespace direct::damaged_statistics_file_test
