// SPDX-License-Identifier: MIT
// The file of draws. docs/file_formats.md has the layout.
#include <direct/draws.h>

#include <algorithm>

#include "algebra/nibbles.h"
#include "data/container_file.h"
#include "data/json_fields.h"
#include "posterior/draws_shape.h"
#include "posterior/packed_codes.h"
#include "posterior/prior_file.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

using nlohmann::json;

constexpr FileFormat draws_format{.name = "direct draws", .version = 2, .noun = "draws", .oldest_version = 1};

struct DrawsAndGrid {
  Draws draws;
  WeightPrior grid;
};

std::size_t draw_levels_at(const json& description, bool has_table) {
  if (has_table) return num_levels_at(description);
  const std::size_t num_levels = count_at(description, "num_levels", most_deviation_levels);
  require(num_levels >= 3 && num_levels % 2 == 1, "expected an odd number of levels, 3 or more");
  return num_levels;
}

DrawsAndGrid read_draws(const json& description, const Container& container) {
  const bool has_table = !description.contains("learned") || !description.at("learned");
  Draws draws{.num_features = count_at(description, "num_features"),
              .num_levels = draw_levels_at(description, has_table),
              .fingerprint = description.at("posterior")};
  const std::size_t count = count_at(description, "count");
  require(count > 0 && draws.num_features > 0, "there are no draws");
  draws.codes = read_codes(container, count, draws.num_features, draws.num_levels);
  draws.noise_variances = doubles(container, "noise_variances", {count});
  require(*std::ranges::min_element(draws.noise_variances) > 0.0, "a noise variance is not positive");
  WeightPrior grid;
  if (has_table)
    grid.levels = read_levels(container, description.at("shared_levels"), draws.num_levels, draws.num_features);
  else
    grid = about_centres(grid, read_grid(container, draws.num_features), draws.num_levels / 2);
  return {std::move(draws), std::move(grid)};
}

}  // namespace

int code_bits(std::size_t num_levels) { return num_levels <= 16 ? 4 : num_levels <= 256 ? 8 : 16; }

std::size_t bytes_per_draw(std::size_t num_features, std::size_t num_levels) {
  const int bits = code_bits(num_levels);
  return bits == 4 ? nibble_bytes(num_features) : num_features * static_cast<std::size_t>(bits) / 8;
}

void save_draws(const Draws& draws, const WeightPrior& prior, const std::string& path) {
  check_shape(draws, prior);
  const bool has_table = prior.num_levels() > 0, shared = has_table && same_for_all(prior.levels);
  Container container;
  if (has_table)
    write_table("levels", prior.levels, shared, container);
  else
    write_grid(*prior.learned, container);
  container.tensors.push_back(tensor("noise_variances", draws.noise_variances, {draws.count()}));
  // Last: what is before it stays aligned.
  container.tensors.push_back(codes_tensor(draws.codes, draws.num_features, draws.num_levels));
  write_described(draws_format,
                  {{"count", draws.count()},
                   {"num_features", draws.num_features},
                   {"num_levels", draws.num_levels},
                   {"posterior", draws.fingerprint},
                   {"shared_levels", shared},
                   {"learned", !has_table}},
                  std::move(container), path);
}

Draws load_draws(const std::string& path) { return read_described(draws_format, path, read_draws).draws; }

WeightPrior load_draws_grid(const std::string& path) { return read_described(draws_format, path, read_draws).grid; }

}  // namespace direct
