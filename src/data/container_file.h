// SPDX-License-Identifier: MIT
// Files of ours: a container whose metadata name the format, its version and a description in JSON.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include <direct/error.h>

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

// The description. Throws Error(model) for another format or version.
nlohmann::json description_of(const FileFormat& format, const Container& container);

// `read(description, container)` may throw Error, or an exception of nlohmann's; both become Error(model) with the
// path.
template <typename Read>
auto read_described(const FileFormat& format, const std::string& path, const Read& read) {
  const Container container = read_container(path);
  try {
    return read(description_of(format, container), container);
  } catch (const Error& error) {
    throw Error(ErrorKind::model, path + ": " + error.what());
  } catch (const std::exception& error) {  // nlohmann's, and std::out_of_range of a missing key
    throw Error(ErrorKind::model,
                path + ": the description of the " + format.noun + " cannot be read: " + error.what());
  }
}

}  // namespace direct
