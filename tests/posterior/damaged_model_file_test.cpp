// SPDX-License-Identifier: MIT
#include <direct/posterior.h>

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "posterior/model_files.h"

namespace direct::damaged_model_file_test {
namespace {

using nlohmann::json;

class DamagedModelFile : public ModelFile {};

TEST_F(DamagedModelFile, UntouchedOnesAreAccepted) {
  for (const TrainedModel& model :
       {smallest(), whole(), slim(), integer(), of_draws(15), of_draws(17), of_draws(15, 1), of_mixtures()})
    EXPECT_FALSE(thrown_by([&] { load_model(saved(model)); }));
}

TEST_F(DamagedModelFile, EveryCutIsRefused) { expect_every_cut_refused(saved(smallest())); }

TEST_F(DamagedModelFile, EveryFlippedByteIsRefused) { expect_every_flipped_byte_refused(saved(smallest())); }

TEST_F(DamagedModelFile, FilesOfAnotherKindAreRefused) {
  expect_refused(directory_.path("absent.direct"), "an absent file");
  expect_refused(directory_.write("d.csv", mixed_csv()), "a CSV file");
  Container other{{{"format", "pt"}}, {}};
  other.tensors.push_back(tensor("weights", std::vector<double>{1.0, 2.0}, {2}));
  write_container(other, directory_.path("other.safetensors"));
  expect_refused(directory_.path("other.safetensors"), "another safetensors file");
}

TEST_F(DamagedModelFile, OtherVersionsAreRefused) {
  for (const char* version : {"0", "1", "9", "", "8.0", " 8"})
    expect_refused_after([&](Container& c) { c.metadata["format_version"] = version; }, version);
  expect_refused_after([](Container& c) { c.metadata.erase("format_version"); }, "no version");
  expect_refused_after([](Container& c) { c.metadata.erase("format"); }, "no format");
  expect_refused_after([](Container& c) { c.metadata.erase("description"); }, "no description");
  Container first = read_container(saved(whole()));
  first.metadata["format_version"] = "1";
  write_container(first, directory_.path("first.direct"));
  const auto thrown = thrown_by([&] { load_model(directory_.path("first.direct")); });
  EXPECT_EQ(thrown.value().message,
            directory_.path("first.direct") + ": has format version \"1\"; this program reads version 2 to 8");
}

TEST_F(DamagedModelFile, ScalesOfACalibrationThatDoNotIncreaseAreRefused) {
  for (const std::vector<double>& scales : {std::vector<double>{0.0, 1.0, 0.5, 2.0}, {-1.0, 0.0, 1.0, 2.0}}) {
    TrainedModel model = whole();
    model.calibration->scales = scales;
    expect_refused(saved(model), "scales that decrease or are negative");
  }
}

TEST_F(DamagedModelFile, EveryMissingTensorIsRefused) {
  const std::size_t count = read_container(saved(whole())).tensors.size();
  for (std::size_t i = 0; i < count; ++i)
    expect_refused_after([&](Container& c) { c.tensors.erase(c.tensors.begin() + static_cast<std::ptrdiff_t>(i)); },
                         "without tensor " + std::to_string(i));
}

TEST_F(DamagedModelFile, EveryOtherShapeIsRefused) {
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

TEST_F(DamagedModelFile, EveryNumberThatIsNotFiniteIsRefused) {
  for (const Tensor& t : read_container(saved(whole())).tensors)
    for (const double value : {std::nan(""), HUGE_VAL})
      expect_refused_after([&](Container& c) { set_value(c, t.name, t.bytes.size() / sizeof value - 1, value); },
                           t.name);
}

TEST_F(DamagedModelFile, NumbersThatMakeNoSenseAreRefused) {
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

TEST_F(DamagedModelFile, DescriptionsOfTheWrongTypeAreRefused) {
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

TEST_F(DamagedModelFile, CountsThatAreNegativeFractionalOrHugeAreRefused) {
  for (const char* pointer :
       {"/preparation/features/num_features", "/preparation/schema/columns/0/position",
        "/preparation/schema/target_position", "/prior/num_levels", "/noise/num_levels", "/num_components",
        "/prior/num_components", "/options/components", "/options/levels", "/options/num_features", "/options/seed",
        "/options/max_iterations", "/options/feature_bits", "/preparation/features/degree"}) {
    expect_description_refused(pointer, -1);
    expect_description_refused(pointer, std::int64_t{-9223372036854775807});
    expect_description_refused(pointer, 2.5);
    expect_description_refused(pointer, 1e300);
  }
  for (const char* pointer :
       {"/preparation/features/num_features", "/prior/num_levels", "/noise/num_levels", "/num_components",
        "/prior/num_components", "/options/components", "/preparation/schema/columns/0/position"})
    for (const std::uint64_t huge : {std::uint64_t{1} << 40, ~std::uint64_t{0}})
      expect_description_refused(pointer, huge);
  for (const char* pointer : {"/summary/num_rows", "/statistics/rounded/num_rows"})  // the sum of weights
    for (const double value : {-1.0, -0.5, -9e18, 0.0}) expect_description_refused(pointer, value);
  expect_description_refused("/summary/iterations", -1);
  for (const char* pointer : {"/summary/iterations", "/options/max_iterations", "/options/feature_bits"})
    expect_description_refused(pointer, std::uint64_t{1} << 40);
}

TEST_F(DamagedModelFile, WordsThatMeanNothingAreRefused) {
  for (const char* pointer :
       {"/preparation/features/kind", "/preparation/schema/missing", "/preparation/schema/unseen", "/prior/kind",
        "/options/features", "/options/hyperparameters", "/options/prior", "/options/prior_bound", "/options/posterior",
        "/options/entropy", "/options/optimizer", "/options/likelihood", "/options/bound", "/options/model",
        "/preparation/schema/likelihood"})
    for (const char* word : {"", "nonsense", "Gaussian"}) expect_description_refused(pointer, word);
}

TEST_F(DamagedModelFile, SpikesThatAreNotThoseOfTheirPriorsAreRefused) {
  for (const double spike : {-0.5, 0.5, 1.0}) expect_description_refused("/prior/spike", spike);
  expect_description_refused("/prior/kind", "spike-slab");  // without a spike
}

class DamagedDrawsModel : public ModelFile {
 protected:
  const Container& untouched() const override {
    static const Container container = read_container(saved(of_draws(15)));
    return container;
  }
};

TEST_F(DamagedDrawsModel, CodesThatHaveNoLevelAreRefused) {
  expect_refused_after([](Container& c) { set_value(c, "codes", 0, std::uint8_t{0x0f}); }, "code 15 of 15 levels");
  expect_refused_after([](Container& c) { set_value(c, "codes", 2, std::uint8_t{0x10}); }, "a sixth code of five");
}

TEST_F(DamagedDrawsModel, CodesOfAnotherShapeAreRefused) {
  expect_description_refused("/point_masses", false);
  expect_description_refused("/point_masses", 1);
  for (const int count : {0, 2, 4, 1001}) expect_description_refused("/num_components", count);
  expect_refused_after([](Container& c) { c.tensors.pop_back(); }, "no codes");
  expect_refused_after([](Container& c) { tensor_named(c, "codes").shape = {9, 1}; }, "as many bytes");
  expect_refused_after([](Container& c) { set_value(c, "log_component_weights", 0, -0.1); }, "weights above one");
  expect_refused_after([](Container& c) { set_value(c, "log_component_weights", 0, -HUGE_VAL); }, "a weight of zero");
}

class DamagedMixtureModel : public ModelFile {
 protected:
  const Container& untouched() const override {
    static const Container container = read_container(saved(of_mixtures()));
    return container;
  }
};

TEST_F(DamagedMixtureModel, NumbersThatMakeNoSenseAreRefused) {
  const auto refused = [&](const std::string& name, double value) {
    expect_refused_after([&](Container& c) { set_value(c, name, 0, value); }, name);
  };
  for (const char* name : {"log_probabilities", "log_component_weights", "log_prior_weights", "log_prior_0",
                           "log_prior_1", "prior_variances_0", "prior_variances_1"})
    for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) refused(name, value);
  for (const char* name : {"log_probabilities", "log_component_weights", "log_prior_weights", "log_prior_1"})
    refused(name, 0.5);
  for (const double value : {0.0, -1.0}) refused("prior_variances_1", value);
}

TEST_F(DamagedMixtureModel, OtherNumbersOfComponentsAreRefused) {
  for (const int count : {0, 1, 2, 4, 1001}) expect_description_refused("/num_components", count);
  for (const int count : {1, 3, 1001}) expect_description_refused("/prior/num_components", count);
  expect_description_refused("/point_masses", true);
}

TEST_F(DamagedMixtureModel, EveryMissingTensorIsRefused) {
  for (const Tensor& tensor : untouched().tensors)
    expect_refused_after(
        [&](Container& c) { std::erase_if(c.tensors, [&](const Tensor& t) { return t.name == tensor.name; }); },
        "without " + tensor.name);
}

class DamagedNetworkModel : public ModelFile {
 protected:
  const Container& untouched() const override {
    static const Container container = read_container(saved(of_network({3})));
    return container;
  }
};

TEST_F(DamagedNetworkModel, ShapesThatAreNotThoseOfItsWeightsAndFeaturesAreRefused) {
  for (const json& hidden : {json::array(), json{0}, json{2}, json{3, 1}, json{-3}, json{3.0}, json{"3"},
                             json{1ULL << 50}, json{1, 1, 1, 1, 1, 1, 1}, json(3), json(nullptr)})
    expect_description_refused("/options/hidden", hidden);
  for (const json& degree : {json(0), json(1), json(4), json(65), json(-2), json(2.0), json(nullptr)})
    expect_description_refused("/preparation/features/degree", degree);
  for (const char* kind : {"fourier", "linear "}) expect_description_refused("/preparation/features/kind", kind);
  expect_description_refused("/options/model", "linear");
}

TEST_F(DamagedModelFile, HyperparametersThatAreNotPositiveAreRefused) {
  for (const char* pointer : {"/preparation/pilot/noise", "/preparation/pilot/weight", "/preparation/target_scale"})
    for (const double value : {0.0, -1.0}) expect_description_refused(pointer, value);
  expect_description_refused("/statistics/rounded/target_square", -1.0);
}

TEST_F(DamagedModelFile, DescriptionsThatAreNoDescriptionAreRefused) {
  for (const char* text : {"", "null", "[]", "{}", "{", "1e999", "{\"preparation\":{}}"})
    expect_refused_after([&](Container& c) { c.metadata["description"] = text; }, text);
  const std::size_t depth = 100'000;
  for (const char* version : {"3", "4", "5", "6", "7"})
    for (const std::string& text : {std::string(depth, '['), std::string(depth, '[') + std::string(depth, ']'),
                                    "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}"})
      expect_refused_after(
          [&](Container& c) {
            c.metadata["format_version"] = version;
            c.metadata["description"] = text;
          },
          "deep");
}

// Shapes that hold no bytes cost a file nothing; what they promise must not be allocated.
TEST_F(DamagedModelFile, ManyFeaturesOfNoInputsAreRefused) {
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
}  // namespace direct::damaged_model_file_test
