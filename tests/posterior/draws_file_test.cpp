// SPDX-License-Identifier: MIT
#include <direct/draws.h>

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "data/damaged_files.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct::draws_file_test {
namespace {

using nlohmann::json;

struct PriorAndDraws {
  WeightPrior prior;
  Draws draws;
};

PriorAndDraws drawn(std::size_t num_features, std::size_t num_levels, std::size_t count) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 3, num_features, num_levels, 0.3);
  const Posterior q = oracle::random_posterior(problem, 2);
  return {problem.prior, sample(q, problem.prior, problem.noise, count)};
}

class DrawsFile : public DamageTest {
 protected:
  std::string saved(const PriorAndDraws& d) const {
    save_draws(d.draws, d.prior, directory_.path("d.safetensors"));
    return directory_.path("d.safetensors");
  }

  void load(const std::string& path) const override { load_draws(path); }
  const Container& untouched() const override {
    static const Container container = read_container(saved(drawn(3, 5, 4)));
    return container;
  }
};

TEST_F(DrawsFile, KeepsEveryDraw) {
  for (const std::size_t num_levels : {2, 15, 16, 17, 256})
    for (const std::size_t num_features : {1, 2, 7})
      for (const std::size_t count : {1, 5}) {
        const PriorAndDraws before = drawn(num_features, num_levels, count);
        EXPECT_TRUE(load_draws(saved(before)) == before.draws) << num_levels << " " << num_features << " " << count;
        EXPECT_TRUE(load_draws_grid(saved(before)).levels == before.prior.levels);
      }
}

std::vector<std::size_t> shape_of_levels(const std::string& path) {
  Container container = read_container(path);
  return tensor_named(container, "levels").shape;
}

TEST_F(DrawsFile, KeepsLevelsThatDifferFromWeightToWeight) {
  PriorAndDraws before = drawn(3, 5, 4);
  EXPECT_EQ(shape_of_levels(saved(before)), (std::vector<std::size_t>{1, 5}));
  before.prior.levels(4, 1) += 1.0;
  EXPECT_EQ(shape_of_levels(saved(before)), (std::vector<std::size_t>{3, 5}));
  EXPECT_TRUE(load_draws_grid(saved(before)).levels == before.prior.levels);
  EXPECT_TRUE(load_draws(saved(before)) == before.draws);
}

TEST_F(DrawsFile, TakesHalfAByteForACodeOfUpTo16Levels) {
  EXPECT_EQ(code_bits(2), 4);
  EXPECT_EQ(code_bits(16), 4);
  EXPECT_EQ(code_bits(17), 8);
  EXPECT_EQ(bytes_per_draw(2000, 15), 1000U);
  EXPECT_EQ(bytes_per_draw(7, 16), 4U);
  EXPECT_EQ(bytes_per_draw(7, 17), 7U);
  PriorAndDraws d = drawn(3, 16, 2);
  d.draws.codes = {1, 2, 3, 15, 14, 13};
  Container container = read_container(saved(d));
  const Tensor& codes = tensor_named(container, "codes");
  EXPECT_EQ(codes.dtype, "U8");
  EXPECT_EQ(codes.shape, (std::vector<std::size_t>{2, 2}));
  const std::vector<std::byte> expected{std::byte{0x21}, std::byte{0x03}, std::byte{0xEF}, std::byte{0x0D}};
  EXPECT_EQ(codes.bytes, expected);
}

TEST_F(DrawsFile, IsAFileOfDraws) {
  EXPECT_EQ(file_kind(saved(drawn(3, 5, 4))), FileKind::draws);
  const auto thrown = thrown_by([&] { load_model(directory_.path("d.safetensors")); });
  EXPECT_EQ(thrown.value().message,
            directory_.path("d.safetensors") + ": is not a file of direct model, but of \"direct draws\"");
}

TEST_F(DrawsFile, OfAModelOfAnotherShapeIsNotWritten) {
  const auto thrown =
      thrown_by([&] { save_draws(drawn(3, 5, 4).draws, drawn(3, 6, 4).prior, directory_.path("other")); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::usage);
  EXPECT_FALSE(std::filesystem::exists(directory_.path("other")));
}

class DamagedDrawsFile : public DrawsFile {};

TEST_F(DamagedDrawsFile, EveryCutIsRefused) { expect_every_cut_refused(saved(drawn(1, 2, 1))); }

TEST_F(DamagedDrawsFile, EveryFlippedByteIsRefused) { expect_every_flipped_byte_refused(saved(drawn(1, 2, 1))); }

TEST_F(DamagedDrawsFile, FilesOfAnotherKindAreRefused) {
  expect_refused(directory_.path("absent"), "an absent file");
  expect_refused(directory_.write("d.csv", "w0,w1\n1,2\n"), "a CSV file");
  const oracle::TinyProblem problem = oracle::random_regression(1, 3, 1, 2, 0.3);
  save_model(oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise)),
             directory_.path("m.direct"));
  expect_refused(directory_.path("m.direct"), "a model");
  for (const char* version : {"0", "3", ""})
    expect_refused_after([&](Container& c) { c.metadata["format_version"] = version; }, version);
}

TEST_F(DamagedDrawsFile, EveryMissingTensorAndOtherShapeIsRefused) {
  for (std::size_t i = 0; i < untouched().tensors.size(); ++i) {
    const std::string what = untouched().tensors[i].name;
    expect_refused_after([&](Container& c) { c.tensors.erase(c.tensors.begin() + static_cast<std::ptrdiff_t>(i)); },
                         "without " + what);
    expect_refused_after([&](Container& c) { c.tensors[i].shape.push_back(1); }, "one more dimension of " + what);
    expect_refused_after(
        [&](Container& c) {
          Tensor& t = c.tensors[i];
          t.bytes.resize(t.bytes.size() / t.shape.front() * (t.shape.front() + 1));
          ++t.shape.front();
        },
        "one more row of " + what);
  }
  expect_refused_after([](Container& c) { tensor_named(c, "codes").dtype = "I8"; }, "another type");
}

TEST_F(DamagedDrawsFile, CodesThatAreNoneAreRefused) {
  for (const std::uint8_t byte : std::vector<std::uint8_t>{0x05, 0x50, 0xFF})
    expect_refused_after([&](Container& c) { set_value(c, "codes", 2, byte); }, "a code without a level");
  expect_refused_after([](Container& c) { set_value(c, "codes", 3, std::uint8_t{0x10}); }, "bits of no code");
}

TEST_F(DamagedDrawsFile, WholeBytesThatAreNoCodesAreRefused) {
  Container container = read_container(saved(drawn(3, 17, 2)));
  set_value(container, "codes", 5, std::uint8_t{17});
  write_container(container, directory_.path("forged"));
  expect_refused(directory_.path("forged"), "a code without a level");
}

TEST_F(DamagedDrawsFile, NumbersThatMakeNoSenseAreRefused) {
  for (const char* name : {"levels", "noise_variances"})
    for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL})
      expect_refused_after([&](Container& c) { set_value(c, name, 1, value); }, name);
  expect_refused_after([](Container& c) { set_value(c, "levels", 0, 1e9); }, "levels that do not increase");
  for (const double value : {0.0, -1.0})
    expect_refused_after([&](Container& c) { set_value(c, "noise_variances", 3, value); }, "a variance");
}

TEST_F(DamagedDrawsFile, DescriptionsThatMakeNoSenseAreRefused) {
  for (const char* pointer : {"/count", "/num_features", "/num_levels"}) {
    for (const json& value : {json(), json(-1), json(0), json(2.5), json("1"), json(true), json(1e300)})
      expect_description_refused(pointer, value);
    for (const std::uint64_t huge : {std::uint64_t{1} << 40, std::uint64_t{1} << 63, ~std::uint64_t{0}})
      expect_description_refused(pointer, huge);
  }
  for (const json& value : {json(), json(1), json("true"), json(false)})
    expect_description_refused("/shared_levels", value);
  for (const char* text : {"", "null", "[]", "{}", "{"})
    expect_refused_after([&](Container& c) { c.metadata["description"] = text; }, text);
}

// Shapes that hold no bytes cost a file nothing; what they promise must not be allocated.
TEST_F(DamagedDrawsFile, ManyDrawsOfNothingAreRefused) {
  const auto promise = [](const char* name, std::size_t dimension) {
    return [=](Container& c) {
      json description = json::parse(c.metadata.at("description"));
      description[name] = 0;
      c.metadata["description"] = description.dump();
      tensor_named(c, "codes").shape[dimension] = 0;
      tensor_named(c, "codes").bytes.clear();
    };
  };
  expect_refused_after(promise("count", 0), "no draws");
  expect_refused_after(promise("num_features", 1), "no features");
}

}  // namespace
}  // namespace direct::draws_file_test
