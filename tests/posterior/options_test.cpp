// SPDX-License-Identifier: MIT
#include <direct/options.h>

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "data/test_files.h"
#include "posterior/options/options_file.h"

namespace direct::options_test {
namespace {

// Another value than the default, for every option.
const std::map<std::string, std::string> other_values = {{"model", "network"},
                                                         {"hidden", "8,4"},
                                                         {"memory", "500MB"},
                                                         {"features", "trained"},
                                                         {"num_features", "64"},
                                                         {"feature_bits", "12"},
                                                         {"likelihood", "gamma"},
                                                         {"bound", "taylor"},
                                                         {"hyperparameters", "pilot"},
                                                         {"levels", "7"},
                                                         {"support", "-1:1"},
                                                         {"prior", "spike-slab"},
                                                         {"spike", "0.5"},
                                                         {"prior_scale", "0.25"},
                                                         {"prior_mixture", "0.5:1,0.5:0.3"},
                                                         {"prior_bound", "jensen"},
                                                         {"noise", "0.01:1:3"},
                                                         {"max_active_features", "auto"},
                                                         {"target_sparsity", "0.8"},
                                                         {"posterior", "mixture"},
                                                         {"components", "3"},
                                                         {"law", "mixture"},
                                                         {"entropy", "taylor"},
                                                         {"optimizer", "lbfgs"},
                                                         {"max_iterations", "17"},
                                                         {"tolerance", "0.001"},
                                                         {"seed", "18446744073709551615"},
                                                         {"threads", "2"}};

FitOptions other_options() {
  FitOptions options;
  for (const auto& [name, text] : other_values) set_option(options, name, text);
  return options;
}

TEST(Options, HaveOneEntryEach) {
  std::set<std::string> names;
  for (const OptionInfo& option : option_infos()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(other_values.contains(option.name)) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_FALSE(option.values.empty()) << option.name;
    EXPECT_FALSE(option.group.empty()) << option.name;
  }
  EXPECT_EQ(names.size(), other_values.size());
}

TEST(Options, AreReadAsTheyAreWritten) {
  const FitOptions options = other_options();
  for (const auto& [name, text] : other_values) {
    EXPECT_EQ(option_text(options, name), text);
    EXPECT_NE(option_text(FitOptions(), name), text);
  }
}

TEST(Options, DefaultsMayBeGiven) {
  for (const OptionInfo& option : option_infos()) {
    if (option.name == "components" || option.name == "hidden") continue;  // whose default is no value
    FitOptions options = other_options();
    set_option(options, option.name, option.default_text);
    EXPECT_EQ(option_text(options, option.name), option.default_text) << option.name;
  }
}

TEST(Options, AreKeptInFiles) {
  const nlohmann::json description = description_of(other_options());
  const FitOptions read = options_from(nlohmann::json::parse(description.dump()));
  for (const auto& [name, text] : other_values) {
    if (name == "threads") continue;
    EXPECT_EQ(option_text(read, name), text);
  }
  EXPECT_FALSE(description.contains("threads"));
}

TEST(Options, ThatAFileDoesNotHaveAreTheDefaults) {
  nlohmann::json description = nlohmann::json::parse(description_of(other_options()).dump());
  for (const OptionInfo& option : option_infos()) {
    description.erase(option.name);
    EXPECT_EQ(option_text(options_from(description), option.name), option.default_text) << option.name;
  }
}

TEST(Options, OfADamagedFileAreRefused) {
  for (const OptionInfo& option : option_infos()) {
    if (option.name == "threads") continue;
    nlohmann::json description = description_of(FitOptions());
    for (const nlohmann::json& wrong : {nlohmann::json(-1), nlohmann::json("nonsense"), nlohmann::json(true)}) {
      if (option.name == "tolerance" || option.name == "spike" || option.name == "target_sparsity")
        if (wrong.is_number()) continue;  // a number, though not one that would be taken
      description[option.name] = wrong;
      const auto thrown = thrown_by([&] { options_from(description); });
      ASSERT_TRUE(thrown) << option.name << wrong;
      EXPECT_EQ(thrown->kind, ErrorKind::model) << option.name << wrong;
    }
  }
}

TEST(Options, RefuseWithTheirName) {
  FitOptions options;
  const auto refusal = [&](const char* name, const char* text) {
    return thrown_by([&] { set_option(options, name, text); })->message;
  };
  EXPECT_EQ(refusal("num_features", "0"), "`num_features`: expected auto or a number of features, found 0");
  EXPECT_EQ(refusal("num_features", "x"), "`num_features`: expected a whole number, not negative, found \"x\"");
  EXPECT_EQ(refusal("feature_bits", "9"), "`feature_bits`: expected auto, 8, 12, or 0 for floating point, found 9");
  EXPECT_EQ(refusal("optimizer", "best "), "`optimizer`: expected auto|best|ascent|lbfgs|adam, found \"best \"");
  EXPECT_EQ(refusal("components", "0"), "`components`: expected 1 or more, found 0");
  EXPECT_EQ(refusal("hiden", "1"), "there is no option \"hiden\"");
  EXPECT_EQ(thrown_by([] { check({.tolerance = 0.0}); })->message, "`tolerance`: expected a positive number, found 0");
  EXPECT_EQ(thrown_by([] { check({.threads = -1}); })->message, "`threads`: expected 0 or more, found -1");
}

TEST(Options, MayBeNamedByTheirFlags) {
  FitOptions options;
  set_option(options, "--num-features", "64");
  EXPECT_EQ(options.num_features, 64U);
  EXPECT_EQ(option_text(options, "num-features"), "64");
}

TEST(Options, GivenInVainSayWhy) {
  EXPECT_EQ(given_in_vain({}, "spike"), "is that of a spike-slab prior; expected `prior` spike-slab, found gaussian");
  EXPECT_EQ(given_in_vain({.prior = PriorKind::spike_slab}, "spike"), "");
  EXPECT_EQ(given_in_vain({}, "seed"), "");
}

}  // namespace
}  // namespace direct::options_test
