// SPDX-License-Identifier: MIT
// Cholesky factorisations of symmetric matrices, parallel over fixed tiles: the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

// Overwrites the lower triangle of `a` with its factor L, a = L L'; the strict upper triangle is left as it was.
// False when a pivot is not positive; `a` is then unspecified.
[[nodiscard]] bool factorise(Matrix& a);

// With the lower triangle of `l` as L: x <- L^-1 x, x <- L'^-1 x, and both. x is one column or a matrix of columns.
void solve_lower(const Matrix& l, std::span<double> x);
void solve_lower(const Matrix& l, Matrix& x);
void solve_lower_transposed(const Matrix& l, std::span<double> x);
void solve_factorised(const Matrix& l, std::span<double> x);

// log det(L L')
double log_determinant(const Matrix& l);

// Overwrites the lower triangle of the factor with that of (L L')^-1; its strict upper triangle becomes unspecified.
// The workspace takes any shape and keeps it, for callers who invert often.
void invert_factorised(Matrix& l);
void invert_factorised(Matrix& l, Matrix& workspace);

// The order of a diagonally pivoted Cholesky factorisation of `a` (lower triangle): the largest remaining pivot first.
// In single precision, which is enough for an order.
std::vector<std::size_t> pivot_order(const Matrix& a);

}  // namespace direct
