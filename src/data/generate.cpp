// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <vector>

#include <direct/data.h>
#include <direct/error.h>
#include <direct/synthetic.h>

#include <direct/atomic_file.h>
#include "algebra/parallel.h"
#include "data/generator.h"
#include "data/text.h"

namespace direct {
namespace {

using TextSink = std::function<void(std::string_view)>;

constexpr std::array generators = {&sensor_generator, &electric_generator, &pumps_generator, &calibration_generator,
                                   &battery_generator};

constexpr std::size_t block_rows = 1024;
constexpr std::size_t blocks_at_once = 64;  // few megabytes, and a stop by the sink comes soon

const Generator& generator_of(const std::string& kind) {
  std::vector<std::string> kinds;
  for (const Generator* generator : generators) {
    if (generator->kind == kind) return *generator;
    kinds.emplace_back(generator->kind);
  }
  throw Error(ErrorKind::usage, "unknown kind of data " + in_quotes(kind) + "; available: " + listed(kinds));
}

void check_num_rows(std::size_t num_rows) {
  if (num_rows == 0) throw Error(ErrorKind::usage, "expected at least one row to generate, found 0");
}

// Blocks are made in parallel and written in order.
void write_rows(const Generator& generator, std::size_t num_rows, std::uint64_t seed, const TextSink& write) {
  write(generator.header);
  std::vector<std::string> blocks(blocks_at_once);
  for (std::size_t first = 0; first < num_rows; first += blocks_at_once * block_rows) {
    const std::size_t left = num_rows - first;
    const std::size_t num_blocks = std::min(blocks_at_once, (left + block_rows - 1) / block_rows);
    parallel_for(num_blocks, [&](std::size_t block) {
      blocks[block].clear();
      const std::size_t begin = block * block_rows;
      const std::size_t end = std::min(begin + block_rows, left);
      for (std::size_t row = begin; row < end; ++row) generator.append_row(seed, first + row, blocks[block]);
    });
    for (std::size_t block = 0; block < num_blocks; ++block) write(blocks[block]);
  }
}

}  // namespace

void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, std::ostream& stream) {
  const Generator& generator = generator_of(kind);
  check_num_rows(num_rows);
  write_rows(generator, num_rows, seed, [&](std::string_view text) { stream << text; });
}

void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, const std::string& path) {
  const Generator& generator = generator_of(kind);
  check_num_rows(num_rows);
  AtomicFile file(path);
  write_rows(generator, num_rows, seed, [&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace direct
