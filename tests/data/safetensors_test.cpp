// SPDX-License-Identifier: MIT
#include "data/safetensors.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::safetensors_test {
namespace {

using Bytes = std::vector<std::byte>;

Container small_container() {
  const std::vector<double> values{1.5, -2.0, 0.1, 4.0, 5.0, 6.0};
  Container container{{{"format", "direct 1"}, {"note", "\"quoted\" \xc3\xb8"}}, {}};
  container.tensors.push_back(tensor("weights", values, {2, 3}));
  container.tensors.push_back({"codes", "U8", {3}, Bytes(3, std::byte{7})});
  container.tensors.push_back(tensor("empty", std::span<const double>(), {0, 5}));
  container.tensors.push_back(tensor("another", std::vector<double>{-HUGE_VAL}, {1}));
  return container;
}

bool same(const Container& a, const Container& b) {
  const auto same_tensor = [](const Tensor& x, const Tensor& y) {
    return x.name == y.name && x.dtype == y.dtype && x.shape == y.shape && x.bytes == y.bytes;
  };
  return a.metadata == b.metadata &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(), same_tensor);
}

bool is_refused(std::span<const std::byte> bytes) {
  const auto thrown = thrown_by([&] { parse_container(bytes, "m"); });
  return thrown && thrown->kind == ErrorKind::model;
}

// A file with any header and data, and a digest that is right.
Bytes forged(std::string header, std::size_t data_bytes) {
  const std::uint64_t length = header.size();
  std::string text(8, '\0');
  std::memcpy(text.data(), &length, 8);
  text += header + std::string(data_bytes, 'x');
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(text.data(), text.size()));
  text.append(reinterpret_cast<const char*>(digest.digest), sizeof digest);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string with_digest(const std::string& entries, std::size_t begin) {
  return "{" + entries + (entries.empty() ? "" : ",") +
         "\"digest\":{\"dtype\":\"U8\",\"shape\":[16],\"data_offsets\":[" + std::to_string(begin) + "," +
         std::to_string(begin + 16) + "]}}";
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

TEST(Safetensors, ReadsWhatItWrites) {
  const TestDirectory directory;
  write_container(small_container(), directory.path("m.direct"));
  EXPECT_TRUE(same(read_container(directory.path("m.direct")), small_container()));
  EXPECT_TRUE(same(parse_container(serialise({}), "m"), {}));
}

TEST(Safetensors, FollowsTheFormat) {
  const Bytes bytes = serialise(small_container());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);
  const char* text = reinterpret_cast<const char*>(bytes.data());
  const auto header = nlohmann::json::parse(text + 8, text + 8 + length);
  EXPECT_EQ(header["__metadata__"]["format"], "direct 1");
  EXPECT_EQ(header["weights"]["dtype"], "F64");
  EXPECT_EQ(header["weights"]["shape"], (std::vector<int>{2, 3}));
  EXPECT_EQ(header["weights"]["data_offsets"], (std::vector<int>{0, 48}));
  EXPECT_EQ(header["digest"]["data_offsets"], (std::vector<int>{59, 75}));
  EXPECT_EQ(bytes.size(), 8 + length + 75);
  double first = 0;
  std::memcpy(&first, bytes.data() + 8 + length, 8);
  EXPECT_EQ(first, 1.5);
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes.data(), bytes.size() - 16));
  EXPECT_EQ(std::memcmp(bytes.data() + bytes.size() - 16, digest.digest, 16), 0);
  EXPECT_EQ(serialise(small_container()), bytes);
}

TEST(Safetensors, EveryCutIsRefused) {
  const Bytes bytes = serialise(small_container());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_TRUE(is_refused(std::span(bytes).first(length))) << length;
  }
  Bytes longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_TRUE(is_refused(longer));
}

TEST(Safetensors, EveryFlippedBitIsRefused) {
  Bytes bytes = serialise(small_container());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      bytes[i] ^= std::byte{1} << bit;
      EXPECT_TRUE(is_refused(bytes)) << i << ' ' << bit;
      bytes[i] ^= std::byte{1} << bit;
    }
  }
  EXPECT_FALSE(is_refused(bytes));
}

TEST(Safetensors, AForgeryWithTheRightDigestIsAccepted) {  // so that the refusals below are for their own reasons
  EXPECT_FALSE(is_refused(forged(with_digest(entry("a", "F64", "[2]", "[0,16]"), 16), 16)));
  EXPECT_FALSE(is_refused(forged(with_digest("", 0) + "   ", 0)));
}

TEST(Safetensors, InvalidHeadersAreRefused) {
  const auto refused = [](const std::string& header, std::size_t data_bytes) {
    return is_refused(forged(header, data_bytes));
  };
  EXPECT_TRUE(refused("", 0));
  EXPECT_TRUE(refused("[]", 0));
  EXPECT_TRUE(refused("{", 0));
  EXPECT_TRUE(refused("{}", 0));
  EXPECT_TRUE(refused(" " + with_digest("", 0), 0));
  EXPECT_TRUE(refused(with_digest("\"a\":1", 0), 0));
  EXPECT_TRUE(refused(with_digest("\"__metadata__\":{\"a\":1}", 0), 0));
  EXPECT_TRUE(refused(with_digest("\"__metadata__\":[]", 0), 0));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[2]", "[0,15]"), 15), 15));
  EXPECT_TRUE(refused(with_digest(entry("a", "F65", "[2]", "[0,16]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "2", "[0,16]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[-2]", "[0,16]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[2.0]", "[0,16]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[2]", "[16,0]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[2]", "[0,16,32]"), 16), 16));
  EXPECT_TRUE(refused(with_digest(entry("a", "F64", "[2305843009213693953,8]", "[0,64]"), 64), 64));  // overflows to 64
}

TEST(Safetensors, GapsAndOverlapsAreRefused) {
  const std::string first = entry("a", "U8", "[8]", "[0,8]");
  EXPECT_FALSE(is_refused(forged(with_digest(first + "," + entry("b", "U8", "[8]", "[8,16]"), 16), 16)));
  EXPECT_TRUE(is_refused(forged(with_digest(first + "," + entry("b", "U8", "[8]", "[9,17]"), 17), 17)));
  EXPECT_TRUE(is_refused(forged(with_digest(first + "," + entry("b", "U8", "[8]", "[7,15]"), 15), 15)));
  EXPECT_TRUE(is_refused(forged(with_digest(first, 8), 16)));
  EXPECT_TRUE(is_refused(forged(with_digest(entry("z", "U8", "[8]", "[16,24]"), 0), 8)));  // the digest is not last
}

TEST(Safetensors, DuplicateKeysAreRefused) {
  const std::string once = entry("a", "U8", "[8]", "[0,8]");
  const auto thrown = thrown_by([&] { parse_container(forged(with_digest(once + "," + once, 8), 8), "m"); });
  EXPECT_EQ(thrown,
            (Thrown{ErrorKind::model, "m: is damaged or of another kind: its header has a duplicate key \"a\""}));
  EXPECT_TRUE(is_refused(forged(with_digest("\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}", 0), 0)));
}

TEST(Safetensors, DeepNestingIsRefused) {
  const std::size_t depth = 1'000'000;
  EXPECT_TRUE(is_refused(forged("{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}", 0)));
  std::string objects = "{";
  for (std::size_t i = 0; i < 100'000; ++i) objects += "\"a\":{";
  EXPECT_TRUE(is_refused(forged(objects, 0)));
}

TEST(Safetensors, TooManyTensorsAreRefused) {
  std::string entries;
  for (int i = 0; i < 10'001; ++i)
    entries += (i == 0 ? "" : ",") + entry("t" + std::to_string(i), "U8", "[0]", "[0,0]");
  EXPECT_TRUE(is_refused(forged(with_digest(entries, 0), 0)));
}

TEST(Safetensors, FilesOfOtherKindsAreErrorsOfTheModel) {
  const TestDirectory directory;
  const std::string absent = directory.path("m.direct");
  EXPECT_EQ(thrown_by([&] { read_container(absent); }),
            (Thrown{ErrorKind::model, absent + ": cannot be read: No such file or directory"}));
  const std::string itself = directory.path("");
  EXPECT_EQ(thrown_by([&] { read_container(itself); }),
            (Thrown{ErrorKind::model, itself + ": is a directory, expected a model file"}));
  const std::string csv = directory.write("a.csv", "a,b,c\n1,2,3\n");
  EXPECT_EQ(thrown_by([&] { read_container(csv); }),
            (Thrown{ErrorKind::model, csv + ": is damaged or of another kind: it does not start like one"}));
  const std::string empty = directory.write("empty", "");
  EXPECT_EQ(thrown_by([&] { read_container(empty); }),
            (Thrown{ErrorKind::model, empty + ": is damaged or of another kind: it is too short"}));
}

TEST(Safetensors, FailedWritesAreErrorsOfResources) {
  EXPECT_EQ(thrown_by([] { write_container(small_container(), "/dev/full"); })->kind, ErrorKind::resource);
  EXPECT_EQ(thrown_by([] { serialise({{{"a", "\xff"}}, {}}); })->kind, ErrorKind::model);
}

TEST(Safetensors, DoublesAreChecked) {
  const Container container = small_container();
  EXPECT_EQ(doubles(container, "weights", {2, 3}), (std::vector<double>{1.5, -2.0, 0.1, 4.0, 5.0, 6.0}));
  EXPECT_EQ(doubles(container, "empty", {0, 5}), std::vector<double>());
  EXPECT_EQ(doubles(container, "another", {1}, true), (std::vector<double>{-HUGE_VAL}));
  const auto is_error = [&](const std::string& name, const std::vector<std::size_t>& shape) {
    const auto thrown = thrown_by([&] { doubles(container, name, shape); });
    return thrown && thrown->kind == ErrorKind::model;
  };
  EXPECT_TRUE(is_error("absent", {1}));
  EXPECT_TRUE(is_error("weights", {3, 2}));
  EXPECT_TRUE(is_error("codes", {3}));
  EXPECT_TRUE(is_error("another", {1}));
  Container infinite;
  infinite.tensors.push_back(tensor("t", std::vector<double>{HUGE_VAL}, {1}));
  EXPECT_TRUE(thrown_by([&] { doubles(infinite, "t", {1}, true); }).has_value());
}

PROPERTY(Safetensors, RoundTrips, (const std::vector<std::vector<double>>& values, const std::vector<int>& numbers)) {
  Container container;
  for (const int number : numbers) container.metadata[std::to_string(number)] = std::to_string(-0.5 * number);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].empty()) container.tensors.push_back(tensor("t" + std::to_string(i), values[i], {values[i].size()}));
  }
  ASSERT_TRUE(same(parse_container(serialise(container), "m"), container));
}

PROPERTY(Safetensors, NeverCrashesOnNoise, (const std::string& noise)) {
  ASSERT_TRUE(is_refused(std::as_bytes(std::span(noise))));
  ASSERT_TRUE(is_refused(forged("{" + noise, 0)));
}

}  // namespace
}  // namespace direct::safetensors_test
