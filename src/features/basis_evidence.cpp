// SPDX-License-Identifier: MIT
#include "features/basis_evidence.h"

#include <algorithm>
#include <cmath>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {

std::vector<RowChunk> row_chunks(std::size_t num_rows) {
  constexpr std::size_t fewest_rows = 256, most_chunks = 16;
  const std::size_t count = std::clamp<std::size_t>(num_rows / fewest_rows, 1, most_chunks);
  std::vector<RowChunk> chunks;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t first = k * num_rows / count;
    chunks.push_back({first, (k + 1) * num_rows / count - first});
  }
  return chunks;
}

BasisEvidence::BasisEvidence(std::vector<double> targets, std::size_t num_features, bool is_noise_known)
    : targets_(std::move(targets)),
      num_features_(num_features),
      is_noise_known_(is_noise_known),
      chunks_(row_chunks(targets_.size())),
      features_(chunks_.size()),
      chunk_grams_(chunks_.size(), Matrix(num_features, num_features)),
      gram_(num_features, num_features),
      target_square_(view(targets_).squaredNorm()) {
  use_single_threaded_blas();
  for (std::size_t k = 0; k < chunks_.size(); ++k) features_[k].resize(chunks_[k].count, num_features);
}

void BasisEvidence::sum_moments() {
  std::vector<Eigen::VectorXd> products(chunks_.size());
  parallel_for(chunks_.size(), [&](std::size_t k) {
    const auto features = view(std::as_const(features_[k]));
    auto gram = view(chunk_grams_[k]);
    gram.setZero();
    gram.selfadjointView<Eigen::Lower>().rankUpdate(features.transpose());
    products[k] =
        features.transpose() * view(std::span<const double>(targets_).subspan(chunks_[k].first, chunks_[k].count));
  });
  gram_ = chunk_grams_.front();
  feature_target_.assign(products.front().begin(), products.front().end());
  for (std::size_t k = 1; k < chunks_.size(); ++k) {
    view(gram_) += view(chunk_grams_[k]);
    view(feature_target_) += products[k];
  }
}

std::optional<double> BasisEvidence::value(double log_lambda) {
  constexpr double least_share = 1e-12;  // of the targets' square, which rounding leaves
  sum_moments();
  lambda_ = std::exp(log_lambda);
  inverse_ = gram_;
  view(inverse_).diagonal().array() += lambda_;
  if (!factorise(inverse_)) return std::nullopt;
  mean_ = feature_target_;
  solve_factorised(inverse_, mean_);
  const double n = static_cast<double>(num_rows()), b = static_cast<double>(num_features_);
  const double rest = std::max(target_square_ - view(feature_target_).dot(view(mean_)), least_share * target_square_);
  noise_ = is_noise_known_ ? 1.0 : rest / n;
  const double fit = is_noise_known_ ? 0.5 * rest : 0.5 * n * std::log(rest / n);
  return fit + 0.5 * log_determinant(inverse_) - 0.5 * b * log_lambda;
}

void BasisEvidence::invert() {
  invert_factorised(inverse_, workspace_);
  auto inverse = view(inverse_);
  inverse.triangularView<Eigen::StrictlyUpper>() = inverse.transpose();
}

void BasisEvidence::derivative(std::size_t chunk, Matrix& by_features) const {
  const auto features = view(features_[chunk]);
  const auto mean = view(mean_);
  const auto targets = view(std::span<const double>(targets_).subspan(chunks_[chunk].first, chunks_[chunk].count));
  const Eigen::VectorXd errors = (targets - features * mean) / noise_;
  by_features.resize(chunks_[chunk].count, num_features_);
  view(by_features).noalias() = features * view(inverse_);
  view(by_features).noalias() -= errors * mean.transpose();
}

double BasisEvidence::derivative_by_log_lambda() const {
  const double b = static_cast<double>(num_features_);
  return 0.5 * (lambda_ * (view(inverse_).trace() + view(mean_).squaredNorm() / noise_) - b);
}

}  // namespace direct
