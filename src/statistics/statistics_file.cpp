// SPDX-License-Identifier: MIT
// The .stats file. docs/file_formats.md has the layout.
#include <direct/error.h>
#include <direct/statistics.h>

#include <nlohmann/json.hpp>

#include "data/container_file.h"
#include "statistics/moments_file.h"
#include "statistics/preparation_file.h"

namespace direct {
namespace {

using nlohmann::json;

constexpr FileFormat format{.name = "direct statistics", .version = 3, .noun = "statistics", .oldest_version = 1};

}  // namespace

void save_statistics(const PreparedStatistics& statistics, const std::string& path) {
  Container container;
  json description;
  description["preparation"] = write_preparation(statistics.preparation, container);
  description["statistics"] = write_statistics(statistics.statistics, container);
  write_described(format, description, std::move(container), path);
}

PreparedStatistics load_statistics(const std::string& path) {
  return read_described(format, path, [](json description, const Container& container) {
    const std::string& version = container.metadata.at("format_version");
    if (version != "3") complete_features(description.at("preparation"));
    if (version == "1") complete_preparation(description.at("preparation"));
    PreparedStatistics result{.preparation = read_preparation(description.at("preparation"), container)};
    result.statistics = read_statistics(description.at("statistics"), container, result.preparation.features);
    return result;
  });
}

bool is_statistics_file(const std::string& path) { return looks_like_container(path); }

}  // namespace direct
