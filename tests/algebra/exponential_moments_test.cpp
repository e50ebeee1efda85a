// SPDX-License-Identifier: MIT
// Against sums over the levels, term by term in long double.
#include "algebra/exponential_moments.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "algebra/instruction_sets.h"
#include "oracle/property.h"

namespace direct::exponential_moments_test {
namespace {

using Long = long double;

struct Problem {
  Matrix levels, probabilities;
  std::vector<double> cell_steps;
  Matrix features;
  std::vector<double> scales, weights;

  ExponentialMoments moments() const { return {levels, probabilities, cell_steps}; }
};

// ---- The reference: a weight at one x.

struct LongMoment {
  Long log = 0.0L, mean = 0.0L, variance = 0.0L;
  std::vector<Long> derivatives;
};

// Levels count from the one with the largest term: differences of them lose nothing, however large x is.
std::size_t largest_term(std::span<const double> levels, std::span<const double> probabilities, Long x) {
  std::size_t best = 0;
  const auto gain = [&](std::size_t k) {
    return x * (Long{levels[k]} - levels[best]) + std::log(Long{probabilities[k]}) -
           std::log(Long{probabilities[best]});
  };
  for (std::size_t k = 0; k < levels.size(); ++k)
    if (probabilities[best] == 0.0 || (probabilities[k] > 0.0 && gain(k) > 0.0L)) best = k;
  return best;
}

LongMoment moment_of_levels(std::span<const double> levels, std::span<const double> probabilities, Long x) {
  const std::size_t best = largest_term(levels, probabilities, x);
  const auto offset = [&](std::size_t k) { return Long{levels[k]} - levels[best]; };
  const auto term = [&](std::size_t k) {  // 0 times a power that may be infinite is 0
    return probabilities[k] == 0.0 ? 0.0L : std::exp(x * offset(k) + std::log(Long{probabilities[k]}));
  };
  Long total = 0.0L, mean = 0.0L, variance = 0.0L;
  for (std::size_t k = 0; k < levels.size(); ++k) total += term(k);
  for (std::size_t k = 0; k < levels.size(); ++k) mean += term(k) / total * offset(k);
  for (std::size_t k = 0; k < levels.size(); ++k) variance += term(k) / total * std::pow(offset(k) - mean, 2);
  LongMoment result{x * levels[best] + std::log(total), levels[best] + mean, variance, {}};
  for (std::size_t k = 0; k < levels.size(); ++k)
    result.derivatives.push_back(std::min(std::exp(x * offset(k)) / total, Long{1e200}));
  return result;
}

// log(sinh(y) / y) and its derivatives by x, y = x half.
LongMoment moment_of_cell(Long half, Long x) {
  const Long y = std::abs(x * half), square = y * y, sign = x < 0.0L ? -1.0L : 1.0L;
  if (y < 0.01L)
    return {.log = square / 6 - square * square / 180 + square * square * square / 2835,
            .mean = sign * half * y * (1.0L / 3 - square / 45 + 2 * square * square / 945),
            .variance = half * half * (1.0L / 3 - square / 15 + 2 * square * square / 189)};
  const Long decay = std::exp(-2 * y);
  return {.log = y + std::log1p(-decay) - std::log(2 * y),
          .mean = sign * half * ((1 + decay) / (1 - decay) - 1 / y),
          .variance = half * half * (1 / square - 4 * decay / ((1 - decay) * (1 - decay)))};
}

LongMoment long_moment(const Problem& problem, std::size_t row, std::size_t weight) {
  const Long x = Long{problem.scales[row]} * problem.features(row, weight);
  LongMoment result = moment_of_levels(problem.levels.column(weight), problem.probabilities.column(weight), x);
  if (problem.cell_steps.empty()) return result;
  const LongMoment cell = moment_of_cell(0.5L * problem.cell_steps[weight], x);
  result.log += cell.log;
  result.mean += cell.mean;
  result.variance += cell.variance;
  return result;
}

double largest_level(const Problem& problem, std::size_t weight) {
  double largest = problem.cell_steps.empty() ? 0.0 : 0.5 * problem.cell_steps[weight];
  for (const double level : problem.levels.column(weight)) largest = std::max(largest, std::abs(level));
  return largest;
}

// ---- Comparisons. Errors are relative to the sizes of what was added up.

struct Computed {
  std::vector<double> log_moments;
  ExponentialMoments::Kept kept;
  Matrix gradient;
};

Computed computed(const Problem& problem) {
  const ExponentialMoments moments = problem.moments();
  Computed result{.log_moments = std::vector<double>(problem.features.rows()),
                  .gradient = Matrix(problem.levels.rows(), problem.levels.cols())};
  moments.log_moments(problem.features, problem.scales, result.log_moments, &result.kept);
  moments.add_gradient(problem.features, problem.scales, problem.weights, result.kept, result.gradient);
  return result;
}

struct Tolerances {
  double logs = 2e-15, gradient = 1e-13, moments = 1e-13;
};

// A logarithm of a sum of probabilities has an absolute error as well: a few roundings per weight.
void expect_log_moments(const Problem& problem, std::span<const double> values, double tolerance) {
  for (std::size_t i = 0; i < problem.features.rows(); ++i) {
    Long sum = 0.0L, size = 0.0L;
    for (std::size_t j = 0; j < problem.levels.cols(); ++j) {
      const Long x = Long{problem.scales[i]} * problem.features(i, j);
      sum += long_moment(problem, i, j).log;
      size += 0.1L + std::abs(x) * largest_level(problem, j);
    }
    ASSERT_NEAR(static_cast<double>((values[i] - sum) / size), 0.0, tolerance)
        << "row " << i << ": " << values[i] << " for " << sum;
  }
}

void expect_gradient(const Problem& problem, const Matrix& gradient, double tolerance) {
  for (std::size_t j = 0; j < gradient.cols(); ++j) {
    std::vector<Long> sums(gradient.rows()), sizes(gradient.rows());
    for (std::size_t i = 0; i < problem.features.rows(); ++i) {
      const LongMoment moment = long_moment(problem, i, j);
      for (std::size_t k = 0; k < gradient.rows(); ++k) {
        sums[k] += problem.weights[i] * moment.derivatives[k];
        sizes[k] += std::abs(problem.weights[i]) * moment.derivatives[k];
      }
    }
    for (std::size_t k = 0; k < gradient.rows(); ++k)
      ASSERT_LE(std::abs(gradient(k, j) - sums[k]), tolerance * sizes[k] + 1e-300L)
          << "level " << k << " of weight " << j << ": " << gradient(k, j) << " for " << sums[k];
  }
}

void expect_tilted_moments(const Problem& problem, const TiltedMoments& tilted, double tolerance) {
  for (std::size_t i = 0; i < problem.features.rows(); ++i) {
    Long mean = 0.0L, variance = 0.0L, size = 1e-300L;
    for (std::size_t j = 0; j < problem.levels.cols(); ++j) {
      const Long feature = problem.features(i, j);
      const LongMoment moment = long_moment(problem, i, j);
      mean += feature * moment.mean;
      variance += feature * feature * moment.variance;
      size += std::abs(feature) * largest_level(problem, j);
    }
    ASSERT_NEAR(static_cast<double>((tilted.means[i] - mean) / size), 0.0, tolerance) << "row " << i;
    ASSERT_LE(std::abs(tilted.variances[i] - variance), tolerance * variance + 1e-300L)
        << "row " << i << ": " << tilted.variances[i] << " for " << variance;
  }
}

void expect_exact(const Problem& problem, const Tolerances& tolerances = {}) {
  const Computed values = computed(problem);
  expect_log_moments(problem, values.log_moments, tolerances.logs);
  expect_gradient(problem, values.gradient, tolerances.gradient);
  const TiltedMoments tilted = problem.moments().tilted_moments(problem.features, problem.scales);
  EXPECT_EQ(tilted.log_moments, values.log_moments);
  expect_tilted_moments(problem, tilted, tolerances.moments);
  std::vector<double> not_kept(problem.features.rows());
  problem.moments().log_moments(problem.features, problem.scales, not_kept);
  EXPECT_EQ(not_kept, values.log_moments);
}

// ---- Problems.

using Random = std::mt19937_64;

double normal(Random& random) { return std::normal_distribution<double>()(random); }
double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::vector<double> even_levels(double low, double high, std::size_t count) {
  std::vector<double> levels(count);
  for (std::size_t k = 0; k < count; ++k)
    levels[k] = low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1);
  return levels;
}

std::vector<double> powers_of_two(std::size_t count) {
  std::vector<double> levels = {0.0};
  for (double power = 1.0; levels.size() < count; power *= 0.5) levels.insert(levels.end(), {power, -power});
  levels.resize(count);
  std::ranges::sort(levels);
  return levels;
}

void set_random_probabilities(std::span<double> column, Random& random) {
  double total = 0.0;
  for (double& value : column) total += value = std::exp(2.0 * normal(random));
  for (double& value : column) value /= total;
}

// Every row's x has standard deviation `spread`.
Problem random_problem(std::span<const double> levels, std::size_t num_rows, std::size_t num_weights, double spread,
                       std::uint64_t seed) {
  Random random(seed);
  Problem problem{
      Matrix(levels.size(), num_weights), Matrix(levels.size(), num_weights), {}, Matrix(num_rows, num_weights)};
  for (std::size_t j = 0; j < num_weights; ++j) {
    std::ranges::copy(levels, problem.levels.column(j).begin());
    set_random_probabilities(problem.probabilities.column(j), random);
  }
  for (double& value : problem.features.values()) value = spread * normal(random);
  for (std::size_t i = 0; i < num_rows; ++i) {
    problem.scales.push_back(uniform(random, 0.5, 1.5) * (i % 2 == 0 ? 1.0 : -1.0));
    problem.weights.push_back(normal(random));
  }
  return problem;
}

Problem with_certain_levels(Problem problem) {
  for (std::size_t j = 0; j < problem.levels.cols(); j += 2) {
    std::ranges::fill(problem.probabilities.column(j), 0.0);
    problem.probabilities(j % problem.levels.rows(), j) = 1.0;
  }
  return problem;
}

Problem with_cells(Problem problem, double width) {
  for (std::size_t j = 0; j < problem.levels.cols(); ++j)
    problem.cell_steps.push_back(j % 3 == 0 ? 0.0 : width * static_cast<double>(j % 3));
  return problem;
}

// ---- Tests.

TEST(ExponentialMoments, EvenGrids) {
  for (const std::size_t num_levels : {2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 15U, 16U, 17U, 31U, 256U})
    for (const double spread : {0.01, 1.0, 20.0}) {
      SCOPED_TRACE(testing::Message() << num_levels << " levels, spread " << spread);
      const Tolerances tolerances{.logs = num_levels < 100 ? 2e-15 : 2e-14};  // every power is rounded
      expect_exact(random_problem(even_levels(-1.0, 1.0, num_levels), 37, 11, spread, num_levels), tolerances);
      expect_exact(random_problem(even_levels(0.3, 1.7, num_levels), 5, 20, spread, num_levels), tolerances);
    }
}

TEST(ExponentialMoments, UnevenGrids) {
  for (const std::size_t num_levels : {3U, 8U, 15U, 16U})
    for (const double spread : {0.01, 1.0, 20.0}) {
      SCOPED_TRACE(testing::Message() << num_levels << " levels, spread " << spread);
      expect_exact(random_problem(powers_of_two(num_levels), 37, 11, spread, num_levels));
    }
  expect_exact(random_problem(std::vector<double>{2.0, -1.0, 0.5, 0.25}, 20, 9, 1.0, 1));
}

// Off by more than rounding, they are not taken for even.
TEST(ExponentialMoments, NearlyEvenLevelsCountAsTheyAre) {
  for (const double shift : {1e-16, 1e-15, 1e-13, 1e-10, 1e-6}) {
    std::vector<double> levels = even_levels(-1.0, 1.0, 15);
    levels[3] += shift;
    expect_exact(random_problem(levels, 20, 9, 5.0, 1));
  }
  expect_exact(random_problem(even_levels(1000.0, 1000.01, 15), 20, 9, 500.0, 1));
}

TEST(ExponentialMoments, OneLevelAndEqualLevels) {
  expect_exact(random_problem(std::vector<double>{0.7}, 10, 9, 1.0, 1));
  expect_exact(random_problem(std::vector<double>{0.7, 0.7, 0.7}, 10, 9, 1.0, 2));
  expect_exact(random_problem(std::vector<double>{1.0, 0.5, 0.0, -0.5}, 10, 9, 1.0, 3));
}

// Beyond |y| = 1 the factor of a cell is computed in another way, beyond 1e5 in a third.
TEST(ExponentialMoments, Cells) {
  for (const double width : {0.0, 1e-9, 0.1, 2.0, 50.0, 1e6}) {
    SCOPED_TRACE(width);
    expect_exact(with_cells(random_problem(even_levels(-1.0, 1.0, 15), 40, 11, 1.0, 1), width));
    expect_exact(with_cells(random_problem(powers_of_two(15), 40, 11, 1.0, 2), width));
    expect_exact(with_cells(with_certain_levels(random_problem(powers_of_two(15), 40, 11, 1.0, 2)), width));
  }
}

TEST(ExponentialMoments, ImpossibleLevels) {
  for (const std::vector<double>& levels : {even_levels(-1.0, 1.0, 15), powers_of_two(15)})
    for (const double spread : {1.0, 30.0, 1e4}) {
      Problem problem = random_problem(levels, 40, 15, spread, 3);
      for (std::size_t j = 0; j < 15; ++j)
        for (std::size_t k = 0; k < 15; ++k)
          if ((k * 7 + j) % 15 < j) problem.probabilities(k, j) = 0.0;
      expect_exact(problem);
    }
}

TEST(ExponentialMoments, CertainLevels) {
  for (const double spread : {1.0, 30.0, 1e4}) {
    expect_exact(with_certain_levels(random_problem(even_levels(-1.0, 1.0, 15), 40, 25, spread, 4)));
    expect_exact(with_certain_levels(random_problem(powers_of_two(15), 40, 25, spread, 5)));
  }
}

TEST(ExponentialMoments, WeightsThatAreAllCertainlyZero) {
  Problem problem = random_problem(even_levels(-1.0, 1.0, 3), 9, 4, 1.0, 1);
  for (std::size_t j = 0; j < 4; ++j)
    std::ranges::copy(std::vector{0.0, 1.0, 0.0}, problem.probabilities.column(j).begin());
  EXPECT_EQ(computed(problem).log_moments, std::vector<double>(9));
  expect_exact(problem);
}

TEST(ExponentialMoments, TinyAndHugeProducts) {
  for (const std::vector<double>& levels : {even_levels(-1.0, 1.0, 15), even_levels(-0.5, 1.5, 16), powers_of_two(15)})
    for (const double spread : {1e-300, 1e-20, 1e-10, 60.0, 1e3, 1e5, 1e12, 1e150, 1e300}) {
      SCOPED_TRACE(spread);
      const Problem problem = random_problem(levels, 19, 9, spread, 6);
      const Computed values = computed(problem);
      expect_log_moments(problem, values.log_moments, 2e-15);
      expect_gradient(problem, values.gradient, 1e-12);
      for (const double value : values.gradient.values()) EXPECT_TRUE(std::isfinite(value));
    }
}

// One far row beside others that are not.
TEST(ExponentialMoments, ProductsOfAllSizesInOneBlock) {
  for (const std::vector<double>& levels : {even_levels(-1.0, 1.0, 15), powers_of_two(15)}) {
    Problem problem = with_cells(random_problem(levels, 300, 12, 1.0, 7), 0.2);
    for (std::size_t i = 0; i < 300; ++i) problem.scales[i] *= std::exp(0.1 * static_cast<double>(i) - 15.0);
    expect_exact(problem, {.gradient = 1e-12, .moments = 1e-12});
  }
}

TEST(ExponentialMoments, OneHotAndZeroFeatures) {
  Problem problem = random_problem(even_levels(-1.0, 1.0, 15), 70, 10, 1.0, 8);
  for (std::size_t i = 0; i < 70; ++i)
    for (std::size_t j = 0; j < 10; ++j) problem.features(i, j) = i % 10 == j ? 1.0 : 0.0;
  expect_exact(problem);
  std::ranges::fill(problem.features.values(), 0.0);
  expect_exact(problem);
}

TEST(ExponentialMoments, ManyWeights) {
  for (const double spread : {0.02, 0.5, 5.0}) {
    expect_exact(random_problem(even_levels(-1.0, 1.0, 15), 3, 2000, spread, 9));
    expect_exact(with_cells(random_problem(even_levels(-1.0, 1.0, 16), 3, 2000, spread, 10), 0.1));
  }
}

// Products of what is computed for eight weights at a time reach furthest here.
TEST(ExponentialMoments, AllProductsAtTheEdgeOfTheirRange) {
  for (const double sign : {-1.0, 1.0})
    for (const double x : {31.9, 32.0, 40.0})
      for (const std::size_t level : {0U, 255U}) {
        Problem problem = with_cells(random_problem(even_levels(-1.0, 1.0, 256), 3, 16, 1.0, 11), 6000.0);
        std::ranges::fill(problem.features.values(), sign * x);
        problem.scales = {1.0, 1.0, 1.0};
        for (std::size_t j = 0; j < 16; ++j) {
          std::ranges::fill(problem.probabilities.column(j), 1e-300);
          problem.probabilities(level, j) = 1.0;
        }
        expect_exact(problem, {.gradient = 1e-12, .moments = 1e-12});
      }
}

TEST(ExponentialMoments, OnAnyInstructionSet) {
  const Problem even = with_cells(random_problem(even_levels(-1.0, 1.0, 15), 45, 20, 5.0, 12), 1.0);
  const Problem uneven = with_cells(random_problem(powers_of_two(15), 45, 20, 5.0, 13), 1.0);
  on_each_instruction_set([&] {
    expect_exact(even);
    expect_exact(uneven);
  });
}

// Fourth-order central difference of f at 0.
template <typename Function>
double difference(const Function& f, double h) {
  return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
}

double weighted_log_moments(const Problem& problem) {
  const std::vector<double> logs = computed(problem).log_moments;
  return std::inner_product(logs.begin(), logs.end(), problem.weights.begin(), 0.0);
}

double largest_derivative(const Problem& problem, std::size_t level, std::size_t weight) {
  Long largest = 0.0L;
  for (std::size_t i = 0; i < problem.features.rows(); ++i)
    largest = std::max(largest, long_moment(problem, i, weight).derivatives[level]);
  return static_cast<double>(largest);
}

TEST(ExponentialMoments, GradientIsThatOfTheLogMoments) {
  for (const std::vector<double>& levels : {even_levels(-1.0, 1.0, 15), powers_of_two(9)}) {
    Problem problem = random_problem(levels, 7, 5, 1.0, 14);
    problem.features(3, 2) = 90.0;  // too far for powers
    const Matrix gradient = computed(problem).gradient;
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t k = 0; k < levels.size(); ++k) {
        const double largest = largest_derivative(problem, k, j), probability = problem.probabilities(k, j);
        if (largest > 1e4) continue;  // too large for differences
        const auto objective = [&](double change) {
          Problem changed = problem;
          changed.probabilities(k, j) += change;
          return weighted_log_moments(changed);
        };
        const double h = std::min(1e-3 / std::max(1.0, largest), 0.4 * probability);
        EXPECT_NEAR(difference(objective, h), gradient(k, j), 2e-10 * std::max(1.0, largest)) << k << " " << j;
      }
  }
}

TEST(ExponentialMoments, TiltedMomentsAreDerivativesByTheScale) {
  for (const std::vector<double>& levels : {even_levels(-1.0, 1.0, 15), powers_of_two(9)}) {
    const Problem problem = with_cells(random_problem(levels, 20, 5, 1.0, 15), 1.5);
    const TiltedMoments tilted = problem.moments().tilted_moments(problem.features, problem.scales);
    const auto shifted = [&](double change) {
      Problem changed = problem;
      for (double& scale : changed.scales) scale += change;
      return changed.moments().tilted_moments(changed.features, changed.scales);
    };
    for (std::size_t i = 0; i < 20; ++i) {
      const auto log = [&](double change) { return shifted(change).log_moments[i]; };
      const auto mean = [&](double change) { return shifted(change).means[i]; };
      EXPECT_NEAR(difference(log, 1e-3), tilted.means[i], 1e-9);
      EXPECT_NEAR(difference(mean, 1e-3), tilted.variances[i], 1e-9);
    }
  }
}

Problem rows_of(const Problem& problem, std::size_t first, std::size_t count) {
  Problem part = problem;
  part.features.resize(count, problem.levels.cols());
  part.scales.assign(problem.scales.begin() + static_cast<long>(first),
                     problem.scales.begin() + static_cast<long>(first + count));
  part.weights.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < problem.levels.cols(); ++j) part.features(i, j) = problem.features(first + i, j);
  return part;
}

PROPERTY(ExponentialMoments, BitsDoNotDependOnTheRowsBeside, (Any & any)) {
  const bool even = any.value<bool>();
  const auto num_rows = any.in_range<std::size_t>(1, 300);
  const auto first = any.in_range<std::size_t>(0, num_rows);
  const auto count = any.in_range<std::size_t>(1, num_rows - first + 1);
  const double spread = std::exp(0.1 * any.in_range(-50, 60));
  const Problem whole = with_cells(
      random_problem(even ? even_levels(-1.0, 1.0, 15) : powers_of_two(15), num_rows, 9, spread, num_rows), 0.3);
  const Problem part = rows_of(whole, first, count);
  const TiltedMoments all = whole.moments().tilted_moments(whole.features, whole.scales);
  const TiltedMoments some = part.moments().tilted_moments(part.features, part.scales);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_TRUE(some.log_moments[i] == all.log_moments[first + i]);
    ASSERT_TRUE(some.means[i] == all.means[first + i]);
    ASSERT_TRUE(some.variances[i] == all.variances[first + i]);
  }
}

PROPERTY(ExponentialMoments, KeptMemoryCanBeUsedAgain, (Any & any)) {
  const auto sizes = any.some(4, [&] { return any.in_range<std::size_t>(0, 300); });
  ExponentialMoments::Kept kept;
  for (const std::size_t num_rows : sizes) {
    const Problem problem = random_problem(even_levels(-1.0, 1.0, 15), num_rows, 5, 30.0, num_rows);
    const Computed fresh = computed(problem);
    Matrix gradient(15, 5);
    std::vector<double> logs(num_rows);
    problem.moments().log_moments(problem.features, problem.scales, logs, &kept);
    problem.moments().add_gradient(problem.features, problem.scales, problem.weights, kept, gradient);
    ASSERT_TRUE(gradient == fresh.gradient);
    ASSERT_TRUE(logs == fresh.log_moments);
  }
}

TEST(ExponentialMoments, GradientsAddUp) {
  const Problem problem = random_problem(even_levels(-1.0, 1.0, 15), 50, 6, 1.0, 16);
  Computed values = computed(problem);
  const Matrix once = values.gradient;
  problem.moments().add_gradient(problem.features, problem.scales, problem.weights, values.kept, values.gradient);
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_NEAR(values.gradient.values()[i], 2.0 * once.values()[i], 1e-12 * std::abs(once.values()[i]));
}

TEST(ExponentialMoments, NoRows) {
  const Problem problem = random_problem(even_levels(-1.0, 1.0, 15), 0, 3, 1.0, 17);
  EXPECT_EQ(computed(problem).gradient, Matrix(15, 3));
}

}  // namespace
}  // namespace direct::exponential_moments_test
