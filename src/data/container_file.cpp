// SPDX-License-Identifier: MIT
#include "data/container_file.h"

#include <exception>

#include <nlohmann/json.hpp>

#include <direct/error.h>

#include "data/json_text.h"
#include "data/text.h"

namespace direct {

void write_described(const FileFormat& format, const nlohmann::json& description, Container container,
                     const std::string& path) {
  container.metadata = {{"format", format.name},
                        {"format_version", std::to_string(format.version)},
                        {"description", text_of(description)}};
  write_container(container, path);
}

namespace {

bool is_readable(const FileFormat& format, const std::string& number) {
  for (int version = format.oldest_version; version <= format.version; ++version)
    if (number == std::to_string(version)) return true;
  return false;
}

std::string readable_versions(const FileFormat& format) {
  const std::string newest = std::to_string(format.version);
  return format.oldest_version == format.version ? newest : std::to_string(format.oldest_version) + " to " + newest;
}

nlohmann::json checked_description(const FileFormat& format, const Container& container) {
  const auto found = container.metadata.find("format");
  if (found == container.metadata.end() || found->second != format.name) {
    throw Error(ErrorKind::model,
                "is not a file of " + std::string(format.name) +
                    (found == container.metadata.end() ? "" : ", but of " + in_quotes(found->second)));
  }
  const auto version = container.metadata.find("format_version");
  const std::string number = version == container.metadata.end() ? "" : version->second;
  if (!is_readable(format, number))
    throw Error(ErrorKind::model, "has format version " + in_quotes(number) + "; this program reads version " +
                                      readable_versions(format));
  return parsed_json(container.metadata.at("description"));
}

}  // namespace

void with_description(const FileFormat& format, const std::string& path,
                      const std::function<void(const nlohmann::json&, const Container&)>& read) {
  const Container container = read_container(path);
  try {
    read(checked_description(format, container), container);
  } catch (const Error& error) {
    throw Error(ErrorKind::model, path + ": " + error.what());
  } catch (const std::exception& error) {  // nlohmann's, and std::out_of_range of a missing key
    throw Error(ErrorKind::model,
                path + ": the description of the " + format.noun + " cannot be read: " + error.what());
  }
}

}  // namespace direct
