// SPDX-License-Identifier: MIT
#include "algebra/symmetric_eigen.h"

#include <cmath>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "algebra/random.h"

namespace direct::symmetric_eigen_test {
namespace {

Matrix random_symmetric(std::size_t n, std::uint64_t seed) {
  Matrix a(n, n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i <= j; ++i) a(i, j) = a(j, i) = random_normal(seed, RandomStream::generator, i * n + j);
  return a;
}

void expect_decomposes(const Matrix& a) {
  const SymmetricEigen found = symmetric_eigen(a);
  const double size = 1e-13 * (1.0 + view(a).norm());
  for (std::size_t k = 0; k < a.cols(); ++k) {
    const auto v = view(found.vectors.column(k));
    EXPECT_LT((view(a) * v - found.values[k] * v).norm(), size) << k;
    if (k > 0) {
      EXPECT_LE(std::abs(found.values[k]), std::abs(found.values[k - 1]));
    }
    for (std::size_t i = 0; i <= k; ++i)
      EXPECT_NEAR(v.dot(view(found.vectors.column(i))), i == k ? 1.0 : 0.0, 1e-13) << i << " and " << k;
  }
}

TEST(SymmetricEigen, VectorsAreOrthogonalAndStretchedByTheirValues) {
  for (const std::size_t n : {1U, 2U, 3U, 10U, 40U}) expect_decomposes(random_symmetric(n, n));
}

TEST(SymmetricEigen, OfRankOneAndOfNothing) {
  Matrix ones(5, 5, 1.0);
  expect_decomposes(ones);
  EXPECT_NEAR(symmetric_eigen(ones).values[0], 5.0, 1e-14);
  expect_decomposes(Matrix(4, 4));
}

TEST(SymmetricEigen, OfTinyAndHugeNumbers) {
  for (const double scale : {1e-100, 1e100}) {
    Matrix a = random_symmetric(6, 9);
    const std::vector<double> plain = symmetric_eigen(a).values;
    for (double& value : a.values()) value *= scale;
    const std::vector<double> scaled = symmetric_eigen(a).values;
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(scaled[k] / scale, plain[k], 1e-13);
  }
}

}  // namespace
}  // namespace direct::symmetric_eigen_test
