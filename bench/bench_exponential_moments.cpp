// SPDX-License-Identifier: MIT
// What do value and gradient of exponential moments cost, against one exponential per row, weight and level? 1000
// weights on 15 even levels. Features of 4096 rows are used again and again; the exponentials of the comparison are of
// a block that stays in the nearest cache, by the same vector instructions.
//
//   bench_exponential_moments [--rows 100000] [--features 1000]
#include <fmt/format.h>
#include <cmath>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "algebra/exponential_moments.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"
#include "size_arguments.h"
#include "summary.h"

namespace {

using namespace direct;

constexpr std::size_t num_levels = 15, block_rows = 64, num_stored_blocks = 64;
constexpr std::size_t num_slots = 32;  // tasks, each with its own gradient: sums do not depend on the threads
constexpr double bar = 0.5;

struct Problem {
  Matrix levels, probabilities;
  std::vector<Matrix> blocks;  // features of block_rows rows each
  std::vector<double> scales = std::vector<double>(block_rows, 0.5);
};

Problem random_problem(std::size_t num_weights, std::size_t num_blocks) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Problem problem{Matrix(num_levels, num_weights), Matrix(num_levels, num_weights), {}};
  for (std::size_t j = 0; j < num_weights; ++j) {
    double total = 0.0;
    for (std::size_t k = 0; k < num_levels; ++k) {
      problem.levels(k, j) = -0.1 + 0.2 * static_cast<double>(k) / static_cast<double>(num_levels - 1);
      total += problem.probabilities(k, j) = std::exp(normal(random));
    }
    for (double& probability : problem.probabilities.column(j)) probability /= total;
  }
  problem.blocks.assign(num_blocks, Matrix(block_rows, num_weights));
  for (Matrix& block : problem.blocks)
    for (double& value : block.values()) value = normal(random);
  return problem;
}

struct Slot {
  ExponentialMoments::Kept kept;
  std::vector<double> logs = std::vector<double>(block_rows);
  double value = 0.0;
  Matrix gradient;
};

// The sum of E exp(phi'w / 2) and its gradient, of one block.
void add_block(const Problem& problem, const ExponentialMoments& moments, const Matrix& features, Slot& slot) {
  moments.log_moments(features, problem.scales, slot.logs, &slot.kept);
  exp_in_place(slot.logs);
  for (const double moment : slot.logs) slot.value += moment;
  moments.add_gradient(features, problem.scales, slot.logs, slot.kept, slot.gradient);
}

Slot value_and_gradient(const Problem& problem, std::size_t num_blocks, std::vector<Slot>& slots) {
  const ExponentialMoments moments(problem.levels, problem.probabilities);
  parallel_for(slots.size(), [&](std::size_t s) {
    slots[s].value = 0.0;
    slots[s].gradient = Matrix(num_levels, moments.num_weights());
    for (std::size_t block = s; block < num_blocks; block += slots.size())
      add_block(problem, moments, problem.blocks[block % problem.blocks.size()], slots[s]);
  });
  Slot sum{.gradient = Matrix(num_levels, moments.num_weights())};
  for (const Slot& slot : slots) {
    sum.value += slot.value;
    for (std::size_t i = 0; i < sum.gradient.size(); ++i) sum.gradient.values()[i] += slot.gradient.values()[i];
  }
  return sum;
}

Slot naive_value_and_gradient(const Problem& problem) {
  Slot sum{.gradient = Matrix(num_levels, problem.levels.cols())};
  for (const Matrix& features : problem.blocks)
    for (std::size_t i = 0; i < block_rows; ++i) {
      std::vector<double> totals(problem.levels.cols());
      double moment = 1.0;
      const auto power = [&](std::size_t k, std::size_t j) {
        return std::exp(problem.scales[i] * features(i, j) * problem.levels(k, j));
      };
      for (std::size_t j = 0; j < totals.size(); ++j) {
        for (std::size_t k = 0; k < num_levels; ++k) totals[j] += problem.probabilities(k, j) * power(k, j);
        moment *= totals[j];
      }
      sum.value += moment;
      for (std::size_t j = 0; j < totals.size(); ++j)
        for (std::size_t k = 0; k < num_levels; ++k) sum.gradient(k, j) += moment * power(k, j) / totals[j];
    }
  return sum;
}

bool is_right() {
  const Problem problem = random_problem(20, 3);
  std::vector<Slot> slots(num_slots);
  const Slot computed = value_and_gradient(problem, problem.blocks.size(), slots);
  const Slot naive = naive_value_and_gradient(problem);
  bool right = std::abs(computed.value / naive.value - 1.0) < 1e-13;
  for (std::size_t i = 0; i < naive.gradient.size(); ++i)
    right = right && std::abs(computed.gradient.values()[i] / naive.gradient.values()[i] - 1.0) < 1e-13;
  return right;
}

// Of exponentials again, as they are infinite soon: without branches, they take the same time for any numbers.
void evaluate_exponentials(std::size_t count) {
  constexpr std::size_t at_once = 1024;
  parallel_for(num_slots, [&](std::size_t) {
    std::vector<double> values(at_once, 0.5);
    for (std::size_t done = 0; done < count / num_slots; done += at_once) exp_in_place(values);
  });
}

// In turns: whatever else the machine does slows both.
void print(const std::string& name, const Problem& problem, std::size_t num_rows) {
  const std::size_t num_blocks = (num_rows + block_rows - 1) / block_rows;
  const std::size_t count = num_blocks * block_rows * problem.levels.cols() * num_levels;
  std::vector<Slot> slots(num_slots);
  std::vector<double> moments, exponentials;
  for (int round = 0; round < 5; ++round) {
    moments.push_back(bench::median_seconds(1, [&] { value_and_gradient(problem, num_blocks, slots); }));
    exponentials.push_back(bench::median_seconds(1, [&] { evaluate_exponentials(count); }));
  }
  const double ratio = bench::median(moments) / bench::median(exponentials);
  std::cout << fmt::format("| {} | {:.3f} | {:.3f} | {:.3f} | {} |\n", name, bench::median(moments),
                           bench::median(exponentials), ratio, bench::verdict(ratio <= bar));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::SizeArguments arguments = bench::size_arguments(argc, argv, {.num_rows = 100000, .num_features = 1000});
  if (!is_right()) {
    std::cerr << "bench_exponential_moments: WRONG: not what a loop over rows, weights and levels gives\n";
    return 1;
  }
  const Problem problem = random_problem(arguments.num_features, num_stored_blocks);
  std::cout << fmt::format("{} rows, {} weights, {} levels:\n\n", arguments.num_rows, arguments.num_features,
                           num_levels);
  std::cout << "| threads | value and gradient, s | all exponentials, s | ratio | bar 0.5 |\n|---|--:|--:|--:|---|\n";
  with_threads(1, [&] { print("one", problem, arguments.num_rows); });
  with_threads(0, [&] { print("all", problem, arguments.num_rows); });
}
