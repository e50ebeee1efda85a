// SPDX-License-Identifier: MIT
#include "oracle/elimination.h"

#include <cmath>
#include <utility>

namespace direct::oracle {

WideMatrix::WideMatrix(std::size_t of_size, const std::function<long double(std::size_t, std::size_t)>& entry)
    : size(of_size), values(of_size * of_size) {
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) (*this)(i, j) = entry(i, j);
}

WideMatrix precision_matrix(const Matrix& features, long double noise_precision, const std::vector<double>& variances) {
  return WideMatrix(features.cols(), [&](std::size_t i, std::size_t j) {
    const auto a = features.column(i), b = features.column(j);
    long double sum = 0.0L;
    for (std::size_t row = 0; row < a.size(); ++row) sum += static_cast<long double>(a[row]) * b[row];
    return noise_precision * sum + (i == j ? 1.0L / variances[i] : 0.0L);
  });
}

Elimination eliminate(WideMatrix a, WideVector right) {
  const std::size_t n = a.size;
  Elimination result{.solution = WideVector(n)};
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
    std::swap(right[k], right[pivot]);
    result.log_determinant += std::log(std::abs(a(k, k)));
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    long double sum = right[k];
    for (std::size_t j = k + 1; j < n; ++j) sum -= a(k, j) * result.solution[j];
    result.solution[k] = sum / a(k, k);
  }
  return result;
}

Matrix inverse(const WideMatrix& a) {
  Matrix result(a.size, a.size);
  for (std::size_t j = 0; j < a.size; ++j) {
    WideVector unit(a.size);
    unit[j] = 1.0L;
    const WideVector column = eliminate(a, unit).solution;
    for (std::size_t i = 0; i < a.size; ++i) result(i, j) = static_cast<double>(column[i]);
  }
  return result;
}

}  // namespace direct::oracle
