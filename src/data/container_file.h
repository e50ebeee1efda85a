// SPDX-License-Identifier: MIT
// Files of ours: a container whose metadata name the format, its version and a description in JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "data/safetensors.h"

namespace direct {

struct FileFormat {
  const char* name;
  int version;
  const char* noun;              // "model": what messages call the file
  int oldest_version = version;  // that is still read
};

void write_described(const FileFormat& format, const nlohmann::json& description, Container container,
                     const std::string& path);

// Calls `read` with the description and the container. Throws Error(model) for another format or version; what `read`
// throws, Error or an exception of nlohmann's, becomes Error(model) with the path.
void with_description(const FileFormat& format, const std::string& path,
                      const std::function<void(const nlohmann::json&, const Container&)>& read);

// What `read(description, container)` returns.
template <typename Read>
auto read_described(const FileFormat& format, const std::string& path, const Read& read) {
  std::optional<std::invoke_result_t<const Read&, const nlohmann::json&, const Container&>> result;
  with_description(format, path, [&](const nlohmann::json& description, const Container& container) {
    result.emplace(read(description, container));
  });
  return std::move(*result);
}

}  // namespace direct
