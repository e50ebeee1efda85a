// SPDX-License-Identifier: MIT
// The file of draws. docs/file_formats.md has the layout.
#include <direct/draws.h>

#include <algorithm>

#include "algebra/nibbles.h"
#include "data/container_file.h"
#include "data/json_fields.h"
#include "posterior/draws_shape.h"
#include "posterior/packed_codes.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

using nlohmann::json;

constexpr FileFormat draws_format{.name = "direct draws", .version = 1, .noun = "draws"};

struct DrawsAndLevels {
  Draws draws;
  Matrix levels;
};

DrawsAndLevels read_draws(const json& description, const Container& container) {
  Draws draws{.num_features = count_at(description, "num_features"),
              .num_levels = num_levels_at(description),
              .fingerprint = description.at("posterior")};
  const std::size_t count = count_at(description, "count");
  require(count > 0 && draws.num_features > 0, "there are no draws");
  draws.codes = read_codes(container, count, draws.num_features, draws.num_levels);
  draws.noise_variances = doubles(container, "noise_variances", {count});
  require(*std::ranges::min_element(draws.noise_variances) > 0.0, "a noise variance is not positive");
  Matrix levels = read_levels(container, description.at("shared_levels"), draws.num_levels, draws.num_features);
  return {std::move(draws), std::move(levels)};
}

}  // namespace

int code_bits(std::size_t num_levels) { return num_levels <= 16 ? 4 : 8; }

std::size_t bytes_per_draw(std::size_t num_features, std::size_t num_levels) {
  return code_bits(num_levels) == 4 ? nibble_bytes(num_features) : num_features;
}

void save_draws(const Draws& draws, const WeightPrior& prior, const std::string& path) {
  check_shape(draws, prior.num_features(), prior.num_levels());
  const bool shared = same_for_all(prior.levels);
  Container container;
  write_table("levels", prior.levels, shared, container);
  container.tensors.push_back(tensor("noise_variances", draws.noise_variances, {draws.count()}));
  // Last: what is before it stays aligned.
  container.tensors.push_back(codes_tensor(draws.codes, draws.num_features, draws.num_levels));
  write_described(draws_format,
                  {{"count", draws.count()},
                   {"num_features", draws.num_features},
                   {"num_levels", draws.num_levels},
                   {"posterior", draws.fingerprint},
                   {"shared_levels", shared}},
                  std::move(container), path);
}

Draws load_draws(const std::string& path) { return read_described(draws_format, path, read_draws).draws; }

Matrix load_draws_levels(const std::string& path) { return read_described(draws_format, path, read_draws).levels; }

}  // namespace direct
