// SPDX-License-Identifier: MIT
#include "algebra/symmetric_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace direct {
namespace {

double off_diagonal_square(const Matrix& a) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.cols(); ++j)
    for (std::size_t i = 0; i < j; ++i) sum += a(i, j) * a(i, j);
  return sum;
}

void rotate_columns(Matrix& m, std::size_t p, std::size_t q, double cosine, double sine) {
  for (std::size_t i = 0; i < m.rows(); ++i) {
    const double at_p = m(i, p), at_q = m(i, q);
    m(i, p) = cosine * at_p - sine * at_q;
    m(i, q) = sine * at_p + cosine * at_q;
  }
}

void rotate_rows(Matrix& m, std::size_t p, std::size_t q, double cosine, double sine) {
  for (std::size_t j = 0; j < m.cols(); ++j) {
    const double at_p = m(p, j), at_q = m(q, j);
    m(p, j) = cosine * at_p - sine * at_q;
    m(q, j) = sine * at_p + cosine * at_q;
  }
}

// The rotation by less than 45 degrees that makes a(p, q) zero.
void annihilate(Matrix& a, Matrix& vectors, std::size_t p, std::size_t q) {
  if (a(p, q) == 0.0) return;
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double tangent = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0));
  const double cosine = 1.0 / std::hypot(tangent, 1.0), sine = tangent * cosine;
  rotate_columns(a, p, q, cosine, sine);
  rotate_rows(a, p, q, cosine, sine);
  a(p, q) = a(q, p) = 0.0;
  rotate_columns(vectors, p, q, cosine, sine);
}

}  // namespace

SymmetricEigen symmetric_eigen(Matrix a) {
  constexpr int most_sweeps = 50;
  const std::size_t n = a.rows();
  Matrix vectors(n, n);
  for (std::size_t i = 0; i < n; ++i) vectors(i, i) = 1.0;
  double previous = HUGE_VAL;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const double left = off_diagonal_square(a);
    if (!(left > 0.0) || !(left < previous)) break;
    previous = left;
    for (std::size_t q = 1; q < n; ++q)
      for (std::size_t p = 0; p < q; ++p) annihilate(a, vectors, p, q);
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return std::abs(a(i, i)); });
  SymmetricEigen result{.values = std::vector<double>(n), .vectors = Matrix(n, n)};
  for (std::size_t k = 0; k < n; ++k) {
    result.values[k] = a(order[k], order[k]);
    std::ranges::copy(vectors.column(order[k]), result.vectors.column(k).begin());
  }
  return result;
}

}  // namespace direct
