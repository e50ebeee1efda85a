// SPDX-License-Identifier: MIT
#include "algebra/cholesky.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>

#include "algebra/parallel.h"

extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dtrtri_(const char* uplo, const char* diag, const int* n, double* a, const int* lda, int* info);
void spstrf_(const char* uplo, const int* n, float* a, const int* lda, int* piv, int* rank, const float* tol,
             float* work, int* info);
}

namespace direct {
namespace {

constexpr std::size_t tile = 192;
constexpr std::size_t inverse_tile = 64;  // smaller, since the tiles on the diagonal waste half of their work

int as_int(std::size_t value) { return static_cast<int>(value); }

// The row and column of a lower triangle's elements, counted row by row.
std::pair<std::size_t, std::size_t> lower_triangle_position(std::size_t index) {
  std::size_t row = 0;
  while (index > row) index -= ++row;
  return {row, index};
}

// One column of tiles after another; within it every tile is independent.
class TiledFactorisation {
 public:
  explicit TiledFactorisation(Matrix& a) : a_(a), n_(a.rows()), stride_(as_int(a.rows())) {}

  bool run() {
    for (std::size_t k = 0; k < num_tiles(); ++k) {
      if (!factorise_diagonal(k)) return false;
      const std::size_t below = num_tiles() - k - 1;
      parallel_for(below, [&](std::size_t i) { solve_tile(k + 1 + i, k); });
      parallel_for(below * (below + 1) / 2, [&](std::size_t index) { update_tile(k, index); });
    }
    return true;
  }

 private:
  std::size_t num_tiles() const { return (n_ + tile - 1) / tile; }
  std::size_t extent(std::size_t i) const { return std::min(tile, n_ - i * tile); }
  double* at(std::size_t i, std::size_t j) { return a_.data() + i * tile + j * tile * n_; }

  bool factorise_diagonal(std::size_t k) {
    const int n = as_int(extent(k));
    int info = 0;
    dpotrf_("L", &n, at(k, k), &stride_, &info);
    return info == 0 && has_positive_diagonal(k);
  }

  // OpenBLAS lets NaN pass.
  bool has_positive_diagonal(std::size_t k) const {
    for (std::size_t i = k * tile; i < k * tile + extent(k); ++i)
      if (!(a_(i, i) > 0.0)) return false;
    return true;
  }

  void solve_tile(std::size_t i, std::size_t k) {
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, as_int(extent(i)), as_int(extent(k)),
                1.0, at(k, k), stride_, at(i, k), stride_);
  }

  void update_tile(std::size_t k, std::size_t index) {
    const auto [row, column] = lower_triangle_position(index);
    const std::size_t i = k + 1 + row, j = k + 1 + column;
    if (i == j) {
      cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, as_int(extent(i)), as_int(extent(k)), -1.0, at(i, k),
                  stride_, 1.0, at(i, i), stride_);
    } else {
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, as_int(extent(i)), as_int(extent(j)), as_int(extent(k)),
                  -1.0, at(i, k), stride_, at(j, k), stride_, 1.0, at(i, j), stride_);
    }
  }

  Matrix& a_;
  std::size_t n_;
  int stride_;
};

// First M = L^-1, one column of tiles at a time, then the lower triangle of M'M, one row of tiles at a time.
class TiledInverse {
 public:
  TiledInverse(Matrix& l, Matrix& m) : l_(l), m_(m), n_(l.rows()), stride_(as_int(l.rows())) {}

  void run() {
    m_.resize(n_, n_);
    const std::size_t tiles = (n_ + inverse_tile - 1) / inverse_tile;
    parallel_for(tiles, [&](std::size_t k) { invert_diagonal(k * inverse_tile); });
    parallel_for(tiles, [&](std::size_t k) { invert_column(k * inverse_tile); });
    parallel_for(tiles, [&](std::size_t k) { multiply_row(k * inverse_tile); });
  }

 private:
  std::size_t extent(std::size_t i) const { return std::min(inverse_tile, n_ - i); }
  double* at(Matrix& a, std::size_t i, std::size_t j) const { return a.data() + i + j * n_; }

  // Its upper triangle is written too: multiply_row reads whole tiles.
  void invert_diagonal(std::size_t i) {
    const int n = as_int(extent(i));
    for (std::size_t j = i; j < i + extent(i); ++j) {
      std::fill(at(m_, i, j), at(m_, j, j), 0.0);
      std::copy(at(l_, j, j), at(l_, i + extent(i), j), at(m_, j, j));
    }
    int info = 0;
    dtrtri_("L", "N", &n, at(m_, i, i), &stride_, &info);
  }

  // M_ij = -M_ii (L_ij M_jj + ... + L_i,i-1 M_i-1,j) for the tiles i below the diagonal.
  void invert_column(std::size_t j) {
    const int columns = as_int(extent(j));
    for (std::size_t i = j + inverse_tile; i < n_; i += inverse_tile) {
      const int rows = as_int(extent(i));
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, as_int(i - j), -1.0, at(l_, i, j), stride_,
                  at(m_, j, j), stride_, 0.0, at(m_, i, j), stride_);
      cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, rows, columns, 1.0, at(m_, i, i),
                  stride_, at(m_, i, j), stride_);
    }
  }

  void multiply_row(std::size_t i) {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, as_int(extent(i)), as_int(i + extent(i)), as_int(n_ - i), 1.0,
                at(m_, i, i), stride_, at(m_, i, 0), stride_, 0.0, at(l_, i, 0), stride_);
  }

  Matrix& l_;
  Matrix& m_;
  std::size_t n_;
  int stride_;
};

void solve(const Matrix& l, CBLAS_TRANSPOSE transpose, std::span<double> x) {
  cblas_dtrsv(CblasColMajor, CblasLower, transpose, CblasNonUnit, as_int(l.rows()), l.data(), as_int(l.rows()),
              x.data(), 1);
}

}  // namespace

bool factorise(Matrix& a) { return TiledFactorisation(a).run(); }

void solve_lower(const Matrix& l, std::span<double> x) { solve(l, CblasNoTrans, x); }

void solve_lower_transposed(const Matrix& l, std::span<double> x) { solve(l, CblasTrans, x); }

void solve_factorised(const Matrix& l, std::span<double> x) {
  solve_lower(l, x);
  solve_lower_transposed(l, x);
}

void solve_lower(const Matrix& l, Matrix& x) {
  constexpr std::size_t columns = 64;
  parallel_for((x.cols() + columns - 1) / columns, [&](std::size_t block) {
    const std::size_t first = block * columns;
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, as_int(l.rows()),
                as_int(std::min(columns, x.cols() - first)), 1.0, l.data(), as_int(l.rows()),
                x.data() + first * x.rows(), as_int(x.rows()));
  });
}

double log_determinant(const Matrix& l) {
  double sum = 0.0;
  for (std::size_t i = 0; i < l.rows(); ++i) sum += std::log(l(i, i));
  return 2.0 * sum;
}

void invert_factorised(Matrix& l) {
  Matrix workspace;
  invert_factorised(l, workspace);
}

void invert_factorised(Matrix& l, Matrix& workspace) { TiledInverse(l, workspace).run(); }

std::vector<std::size_t> pivot_order(const Matrix& a) {
  const int n = as_int(a.rows());
  const float positive = 0.0F;
  std::vector<float> single(a.values().begin(), a.values().end()), work(2 * a.rows());
  std::vector<int> pivots(a.rows());
  int rank = 0, info = 0;
  spstrf_("L", &n, single.data(), &n, pivots.data(), &rank, &positive, work.data(), &info);
  std::vector<std::size_t> order(a.rows());
  std::transform(pivots.begin(), pivots.end(), order.begin(), [](int p) { return static_cast<std::size_t>(p - 1); });
  return order;
}

}  // namespace direct
