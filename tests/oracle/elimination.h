// SPDX-License-Identifier: MIT
// Systems of linear equations by Gauss's elimination in long double: slow, short, and nothing like what is tested
// against it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <direct/matrix.h>

namespace direct::oracle {

using WideVector = std::vector<long double>;

struct WideMatrix {
  WideMatrix(std::size_t size, const std::function<long double(std::size_t, std::size_t)>& entry);

  long double& operator()(std::size_t i, std::size_t j) { return values[i * size + j]; }
  long double operator()(std::size_t i, std::size_t j) const { return values[i * size + j]; }

  std::size_t size;
  WideVector values;
};

// noise_precision F'F + diag(1 / variances)
WideMatrix precision_matrix(const Matrix& features, long double noise_precision, const std::vector<double>& variances);

struct Elimination {
  WideVector solution;
  long double log_determinant = 0.0L;  // of its magnitude
};
Elimination eliminate(WideMatrix a, WideVector right);  // a x = right

Matrix inverse(const WideMatrix& a);

}  // namespace direct::oracle
