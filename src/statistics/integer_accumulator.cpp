// SPDX-License-Identifier: MIT
#include "statistics/integer_accumulator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <direct/error.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "features/integer_fourier.h"
#include "statistics/integer_target.h"

namespace direct {
namespace {

// Of a weight. Sums over a block stay within 32 bits: 31 * 127^2 * 4096 and 2032^2 * 512 are below 2^31.
unsigned digit_bits(int value_bits) { return value_bits == 8 ? 5 : 1; }
std::size_t most_block_rows(int value_bits) { return value_bits == 8 ? 4096 : 512; }

constexpr std::size_t least_block_rows = 256;
constexpr std::size_t most_block_values = std::size_t{1} << 23;

std::size_t block_rows(std::size_t num_columns, int value_bits) {
  return std::clamp(most_block_values / num_columns / 2 * 2, least_block_rows, most_block_rows(value_bits));
}

// A cosine and a sine of 16 bits each, in every other place of four: the numbers of one row of a pair.
std::uint64_t four_numbers_of(PhasePair pair) {
  return std::uint64_t{static_cast<std::uint16_t>(pair.cosine)} | std::uint64_t{static_cast<std::uint16_t>(pair.sine)}
                                                                      << 32;
}

std::array<std::uint64_t, 256> pairs_of_features() {
  std::array<std::uint64_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto index = static_cast<std::uint8_t>(i);
    table[i] = four_numbers_of({cosine_table()[index], cosine_table()[sine_index(index)]});
  }
  return table;
}

// Fills pairs of rows of a block; one object per task.
class BlockWriter {
 public:
  BlockWriter(const IntegerFourier& map, const std::array<std::uint64_t, 256>& table, IntegerBlock& block)
      : map_(map), table_(table), block_(block) {
    for (auto& sums : sums_) sums.resize(map.num_words());
    if (map.is_trained())
      for (auto& numbers : trained_) numbers.resize(map.num_features());
  }

  // `codes` are those of one or two rows.
  void write(std::size_t pair, std::span<const std::int16_t> codes, std::span<const std::int64_t> targets) {
    const std::size_t width = map_.centres.size();
    for (std::size_t r = 0; r < targets.size(); ++r) sum_words(map_, codes.subspan(r * width, width), sums_[r]);
    if (map_.is_trained())
      write_trained(pair, codes, targets.size());
    else if (targets.size() == 2)
      write_features(pair, [&](std::size_t k) { return entry(0, k) | entry(1, k) << 16; });
    else
      write_features(pair, [&](std::size_t k) { return entry(0, k); });
    write_target(pair, targets);
  }

 private:
  std::uint64_t entry(std::size_t row, std::size_t frequency) const {
    if (map_.value_bits == 12) return four_numbers_of(interpolated_pair(phase_of(sums_[row], frequency)));
    return table_[table_index(sums_[row], frequency)];
  }

  template <typename FourNumbers>
  void write_features(std::size_t pair, const FourNumbers& four_numbers) {
    for (std::size_t k = 0; k < map_.num_frequencies; ++k) {
      const std::uint64_t numbers = four_numbers(k);
      std::memcpy(block_.at(pair, 2 * k), &numbers, sizeof(numbers));
    }
  }

  void write_trained(std::size_t pair, std::span<const std::int16_t> codes, std::size_t num_rows) {
    const std::size_t width = map_.centres.size();
    std::ranges::fill(trained_[1], std::int16_t{0});
    for (std::size_t r = 0; r < num_rows; ++r)
      trained_row(map_, codes.subspan(r * width, width), sums_[r], trained_[r]);
    for (std::size_t j = 0; j < trained_[0].size(); ++j) {
      block_.at(pair, j)[0] = trained_[0][j];
      block_.at(pair, j)[1] = trained_[1][j];
    }
  }

  void write_target(std::size_t pair, std::span<const std::int64_t> targets) {
    const TargetDigits first = target_digits(targets[0]);
    const TargetDigits second = target_digits(targets.size() == 2 ? targets[1] : 0);
    for (std::size_t d = 0; d < first.size(); ++d) {
      std::int16_t* numbers = block_.at(pair, map_.num_features() + d);
      numbers[0] = first[d];
      numbers[1] = second[d];
    }
  }

  const IntegerFourier& map_;
  const std::array<std::uint64_t, 256>& table_;
  IntegerBlock& block_;
  std::array<std::vector<std::uint32_t>, 2> sums_;
  std::array<std::vector<std::int16_t>, 2> trained_;
};

template <typename Body>  // body(first pair, last pair)
void for_pairs(std::size_t num_pairs, const Body& body) {
  constexpr std::size_t pairs_per_task = 32;
  parallel_for((num_pairs + pairs_per_task - 1) / pairs_per_task, [&](std::size_t task) {
    body(task * pairs_per_task, std::min(num_pairs, (task + 1) * pairs_per_task));
  });
}

void write_block(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<const std::int64_t> targets,
                 IntegerBlock& block) {
  static const std::array<std::uint64_t, 256> table = pairs_of_features();
  for_pairs((targets.size() + 1) / 2, [&](std::size_t begin, std::size_t end) {
    BlockWriter writer(map, table, block);
    for (std::size_t pair = begin; pair < end; ++pair) {
      const std::size_t rows = std::min<std::size_t>(2, targets.size() - 2 * pair), width = map.centres.size();
      writer.write(pair, codes.subspan(2 * pair * width, rows * width), targets.subspan(2 * pair, rows));
    }
  });
}

void write_weighted(const IntegerBlock& block, std::span<const std::int16_t> digits, IntegerBlock& weighted) {
  for_pairs((digits.size() + 1) / 2, [&](std::size_t begin, std::size_t end) {
    for (std::size_t pair = begin; pair < end; ++pair) {
      const std::int16_t first = digits[2 * pair];
      const std::int16_t second = 2 * pair + 1 < digits.size() ? digits[2 * pair + 1] : std::int16_t{0};
      for (std::size_t column = 0; column < block.num_columns(); ++column) {
        weighted.at(pair, column)[0] = static_cast<std::int16_t>(first * block.at(pair, column)[0]);
        weighted.at(pair, column)[1] = static_cast<std::int16_t>(second * block.at(pair, column)[1]);
      }
    }
  });
}

}  // namespace

IntegerWorkspace::IntegerWorkspace(const IntegerFourier& fourier) : map(fourier) {
  const std::size_t columns = fourier.num_features() + IntegerMoments::target_digits;
  block = IntegerBlock(block_rows(columns, fourier.value_bits), columns);
}

IntegerAccumulator::IntegerAccumulator(IntegerWorkspace& workspace)
    : workspace_(&workspace), sums_(workspace.map.num_features(), workspace.map.value_bits) {}

void IntegerAccumulator::add(std::span<const std::int16_t> codes, double target, std::uint64_t weight) {
  require_rows(weight, sums_);
  sums_.num_rows += weight;
  const unsigned bits = digit_bits(sums_.value_bits);
  const auto fixed = static_cast<std::int64_t>(std::nearbyint(std::ldexp(target, target_fraction_bits)));
  for (std::size_t place = 0; weight > 0; ++place, weight >>= bits) {
    const auto digit = static_cast<std::int16_t>(weight & ((1U << bits) - 1));
    if (digit != 0) add_digit(place, codes, fixed, digit);
  }
}

void IntegerAccumulator::add_digit(std::size_t place, std::span<const std::int16_t> codes, std::int64_t target,
                                   std::int16_t digit) {
  if (place >= waiting_.size()) waiting_.resize(place + 1);
  WaitingRows& rows = waiting_[place];
  rows.codes.insert(rows.codes.end(), codes.begin(), codes.end());
  rows.targets.push_back(target);
  rows.digits.push_back(digit);
  if (rows.targets.size() == 2 * workspace_->block.num_pairs()) flush(place);
}

void IntegerAccumulator::flush(std::size_t place) {
  WaitingRows& rows = waiting_[place];
  if (rows.targets.empty()) return;
  IntegerWorkspace& work = *workspace_;
  Stopwatch stopwatch;
  write_block(work.map, rows.codes, rows.targets, work.block);
  const IntegerBlock* left = &work.block;
  if (std::any_of(rows.digits.begin(), rows.digits.end(), [](std::int16_t digit) { return digit != 1; })) {
    if (work.weighted_block.num_pairs() == 0)
      work.weighted_block = IntegerBlock(2 * work.block.num_pairs(), work.block.num_columns());
    write_weighted(work.block, rows.digits, work.weighted_block);
    left = &work.weighted_block;
  }
  work.features_seconds += stopwatch.lap();
  add_gram(*left, work.block, (rows.targets.size() + 1) / 2,
           digit_bits(sums_.value_bits) * static_cast<unsigned>(place), sums_.sums);
  work.sums_seconds += stopwatch.lap();
  rows.codes.clear();
  rows.targets.clear();
  rows.digits.clear();
}

IntegerMoments IntegerAccumulator::finish() && {
  for (std::size_t place = 0; place < waiting_.size(); ++place) flush(place);
  return std::move(sums_);
}

}  // namespace direct
