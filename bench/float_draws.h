// SPDX-License-Identifier: MIT
// The draws of `--posterior draws` before they are rounded: what an ensemble of so many weight vectors in full
// precision would give.
#pragma once

#include <direct/predict.h>

#include <cmath>
#include <cstddef>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "fit/lattice.h"
#include "laws/gaussian_mixture.h"
#include "predict/features_of.h"
#include "predict/weight_terms.h"

namespace bench {

struct FloatDrawScores {
  double rmse = 0.0, nll = 0.0;
};

namespace detail {

// y is an equal mixture of Gaussians with the means phi'w, at each level of the noise.
inline direct::GaussianMixture mixture(const direct::Matrix& means, std::size_t row, const direct::NoiseTerms& noise) {
  direct::GaussianMixture result;
  const double share = 1.0 / static_cast<double>(means.cols());
  for (std::size_t k = 0; k < means.cols(); ++k)
    for (std::size_t l = 0; l < noise.variances.size(); ++l)
      result.parts.push_back({share * noise.probabilities[l], means(row, k), noise.variances[l]});
  return result;
}

}  // namespace detail

// With the noise, the number of draws and the seed of the model, which is one of `--posterior draws`.
inline FloatDrawScores float_draw_scores(const direct::TrainedModel& model, std::size_t count, std::uint64_t seed,
                                         const direct::Dataset& test) {
  using namespace direct;
  const OrderedCompanion companion =
      ordered_companion(second_moments(*model.statistics), model.prior, noise_precision(model.posterior, model.noise));
  const Matrix draws = companion_draws(companion, count, seed);
  const NoiseTerms noise = noise_terms(model);
  const Scaling& scaling = model.preparation.scaling;
  double squares = 0.0, log_densities = 0.0, num_rows = 0.0;
  RowReader reader(test, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    const Matrix features = features_of(model.preparation, rows.inputs);
    Matrix means(features.rows(), count);
    view(means) = view(features) * view(draws);
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      const double y = (rows.targets[i] - scaling.target_mean) / scaling.target_scale;
      const double error = y - view(means).row(static_cast<long>(i)).mean();
      squares += error * error;
      log_densities += log_density(detail::mixture(means, i, noise), y);
      num_rows += 1.0;
    }
  }
  return {.rmse = scaling.target_scale * std::sqrt(squares / num_rows),
          .nll = std::log(scaling.target_scale) - log_densities / num_rows};
}

}  // namespace bench
