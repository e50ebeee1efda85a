// SPDX-License-Identifier: MIT
#include <direct/fit.h>
#include <direct/posterior.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "data/safetensors.h"
#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct {
namespace {

using nlohmann::json;

// 40 rows of a number, a number with missing cells and a category.
std::string mixed_csv() {
  const oracle::TinyProblem table = oracle::random_regression(1, 40, 2, 2, 0.3);
  std::string text = "temp,\"wind, gusts\",city,dropped,y\n";
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string wind = i % 7 == 3 ? "" : std::to_string(table.features(i, 1));
    text += std::to_string(table.features(i, 0)) + "," + wind + "," + (i % 3 == 0 ? "Ørsta" : "Paris") + ",1," +
            std::to_string(table.targets[i]) + "\n";
  }
  return text;
}

TrainedModel fitted(const TestDirectory& directory, bool slim) {
  const Dataset dataset = open_dataset({directory.write("d.csv", mixed_csv())},
                                       {.target = "y", .drop = {"dropped"}, .missing = Missing::indicator});
  return fit(dataset, {.num_features = 16, .levels = 5, .seed = 3, .threads = 1, .slim = slim}).model;
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

  void expect_description_refused(const std::string& pointer, const json& value) const {
    const std::string what = pointer + " = " + value.dump().substr(0, 60);
    expect_refused_after(
        [&](Container& container) {
          json description = json::parse(container.metadata.at("description"));
          ASSERT_TRUE(description.contains(json::json_pointer(pointer))) << pointer;
          description[json::json_pointer(pointer)] = value;
          container.metadata["description"] = description.dump();
        },
        what);
  }

  TestDirectory directory_;
};

Tensor& tensor_named(Container& container, const std::string& name) {
  for (Tensor& tensor : container.tensors)
    if (tensor.name == name) return tensor;
  throw std::out_of_range(name);
}

void set_value(Container& container, const std::string& name, std::size_t index, double value) {
  std::vector<std::byte>& bytes = tensor_named(container, name).bytes;
  ASSERT_LE((index + 1) * sizeof value, bytes.size());
  std::copy_n(std::as_bytes(std::span(&value, 1)).begin(), sizeof value,
              bytes.begin() + static_cast<std::ptrdiff_t>(index * sizeof value));
}

TEST_F(ModelFile, SavedLoadedAndSavedAgainIsTheSameBytes) {
  for (const TrainedModel* model : {&whole(), &slim()}) {
    const std::string first = file_contents(saved(*model));
    const TrainedModel loaded = load_model(directory_.path("m.direct"));
    EXPECT_EQ(loaded.statistics.has_value(), model == &whole());
    save_model(loaded, directory_.path("again.direct"));
    EXPECT_EQ(file_contents(directory_.path("again.direct")), first);
  }
}

TEST_F(ModelFile, KeepsTheSchema) {
  const Schema before = whole().preparation.schema, after = load_model(saved(whole())).preparation.schema;
  ASSERT_EQ(before.columns.size(), 3U);
  ASSERT_EQ(after.columns.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(after.columns[i].name, before.columns[i].name);
    EXPECT_EQ(after.columns[i].position, before.columns[i].position);
    EXPECT_EQ(after.columns[i].categorical, before.columns[i].categorical);
    EXPECT_EQ(after.columns[i].levels, before.columns[i].levels);
    EXPECT_EQ(after.columns[i].indicator, before.columns[i].indicator);
    EXPECT_EQ(after.columns[i].fill, before.columns[i].fill);
  }
  EXPECT_EQ(after.columns[2].levels, (std::vector<std::string>{"Paris", "Ørsta"}));
  EXPECT_EQ(after.target_name, "y");
  EXPECT_EQ(after.target_position, 4U);
  EXPECT_EQ(after.num_file_columns, 5U);
  EXPECT_TRUE(after.has_header);
  EXPECT_EQ(after.missing, Missing::indicator);
  EXPECT_EQ(after.unseen, before.unseen);
  EXPECT_EQ(after.dropped, std::vector<std::string>{"dropped"});
}

TEST_F(ModelFile, KeepsEveryNumber) {
  const TrainedModel& before = whole();
  const TrainedModel after = load_model(saved(before));
  EXPECT_EQ(after.preparation.scaling.input_means, before.preparation.scaling.input_means);
  EXPECT_EQ(after.preparation.scaling.input_scales, before.preparation.scaling.input_scales);
  EXPECT_EQ(after.preparation.scaling.target_mean, before.preparation.scaling.target_mean);
  EXPECT_EQ(after.preparation.scaling.target_scale, before.preparation.scaling.target_scale);
  EXPECT_EQ(after.preparation.features.kind, FeatureKind::fourier);
  EXPECT_EQ(after.preparation.features.num_inputs, before.preparation.features.num_inputs);
  EXPECT_TRUE(after.preparation.features.frequencies == before.preparation.features.frequencies);
  EXPECT_EQ(after.preparation.pilot.noise, before.preparation.pilot.noise);
  EXPECT_EQ(after.preparation.pilot.weight, before.preparation.pilot.weight);
  EXPECT_EQ(after.prior.kind, before.prior.kind);
  EXPECT_TRUE(after.prior.levels == before.prior.levels);
  EXPECT_TRUE(after.prior.log_prior == before.prior.log_prior);
  EXPECT_EQ(after.prior.means, before.prior.means);
  EXPECT_EQ(after.prior.variances, before.prior.variances);
  EXPECT_EQ(after.noise.variances, before.noise.variances);
  EXPECT_EQ(after.noise.log_prior, before.noise.log_prior);
  EXPECT_EQ(after.posterior.log_component_weights, before.posterior.log_component_weights);
  EXPECT_TRUE(after.posterior.log_probabilities == before.posterior.log_probabilities);
  EXPECT_EQ(after.posterior.noise_log_probabilities, before.posterior.noise_log_probabilities);
  EXPECT_TRUE(after.statistics == before.statistics);
}

TEST_F(ModelFile, KeepsTheSummary) {
  const FitSummary& before = whole().summary;
  const FitSummary after = load_model(saved(whole())).summary;
  EXPECT_EQ(after.elbo, before.elbo);
  EXPECT_EQ(after.converged, before.converged);
  EXPECT_EQ(after.stop_reason, before.stop_reason);
  EXPECT_EQ(after.iterations, before.iterations);
  EXPECT_EQ(after.num_rows, 40U);
  EXPECT_EQ(after.protocol, "evidence");
  EXPECT_EQ(after.hyperparameters.noise, before.hyperparameters.noise);
  EXPECT_EQ(after.hyperparameters.weight, before.hyperparameters.weight);
  EXPECT_EQ(after.seed, 3U);
}

TEST_F(ModelFile, KeepsLevelsThatDifferFromWeightToWeight) {
  TrainedModel model = whole();
  model.prior.levels(4, 1) += 1.0;
  EXPECT_TRUE(load_model(saved(model)).prior.levels == model.prior.levels);
}

TEST_F(ModelFile, EveryCutIsRefused) {
  const std::string contents = file_contents(saved(smallest()));
  for (std::size_t length = 0; length < contents.size(); length += 3)
    expect_refused(directory_.write("cut", contents.substr(0, length)), "cut at " + std::to_string(length));
  expect_refused(directory_.write("cut", contents.substr(0, contents.size() - 1)), "the last byte");
  expect_refused(directory_.write("cut", contents + '\0'), "a byte too many");
}

TEST_F(ModelFile, EveryFlippedByteIsRefused) {
  std::string contents = file_contents(saved(smallest()));
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const char before = contents[i];
    contents[i] = static_cast<char>(before ^ (1 << (i % 8)));
    expect_refused(directory_.write("flipped", contents), "byte " + std::to_string(i));
    contents[i] = before;
  }
}

TEST_F(ModelFile, FilesOfAnotherKindAreRefused) {
  expect_refused(directory_.path("absent.direct"), "an absent file");
  expect_refused(directory_.write("d.csv", mixed_csv()), "a CSV file");
  Container other{{{"format", "pt"}}, {}};
  other.tensors.push_back(tensor("weights", std::vector<double>{1.0, 2.0}, {2}));
  write_container(other, directory_.path("other.safetensors"));
  expect_refused(directory_.path("other.safetensors"), "another safetensors file");
}

TEST_F(ModelFile, OtherVersionsAreRefused) {
  for (const char* version : {"0", "2", "", "1.0", " 1"})
    expect_refused_after([&](Container& c) { c.metadata["format_version"] = version; }, version);
  expect_refused_after([](Container& c) { c.metadata.erase("format_version"); }, "no version");
  expect_refused_after([](Container& c) { c.metadata.erase("format"); }, "no format");
  expect_refused_after([](Container& c) { c.metadata.erase("description"); }, "no description");
}

TEST_F(ModelFile, EveryMissingTensorIsRefused) {
  const std::size_t count = read_container(saved(whole())).tensors.size();
  for (std::size_t i = 0; i < count; ++i)
    expect_refused_after([&](Container& c) { c.tensors.erase(c.tensors.begin() + static_cast<std::ptrdiff_t>(i)); },
                         "without tensor " + std::to_string(i));
}

TEST_F(ModelFile, EveryOtherShapeIsRefused) {
  const std::size_t count = read_container(saved(whole())).tensors.size();
  for (std::size_t i = 0; i < count; ++i) {
    expect_refused_after([&](Container& c) { c.tensors[i].shape.push_back(1); }, "one more dimension");
    expect_refused_after([&](Container& c) { c.tensors[i].dtype = "I64"; }, "another type");
    expect_refused_after(
        [&](Container& c) {
          c.tensors[i].shape.front() += 1;
          std::size_t size = sizeof(double);
          for (const std::size_t extent : c.tensors[i].shape) size *= extent;
          c.tensors[i].bytes.resize(size);
        },
        "one more row in tensor " + std::to_string(i));
  }
}

TEST_F(ModelFile, EveryNumberThatIsNotFiniteIsRefused) {
  for (const Tensor& t : read_container(saved(whole())).tensors)
    for (const double value : {std::nan(""), HUGE_VAL})
      expect_refused_after([&](Container& c) { set_value(c, t.name, t.bytes.size() / sizeof value - 1, value); },
                           t.name);
}

TEST_F(ModelFile, NumbersThatMakeNoSenseAreRefused) {
  const auto refused = [&](const std::string& name, std::size_t index, double value) {
    expect_refused_after([&](Container& c) { set_value(c, name, index, value); }, name);
  };
  refused("log_probabilities", 0, 0.5);
  refused("log_prior", 0, 0.5);
  refused("noise_log_probabilities", 0, 1.0);
  refused("noise_log_prior", 0, 1.0);
  refused("log_component_weights", 0, -0.1);
  refused("levels", 0, 1e9);
  refused("prior_variances", 0, 0.0);
  refused("prior_variances", 3, -1.0);
  refused("noise_variances", 0, 0.0);
  refused("noise_variances", 0, 1e9);
  refused("input_scales", 0, 0.0);
  refused("input_scales", 1, -1.0);
}

TEST_F(ModelFile, DescriptionsOfTheWrongTypeAreRefused) {
  const json description = json::parse(read_container(saved(whole())).metadata.at("description"));
  const json fields = description.flatten();
  for (const auto& [pointer, value] : fields.items()) {
    if (pointer.starts_with("/preparation/schema/dropped")) continue;
    expect_description_refused(pointer, nullptr);
    expect_description_refused(pointer, json::array({1}));
    expect_description_refused(pointer, json::object({{"a", 1}}));
    if (!value.is_string()) expect_description_refused(pointer, "1");
    if (!value.is_number()) expect_description_refused(pointer, 1);
    if (!value.is_boolean()) expect_description_refused(pointer, true);
  }
}

TEST_F(ModelFile, CountsThatAreNegativeFractionalOrHugeAreRefused) {
  for (const char* pointer : {"/preparation/features/num_features", "/preparation/schema/columns/0/position",
                              "/preparation/schema/target_position", "/prior/num_levels", "/noise/num_levels",
                              "/num_components", "/summary/num_rows", "/statistics/num_rows"}) {
    expect_description_refused(pointer, -1);
    expect_description_refused(pointer, std::int64_t{-9223372036854775807});
    expect_description_refused(pointer, 2.5);
    expect_description_refused(pointer, 1e300);
  }
  for (const char* pointer : {"/preparation/features/num_features", "/prior/num_levels", "/noise/num_levels",
                              "/num_components", "/preparation/schema/columns/0/position"})
    for (const std::uint64_t huge : {std::uint64_t{1} << 40, ~std::uint64_t{0}})
      expect_description_refused(pointer, huge);
  expect_description_refused("/summary/iterations", -1);
  expect_description_refused("/summary/iterations", std::uint64_t{1} << 40);
  expect_description_refused("/statistics/num_rows", 0);
}

TEST_F(ModelFile, WordsThatMeanNothingAreRefused) {
  for (const char* pointer :
       {"/preparation/features/kind", "/preparation/schema/missing", "/preparation/schema/unseen", "/prior/kind"})
    for (const char* word : {"", "nonsense", "Gaussian"}) expect_description_refused(pointer, word);
}

TEST_F(ModelFile, HyperparametersThatAreNotPositiveAreRefused) {
  for (const char* pointer : {"/preparation/pilot/noise", "/preparation/pilot/weight", "/preparation/target_scale"})
    for (const double value : {0.0, -1.0}) expect_description_refused(pointer, value);
  expect_description_refused("/statistics/target_square", -1.0);
}

TEST_F(ModelFile, DescriptionsThatAreNoDescriptionAreRefused) {
  for (const char* text : {"", "null", "[]", "{}", "{", "1e999", "{\"preparation\":{}}"})
    expect_refused_after([&](Container& c) { c.metadata["description"] = text; }, text);
  const std::size_t depth = 1'000'000;
  expect_refused_after([&](Container& c) { c.metadata["description"] = std::string(depth, '['); }, "deep");
  expect_refused_after(
      [&](Container& c) { c.metadata["description"] = std::string(depth, '[') + std::string(depth, ']'); }, "deep");
}

// Shapes that hold no bytes cost a file nothing; what they promise must not be allocated.
TEST_F(ModelFile, ManyFeaturesOfNoInputsAreRefused) {
  expect_refused_after(
      [](Container& c) {
        json description = json::parse(c.metadata.at("description"));
        description["preparation"]["schema"]["columns"] = json::array();
        const std::size_t num_features = std::size_t{1} << 36;
        description["preparation"]["features"]["num_features"] = num_features;
        c.metadata["description"] = description.dump();
        for (const char* name : {"input_means", "input_scales"}) {
          tensor_named(c, name).shape = {0};
          tensor_named(c, name).bytes.clear();
        }
        tensor_named(c, "frequencies").shape = {num_features / 2, 0};
        tensor_named(c, "frequencies").bytes.clear();
      },
      "no inputs");
}

}  // namespace
}  // namespace direct
