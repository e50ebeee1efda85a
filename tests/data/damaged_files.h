// SPDX-License-Identifier: MIT
// What loading a damaged file of ours must do, whatever the file holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "data/safetensors.h"
#include "data/test_files.h"

namespace direct {

inline Tensor& tensor_named(Container& container, const std::string& name) {
  for (Tensor& tensor : container.tensors)
    if (tensor.name == name) return tensor;
  throw std::out_of_range(name);
}

template <typename Value>
void set_value(Container& container, const std::string& name, std::size_t index, Value value) {
  std::vector<std::byte>& bytes = tensor_named(container, name).bytes;
  ASSERT_LE((index + 1) * sizeof value, bytes.size());
  std::copy_n(std::as_bytes(std::span(&value, 1)).begin(), sizeof value,
              bytes.begin() + static_cast<std::ptrdiff_t>(index * sizeof value));
}

class DamageTest : public testing::Test {
 protected:
  virtual void load(const std::string& path) const = 0;
  virtual const Container& untouched() const = 0;  // what forged files start from

  // Refused as a file, by its path, in one line.
  void expect_refused(const std::string& path, const std::string& what) const {
    const auto thrown = thrown_by([&] { load(path); });
    ASSERT_TRUE(thrown) << "accepted: " << what;
    EXPECT_EQ(thrown->kind, ErrorKind::model) << what;
    EXPECT_TRUE(thrown->message.starts_with(path + ": ")) << thrown->message;
    EXPECT_EQ(thrown->message.find('\n'), std::string::npos) << thrown->message;
  }

  void expect_every_cut_refused(const std::string& path) const {
    const std::string contents = file_contents(path);
    for (std::size_t length = contents.size(); length-- > 0;) {
      std::filesystem::resize_file(path, length);
      expect_refused(path, "cut at " + std::to_string(length));
    }
    expect_refused(directory_.write("long", contents + '\0'), "a byte too many");
  }

  void expect_every_flipped_byte_refused(const std::string& path) const {
    const std::string contents = file_contents(path);
    for (std::size_t i = 0; i < contents.size(); ++i) {
      set_byte(path, i, static_cast<char>(contents[i] ^ (1 << (i % 8))));
      expect_refused(path, "byte " + std::to_string(i));
      set_byte(path, i, contents[i]);
    }
    EXPECT_EQ(file_contents(path), contents);
  }

  // A whole file with the right digest whose contents were changed.
  std::string forged(const std::function<void(Container&)>& change) const {
    Container container = untouched();
    change(container);
    const std::vector<std::byte> bytes = serialise(container);
    return directory_.write("forged", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  void expect_refused_after(const std::function<void(Container&)>& change, const std::string& what) const {
    expect_refused(forged(change), what);
  }

  void expect_description_refused(const std::string& pointer, const nlohmann::json& value) const {
    const auto replace = [&](Container& container) {
      nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
      ASSERT_TRUE(description.contains(nlohmann::json::json_pointer(pointer))) << pointer;
      description[nlohmann::json::json_pointer(pointer)] = value;
      container.metadata["description"] = description.dump();
    };
    expect_refused_after(replace, pointer + " = " + value.dump().substr(0, 60));
  }

  TestDirectory directory_;
};

}  // namespace direct
