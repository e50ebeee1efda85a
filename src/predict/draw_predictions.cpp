// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "likelihoods/family.h"
#include "models/network/point_network.h"
#include "posterior/draws_shape.h"
#include "predict/features_of.h"

namespace direct {
namespace {

constexpr std::size_t draws_per_block = 256;  // whose weights are in memory as doubles, per thread

// What the features are multiplied by: the weights, or of a network the coefficients of its polynomial.
Matrix coefficients(const TrainedModel& model, const Draws& draws, std::size_t first, std::size_t count) {
  std::optional<PointNetwork> network;
  if (model.options.model == ModelKind::network) network.emplace(network_of(model));
  Matrix result(model.preparation.features.num_features(), count);
  for (std::size_t s = 0; s < count; ++s) {
    const std::vector<double> weights = weights_of(draws, first + s, model.prior);
    std::ranges::copy(network ? network->coefficients(weights) : weights, result.column(s).begin());
  }
  return result;
}

}  // namespace

Matrix draw_predictions(const TrainedModel& model, const Draws& draws, const Matrix& inputs,
                        std::span<const double> exposures) {
  check_shape(draws, model.prior.num_features(), num_levels(model.posterior, model.prior));
  if (!draws.fingerprint.empty() && draws.fingerprint != fingerprint(model.posterior, model.prior))
    throw Error(ErrorKind::model, "the draws are from another model; sample this one");
  Matrix predictions(inputs.rows(), draws.count());
  const Matrix features = features_of(model.preparation, inputs);
  if (predictions.size() == 0) return predictions;  // BLAS would complain on standard error
  use_single_threaded_blas();
  const Scaling& scaling = model.preparation.scaling;
  parallel_for((draws.count() - 1) / draws_per_block + 1, [&](std::size_t block) {
    const std::size_t first = block * draws_per_block, count = std::min(draws_per_block, draws.count() - first);
    const Matrix drawn = coefficients(model, draws, first, count);
    auto part = view(predictions).middleCols(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count));
    part.noalias() = view(features) * view(drawn);
    part.array() = scaling.target_mean + scaling.target_scale * part.array();
    for (double& value : predictions.values().subspan(first * inputs.rows(), count * inputs.rows()))
      value = model.preparation.schema.likelihood.family().mean(value);
    if (!exposures.empty()) part.array().colwise() *= view(exposures).array();
  });
  return predictions;
}

}  // namespace direct
