// SPDX-License-Identifier: MIT
#include "optimize/lbfgs.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace direct::lbfgs_test {
namespace {

double rosenbrock(std::span<const double> x, std::span<double> gradient) {
  const double valley = x[1] - x[0] * x[0], slope = 1.0 - x[0];
  gradient[0] = -400.0 * valley * x[0] - 2.0 * slope;
  gradient[1] = 200.0 * valley;
  return 100.0 * valley * valley + slope * slope;
}

// sum of c_i (x_i - 1)^2 / 2 with curvatures from 1 to 10^6
double ill_conditioned(std::span<const double> x, std::span<double> gradient) {
  double value = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double curvature = std::pow(10.0, 6.0 * static_cast<double>(i) / static_cast<double>(x.size() - 1));
    gradient[i] = curvature * (x[i] - 1.0);
    value += 0.5 * gradient[i] * (x[i] - 1.0);
  }
  return value;
}

// A valley whose first step, from (0, 0), leads far into a region without values.
double undefined_beyond_two(std::span<const double> x, std::span<double> gradient) {
  const double inside = 2.0 - x[0];
  gradient[0] = 1.0 / inside - 4.0;
  gradient[1] = 2.0 * (x[1] - 3.0);
  if (inside <= 0.0) return std::nan("");
  return -std::log(inside) - 4.0 * x[0] + (x[1] - 3.0) * (x[1] - 3.0);
}

// The same wall, but as infinity, and gradients that are not numbers either.
double infinite_beyond_two(std::span<const double> x, std::span<double> gradient) {
  const double value = undefined_beyond_two(x, gradient);
  if (!std::isnan(value)) return value;
  gradient[0] = gradient[1] = std::nan("");
  return std::numeric_limits<double>::infinity();
}

double flat(std::span<const double>, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  return 3.0;
}

struct Problem {
  const char* name;
  Objective objective;
  std::vector<double> start, minimum;
  double tolerance;
};

std::ostream& operator<<(std::ostream& out, const Problem& problem) { return out << problem.name; }

class Lbfgs : public testing::TestWithParam<Problem> {};

TEST_P(Lbfgs, FindsTheMinimum) {
  const Problem& problem = GetParam();
  std::vector<double> x = problem.start;
  const LbfgsResult result = minimise_lbfgs(problem.objective, x, {.max_iterations = 20000});
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], problem.minimum[i], problem.tolerance) << i;
  std::vector<double> gradient(x.size());
  EXPECT_EQ(result.value, problem.objective(x, gradient));
  EXPECT_NE(result.stop, LbfgsStop::max_iterations);
}

TEST_P(Lbfgs, NeverGoesUpAndCountsItsWork) {
  const Problem& problem = GetParam();
  std::vector<double> x = problem.start, values;
  int evaluations = 0;
  const auto counted = [&](std::span<const double> point, std::span<double> gradient) {
    ++evaluations;
    return problem.objective(point, gradient);
  };
  const auto result = minimise_lbfgs(counted, x, {.each_iteration = [&](int iteration, double value) {
                                       values.push_back(value);
                                       EXPECT_EQ(static_cast<int>(values.size()), iteration);
                                     }});
  for (std::size_t i = 1; i < values.size(); ++i) EXPECT_LE(values[i], values[i - 1]);
  EXPECT_EQ(result.evaluations, evaluations);
  EXPECT_EQ(result.iterations, static_cast<int>(values.size()));
}

INSTANTIATE_TEST_SUITE_P(Problems, Lbfgs,
                         testing::Values(Problem{"rosenbrock", rosenbrock, {-1.2, 1.0}, {1.0, 1.0}, 1e-6},
                                         Problem{"ill_conditioned", ill_conditioned, std::vector<double>(20, -3.0),
                                                 std::vector<double>(20, 1.0), 1e-6},
                                         Problem{"undefined", undefined_beyond_two, {0.0, 0.0}, {1.75, 3.0}, 1e-6},
                                         Problem{"infinite", infinite_beyond_two, {-50.0, 1e3}, {1.75, 3.0}, 1e-6},
                                         Problem{"flat", flat, {1.0, 2.0}, {1.0, 2.0}, 0.0},
                                         Problem{"at_the_minimum", rosenbrock, {1.0, 1.0}, {1.0, 1.0}, 0.0}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(LbfgsStops, AfterAsManyIterationsOrEvaluationsAsAllowed) {
  for (const int limit : {0, 1, 2, 5, 10}) {
    std::vector<double> x = {-1.2, 1.0};
    const auto by_iterations = minimise_lbfgs(rosenbrock, x, {.max_iterations = limit});
    EXPECT_EQ(by_iterations.iterations, limit);
    EXPECT_EQ(by_iterations.stop, LbfgsStop::max_iterations);
    if (limit == 0) continue;
    x = {-1.2, 1.0};
    const auto by_evaluations = minimise_lbfgs(rosenbrock, x, {.max_evaluations = limit});
    EXPECT_EQ(by_evaluations.evaluations, limit);
    EXPECT_EQ(by_evaluations.stop, LbfgsStop::max_iterations);
  }
}

TEST(LbfgsStops, WhenIterationsGainTooLittle) {
  std::vector<double> x(20, -3.0), values;
  const auto result = minimise_lbfgs(
      ill_conditioned, x, {.decrease_tolerance = 1e-3, .decrease_window = 3, .each_iteration = [&](int, double value) {
                             values.push_back(value);
                           }});
  EXPECT_EQ(result.stop, LbfgsStop::decrease);
  ASSERT_GE(values.size(), 5U);
  EXPECT_LT(values[values.size() - 4] - values.back(), 1e-3);
  EXPECT_GE(values[values.size() - 5] - values[values.size() - 2], 1e-3);
}

TEST(LbfgsStops, AtOnceWhereTheStartHasNoValue) {
  std::vector<double> x = {5.0, 1.0};
  const auto result = minimise_lbfgs(undefined_beyond_two, x);
  EXPECT_EQ(result.stop, LbfgsStop::line_search);
  EXPECT_EQ(result.evaluations, 1);
  EXPECT_TRUE(std::isnan(result.value));
  EXPECT_EQ(x, (std::vector<double>{5.0, 1.0}));
}

TEST(LbfgsStops, WithTheBestPointWhenGradientsLie) {
  const auto lying = [](std::span<const double> point, std::span<double> gradient) {
    gradient[0] = -2.0 * point[0];
    return point[0] * point[0];
  };
  std::vector<double> x = {1.0};
  const auto result = minimise_lbfgs(lying, x);
  EXPECT_EQ(result.stop, LbfgsStop::line_search);
  EXPECT_LE(result.value, 1.0);
  EXPECT_EQ(result.value, x[0] * x[0]);
}

TEST(LbfgsThrows, WhatTheObjectiveThrows) {
  for (const int when : {1, 2, 7}) {
    int evaluations = 0;
    const auto throwing = [&](std::span<const double> point, std::span<double> gradient) {
      if (++evaluations == when) throw std::runtime_error("objective");
      return rosenbrock(point, gradient);
    };
    std::vector<double> x = {-1.2, 1.0};
    EXPECT_THROW(minimise_lbfgs(throwing, x), std::runtime_error);
    EXPECT_EQ(evaluations, when) << "evaluated after the exception";
  }
}

TEST(LbfgsThrows, WhatTheListenerThrows) {
  int iterations = 0;
  std::vector<double> x = {-1.2, 1.0};
  const auto listener = [&](int, double) {
    if (++iterations == 3) throw std::logic_error("listener");
  };
  EXPECT_THROW(minimise_lbfgs(rosenbrock, x, {.each_iteration = listener}), std::logic_error);
  EXPECT_EQ(iterations, 3);
}

}  // namespace
}  // namespace direct::lbfgs_test
