// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <cblas.h>
#include <algorithm>

#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

constexpr std::size_t tile = 256;

std::size_t num_tiles(std::size_t num_features) { return (num_features + tile - 1) / tile; }

// gram(rows of tile i, columns of tile j) += features(:, tile i)' features(:, tile j), for j <= i
void add_tile(const Matrix& features, std::size_t i, std::size_t j, Matrix& gram) {
  const std::size_t b = gram.rows();
  const std::size_t rows = std::min(tile, b - i * tile), cols = std::min(tile, b - j * tile);
  const int n = static_cast<int>(features.rows());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, static_cast<int>(rows), static_cast<int>(cols), n, 1.0,
              features.data() + i * tile * features.rows(), n, features.data() + j * tile * features.rows(), n, 1.0,
              gram.data() + i * tile + j * tile * b, static_cast<int>(b));
}

void mirror_lower_triangle(Matrix& gram) {
  parallel_for(num_tiles(gram.rows()), [&](std::size_t block) {
    const std::size_t last = std::min((block + 1) * tile, gram.cols());
    for (std::size_t j = block * tile; j < last; ++j)
      for (std::size_t i = 0; i < j; ++i) gram(i, j) = gram(j, i);
  });
}

}  // namespace

void MomentAccumulator::add(const Matrix& features, std::span<const double> targets) {
  use_single_threaded_blas();
  if (features.rows() == 0) return;
  const std::size_t tiles = num_tiles(sums_.num_features());
  parallel_for(tiles * tiles, [&](std::size_t index) {
    const std::size_t i = index % tiles, j = index / tiles;
    if (i >= j) add_tile(features, i, j, sums_.gram);
  });
  view(sums_.feature_target).noalias() += view(features).transpose() * view(targets);
  sums_.target_square += view(targets).squaredNorm();
  sums_.num_rows += static_cast<double>(features.rows());
}

// A row and its target times the root of the weight: their products are weighted, and the Gram matrix stays one.
void MomentAccumulator::add_weighted(Matrix& features, std::span<double> targets, std::span<const double> weights) {
  const Eigen::ArrayXd roots = view(weights).array().sqrt();
  view(features).array().colwise() *= roots;
  view(targets).array() *= roots;
  const double num_rows = sums_.num_rows + view(weights).sum();
  add(features, targets);
  sums_.num_rows = num_rows;
}

SecondMoments MomentAccumulator::finish() && {
  mirror_lower_triangle(sums_.gram);
  return std::move(sums_);
}

}  // namespace direct
