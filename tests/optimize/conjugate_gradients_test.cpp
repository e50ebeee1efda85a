// SPDX-License-Identifier: MIT
#include "optimize/conjugate_gradients.h"

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/elimination.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::conjugate_gradients_test {
namespace {

LinearOperator product_with(const Eigen::MatrixXd& a) {
  return [a](const std::vector<double>& x) {
    std::vector<double> result(x.size());
    view(result) = a * view(x);
    return result;
  };
}

// Any numbers: 12 x 12, and a vector of 12.
Eigen::MatrixXd random_square(std::uint64_t seed) {
  return view(oracle::random_regression(seed, 12, 12, 2, 1.0).features);
}
std::vector<double> random_vector(std::uint64_t seed) { return oracle::random_regression(seed, 12, 1, 2, 1.0).targets; }

PROPERTY(ConjugateGradients, SolvesPositiveDefiniteSystems, (std::uint64_t seed)) {
  const Eigen::MatrixXd root = random_square(seed);
  const Eigen::MatrixXd a = root * root.transpose() + Eigen::MatrixXd::Identity(12, 12);
  const std::vector<double> b = random_vector(seed + 1);
  const auto x = conjugate_gradients(product_with(a), b, {.tolerance = 1e-10, .max_iterations = 200});
  const oracle::WideMatrix wide(12, [&](std::size_t i, std::size_t j) { return a(Eigen::Index(i), Eigen::Index(j)); });
  const oracle::WideVector solution = oracle::eliminate(wide, {b.begin(), b.end()}).solution;
  const std::vector<double> expected(solution.begin(), solution.end());
  ASSERT_TRUE((view(x) - view(expected)).norm() < 1e-8 * view(expected).norm());
}

PROPERTY(ConjugateGradients, StopsAtItsTolerance, (std::uint64_t seed)) {
  const Eigen::MatrixXd root = random_square(seed);
  const Eigen::MatrixXd a = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(12, 12);
  const std::vector<double> b = random_vector(seed + 1);
  const auto x = conjugate_gradients(product_with(a), b, {.tolerance = 0.1, .max_iterations = 1000});
  ASSERT_TRUE((a * view(x) - view(b)).norm() < 0.1001 * view(b).norm());
}

PROPERTY(ConjugateGradients, GoesUphillWhateverTheMatrix, (std::uint64_t seed, int shift)) {
  const Eigen::MatrixXd any = random_square(seed);
  const Eigen::MatrixXd a = any + any.transpose() + (shift % 10) * Eigen::MatrixXd::Identity(12, 12);
  const std::vector<double> b = random_vector(seed + 1);
  const auto x = conjugate_gradients(product_with(a), b, {.tolerance = 1e-8, .max_iterations = 100});
  ASSERT_TRUE(view(x).allFinite());
  ASSERT_TRUE(view(x).dot(view(b)) > 0.0);
}

TEST(ConjugateGradients, StopsBeforeNegativeCurvature) {
  Eigen::MatrixXd a = Eigen::Vector2d(4.0, -1.0).asDiagonal();
  const std::vector<double> b{1.0, 0.1};  // the first direction curves upward, the second does not
  const auto x = conjugate_gradients(product_with(a), b, {.tolerance = 1e-12});
  const double step = 1.01 / (4.0 - 0.01);
  EXPECT_NEAR(x[0], step * b[0], 1e-15);
  EXPECT_NEAR(x[1], step * b[1], 1e-15);
}

TEST(ConjugateGradients, NegativeCurvatureAtOnceGivesTheRightHandSide) {
  const std::vector<double> b{1.0, -2.0};
  EXPECT_EQ(conjugate_gradients(product_with(-Eigen::MatrixXd::Identity(2, 2)), b), b);
  EXPECT_EQ(conjugate_gradients(product_with(Eigen::MatrixXd::Zero(2, 2)), b), b);
}

TEST(ConjugateGradients, OfZeroIsZeroWithoutAProduct) {
  const LinearOperator never = [](const std::vector<double>& x) {
    ADD_FAILURE() << "no product is needed";
    return x;
  };
  EXPECT_EQ(conjugate_gradients(never, {0.0, 0.0}), (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(conjugate_gradients(never, {}), std::vector<double>());
}

TEST(ConjugateGradients, KeepsToItsIterations) {
  int products = 0;
  const LinearOperator counted = [&](const std::vector<double>& x) {
    ++products;
    std::vector<double> result = x;
    for (std::size_t i = 0; i < x.size(); ++i) result[i] *= static_cast<double>(i + 1);
    return result;
  };
  conjugate_gradients(counted, std::vector<double>(20, 1.0), {.tolerance = 0.0, .max_iterations = 3});
  EXPECT_EQ(products, 3);
}

}  // namespace
}  // namespace direct::conjugate_gradients_test
