// SPDX-License-Identifier: MIT
// The JSON header of a safetensors file, and what makes it valid.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace direct {

struct TensorEntry {
  std::string name;
  std::string dtype;
  std::vector<std::size_t> shape;
  std::size_t begin = 0, end = 0;  // in the data
};

struct ContainerHeader {
  std::map<std::string, std::string> metadata;
  std::vector<TensorEntry> entries;  // by place in the data
};

// Bytes of a tensor; nothing for an unknown type or a size that overflows.
std::optional<std::size_t> tensor_bytes(const std::string& dtype, std::span<const std::size_t> shape);

std::string header_text(const ContainerHeader& header);

// Throws Error(model), with `name` in front, unless the entries cover exactly `data_bytes` bytes without gaps.
ContainerHeader parsed_header(std::string_view text, std::size_t data_bytes, const std::string& name);

[[noreturn]] void fail_model(const std::string& name, const std::string& message);

}  // namespace direct
