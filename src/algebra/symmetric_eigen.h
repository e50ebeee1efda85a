// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <direct/matrix.h>

namespace direct {

struct SymmetricEigen {
  std::vector<double> values;  // from the largest magnitude to the smallest
  Matrix vectors;              // a column of length 1 for each
};

// By Jacobi's rotations: for small matrices, whose eigenvectors come out orthogonal to the last digits.
SymmetricEigen symmetric_eigen(Matrix a);

}  // namespace direct
