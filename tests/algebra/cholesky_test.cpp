// SPDX-License-Identifier: MIT
#include "algebra/cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/elimination.h"
#include "oracle/property.h"

namespace direct::cholesky_test {
namespace {

double normal(std::size_t index) { return random_normal(3, RandomStream::generator, index); }

Matrix random_matrix(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = normal(i);
  return result;
}

Matrix positive_definite(std::size_t n) {
  const Matrix root = random_matrix(n, n);
  Matrix result(n, n);
  view(result) = view(root) * view(root).transpose() / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) result(i, i) += 0.5;
  return result;
}

Eigen::MatrixXd lower(const Matrix& a) { return view(a).triangularView<Eigen::Lower>(); }

double largest_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return (a - b).cwiseAbs().maxCoeff(); }

// Below, at and above the tiles of the factorisation (192) and of the inverse (64).
class Cholesky : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Cholesky,
                         testing::Values(1, 2, 3, 17, 63, 64, 65, 130, 191, 192, 193, 300, 384, 400, 500));

TEST_P(Cholesky, FactorTimesItselfIsTheMatrixAndTheUpperTriangleStays) {
  const Matrix a = positive_definite(GetParam());
  Matrix factor = a;
  for (std::size_t j = 0; j < a.cols(); ++j) std::fill_n(factor.column(j).begin(), j, 7.0);
  ASSERT_TRUE(factorise(factor));
  EXPECT_LT(largest_difference(lower(factor) * lower(factor).transpose(), view(a)), 1e-12);
  EXPECT_GT(view(factor).diagonal().minCoeff(), 0.0);
  for (std::size_t j = 0; j < a.cols(); ++j)
    EXPECT_TRUE(std::all_of(factor.column(j).begin(), factor.column(j).begin() + static_cast<long>(j),
                            [](double value) { return value == 7.0; }));
}

TEST_P(Cholesky, Solves) {
  const std::size_t n = GetParam();
  Matrix factor = positive_definite(n);
  const Eigen::MatrixXd a = view(factor);
  ASSERT_TRUE(factorise(factor));
  const Eigen::MatrixXd l = lower(factor);
  const Matrix right = random_matrix(n, 70);
  const std::vector<double> b(right.column(0).begin(), right.column(0).end());

  std::vector<double> x = b;
  solve_lower(factor, x);
  EXPECT_LT((l * view(x) - view(b)).cwiseAbs().maxCoeff(), 1e-11);
  x = b;
  solve_lower_transposed(factor, x);
  EXPECT_LT((l.transpose() * view(x) - view(b)).cwiseAbs().maxCoeff(), 1e-11);
  x = b;
  solve_factorised(factor, x);
  EXPECT_LT((a * view(x) - view(b)).cwiseAbs().maxCoeff(), 1e-11);
  Matrix columns = right;
  solve_lower(factor, columns);
  EXPECT_LT(largest_difference(l * view(columns), view(right)), 1e-11);
}

TEST_P(Cholesky, LogDeterminantAndInverse) {
  const std::size_t n = GetParam();
  Matrix factor = positive_definite(n);
  const Eigen::MatrixXd a = view(factor);
  ASSERT_TRUE(factorise(factor));
  const oracle::WideMatrix wide(std::min<std::size_t>(n, 130), [&](std::size_t i, std::size_t j) {
    return a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  });
  if (wide.size == n) {
    EXPECT_NEAR(log_determinant(factor),
                static_cast<double>(oracle::eliminate(wide, oracle::WideVector(n)).log_determinant), 1e-10);
  }
  invert_factorised(factor);
  const Eigen::MatrixXd inverse = view(factor).selfadjointView<Eigen::Lower>();
  EXPECT_LT(largest_difference(inverse * a, Eigen::MatrixXd::Identity(a.rows(), a.cols())), 1e-11);
}

TEST_P(Cholesky, SameBitsForAnyNumberOfThreads) {
  const Matrix a = positive_definite(GetParam());
  const auto factor_and_inverse = [&] {
    Matrix factor = a;
    EXPECT_TRUE(factorise(factor));
    Matrix inverse = factor, workspace;
    invert_factorised(inverse, workspace);
    Matrix solution = random_matrix(a.rows(), 130);
    solve_lower(factor, solution);
    return std::vector<Eigen::MatrixXd>{lower(factor), lower(inverse), view(solution)};
  };
  const auto expected = with_threads(1, factor_and_inverse);
  for (const int threads : {2, 3}) EXPECT_TRUE(with_threads(threads, factor_and_inverse) == expected) << threads;
}

TEST_P(Cholesky, SaysWhenAMatrixIsNotPositiveDefinite) {
  const std::size_t n = GetParam();
  for (const std::size_t where : {std::size_t{0}, n / 2, n - 1}) {
    Matrix a = positive_definite(n);
    a(where, where) = -1e-3;
    EXPECT_FALSE(factorise(a));
  }
  Matrix zero(n, n), unknown(n, n, std::nan(""));
  EXPECT_FALSE(factorise(zero));
  EXPECT_FALSE(factorise(unknown));
}

TEST(CholeskyInverse, WorkspaceMayHaveAnyShape) {
  Matrix workspace(300, 2, std::nan(""));
  for (const std::size_t n : {100U, 30U, 150U}) {
    Matrix own = positive_definite(n);
    ASSERT_TRUE(factorise(own));
    Matrix shared = own;
    invert_factorised(own);
    invert_factorised(shared, workspace);
    EXPECT_EQ(lower(own), lower(shared));
  }
}

// Every pivot is the largest diagonal of what the earlier ones leave over.
PROPERTY(PivotOrder, TakesTheLargestRemainingPivot, (Any & any)) {
  const auto n = any.in_range<std::size_t>(1, 20);
  const auto scales = any.some(n, [&] { return any.in_range(1, 100); });
  Matrix a = positive_definite(n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) a(i, j) *= static_cast<double>(scales[i]) * static_cast<double>(scales[j]);

  const std::vector<std::size_t> order = pivot_order(a);
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(sorted[i] == i);

  Eigen::MatrixXd rest = view(a);
  for (const std::size_t pivot : order) {
    const auto p = static_cast<Eigen::Index>(pivot);
    ASSERT_TRUE(rest(p, p) >= rest.diagonal().maxCoeff() * (1.0 - 1e-3));  // single precision
    rest -= (rest.col(p) * rest.row(p) / rest(p, p)).eval();
    rest(p, p) = 0.0;
  }
}

TEST(PivotOrder, OfADiagonalMatrixSortsIt) {
  Matrix a(4, 4);
  const double diagonal[] = {1e-3, 5.0, 1e-4, 9.0};
  for (std::size_t i = 0; i < 4; ++i) a(i, i) = diagonal[i];
  EXPECT_EQ(pivot_order(a), (std::vector<std::size_t>{3, 1, 0, 2}));
}

TEST(PivotOrder, OfASingularMatrixIsStillAPermutation) {
  Matrix a(50, 50, 1.0);  // rank one
  std::vector<std::size_t> order = pivot_order(a);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

}  // namespace
}  // namespace direct::cholesky_test
