// SPDX-License-Identifier: MIT
#include <direct/predict.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <direct/error.h>

#include "data/row_pass.h"
#include "laws/sum_law.h"
#include "laws/tilted_density.h"
#include "likelihoods/family.h"
#include "predict/features_of.h"
#include "predict/network/network_law.h"
#include "predict/row_blocks.h"
#include "predict/weight_terms.h"

namespace direct {

// What a predictor keeps of its model.
struct PredictorState {
  Preparation preparation;  // without pilot rows
  Units units;
  WeightTerms weights;
  DispersionLaw dispersion;  // beyond Gaussian noise
  std::optional<NetworkTerms> network;

  const Likelihood& likelihood() const { return preparation.schema.likelihood; }
};

namespace {

using State = std::shared_ptr<const PredictorState>;

Preparation without_pilot_rows(const Preparation& preparation) {
  return {.schema = preparation.schema, .scaling = preparation.scaling, .features = preparation.features};
}

void check_exposures(std::span<const double> exposures, std::size_t num_rows) {
  if (!exposures.empty() && exposures.size() != num_rows)
    throw Error(ErrorKind::usage, fmt::format("expected {} exposures, found {}", num_rows, exposures.size()));
  for (const double exposure : exposures)
    if (!(exposure > 0.0 && std::isfinite(exposure)))
      throw Error(ErrorKind::usage, fmt::format("exposure: expected a positive number, found {}", exposure));
}

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values(matrix.cols());
  for (std::size_t j = 0; j < values.size(); ++j) values[j] = matrix(row, j);
  return values;
}

// phi'w of an ensemble's weights, or of the point masses, for a block of rows whose features are columns.
Matrix products_of(const WeightTerms& weights, const Matrix& features) {
  return weights.ensemble ? ensemble_products(*weights.ensemble, features) : point_mass_values(weights, features);
}

// The features of a row again: a law is asked for its tail so rarely that keeping them would only take memory.
std::function<LogDensity(double)> tail_of(const State& state, std::vector<double> inputs) {
  return [&state = *state, inputs = std::move(inputs)](double x) {
    Matrix row(1, inputs.size()), features;
    std::copy(inputs.begin(), inputs.end(), row.data());
    evaluate_rows(state.preparation.features, row, 0, 1, features);
    return tilted_log_density(state.weights, features.column(0), x);
  };
}

ScaledLawParts gaussian_law(const State& state, const Matrix& standardised, std::size_t row,
                            std::span<const double> features, std::span<const double> products) {
  if (state->weights.ensemble) return ensemble_law(*state->weights.ensemble, state->units, products);
  ScaledLawParts law = sum_law(state->weights, state->units, features);
  if (!state->weights.log_probabilities.empty()) law.tail = tail_of(state, row_of(standardised, row));
  return law;
}

std::unique_ptr<const Law> linked_law(const PredictorState& state, std::span<const double> features,
                                      std::span<const double> products, double exposure) {
  const double offset = state.preparation.scaling.target_mean + std::log(exposure);
  EtaLaw eta = state.weights.ensemble ? eta_of_ensemble(*state.weights.ensemble, products, offset)
                                      : eta_of_components(state.weights, features, products, offset);
  return state.likelihood().family().law(std::move(eta), state.dispersion);
}

// Mean and variance of phi'w alone, which take a fraction of the time of a law.
TermMoments moments_at(const WeightTerms& weights, std::span<const double> features, std::span<const double> products) {
  if (!weights.ensemble) return mean_and_variance(weights, features, products);
  const EnsembleMoments moments = ensemble_moments(products);
  return {.mean = moments.location, .variance = moments.variance};
}

}  // namespace

Predictor::Predictor(const TrainedModel& model) {
  PredictorState state{.preparation = without_pilot_rows(model.preparation),
                       .units = units_of(model.preparation.scaling),
                       .weights = weight_terms(model),
                       .dispersion = dispersion_law(model)};
  if (model.options.model == ModelKind::network) state.network.emplace(model);
  state_ = std::make_shared<const PredictorState>(std::move(state));
}

void Predictor::for_each(const Matrix& inputs, std::span<const double> exposures, const Use& use) const {
  check_exposures(exposures, inputs.rows());
  const Matrix standardised = standardised_inputs(state_->preparation, inputs);
  const auto use_law = [&](std::size_t row, auto law) { use(row, Distribution(std::move(law), state_)); };
  if (state_->network)
    return parallel_for(inputs.rows(), [&](std::size_t row) {
      use_law(row, std::make_shared<const ScaledLaw>(
                       network_law(state_->weights, state_->units, *state_->network, row_of(standardised, row))));
    });
  const bool is_gaussian = state_->likelihood()->is_gaussian;
  for_each_block(state_->preparation.features, standardised, [&](std::size_t first, const Matrix& features) {
    const Matrix products = products_of(state_->weights, features);
    for (std::size_t i = 0; i < features.cols(); ++i) {
      const std::size_t row = first + i;
      if (is_gaussian)
        use_law(row, std::make_shared<const ScaledLaw>(
                         gaussian_law(state_, standardised, row, features.column(i), products.column(i))));
      else
        use_law(row, std::shared_ptr<const Law>(linked_law(*state_, features.column(i), products.column(i),
                                                           exposures.empty() ? 1.0 : exposures[row])));
    }
  });
}

std::vector<Prediction> Predictor::operator()(const Matrix& inputs, std::span<const double> exposures) const {
  std::vector<Prediction> result(inputs.rows());
  if (!state_->likelihood()->is_gaussian) {
    for_each(inputs, exposures, [&](std::size_t row, const Distribution& of) { result[row] = of.prediction(); });
    return result;
  }
  check_exposures(exposures, inputs.rows());
  const Matrix standardised = standardised_inputs(state_->preparation, inputs);
  const WeightTerms& weights = state_->weights;
  const auto set = [&](std::size_t row, const TermMoments& moments) {
    result[row] = in_target_units(state_->units, moments.mean, moments.variance, weights.noise_mean);
  };
  if (state_->network)
    parallel_for(inputs.rows(), [&](std::size_t row) {
      set(row, mixture_moments(weights, output_moments(*state_->network, row_of(standardised, row))));
    });
  else
    for_each_block(state_->preparation.features, standardised, [&](std::size_t first, const Matrix& features) {
      const Matrix products = products_of(weights, features);
      for (std::size_t i = 0; i < features.cols(); ++i)
        set(first + i, moments_at(weights, features.column(i), products.column(i)));
    });
  return result;
}

std::vector<Prediction> Predictor::operator()(const Table& rows) const {
  std::vector<Prediction> result;
  const auto use = [&](Rows& block) {
    const std::vector<Prediction> predictions = (*this)(block.inputs, block.exposures);
    result.insert(result.end(), predictions.begin(), predictions.end());
  };
  for_each_block(rows, state_->preparation.schema, RowReader::Targets::ignored, {}, use);
  return result;
}

Distribution Predictor::distribution(const Matrix& inputs, std::size_t row, double exposure) const {
  if (row >= inputs.rows())
    throw Error(ErrorKind::usage, fmt::format("expected a row below {}, found {}", inputs.rows(), row));
  Matrix only(1, inputs.cols());
  std::ranges::copy(row_of(inputs, row), only.data());
  std::optional<Distribution> result;
  for_each(only, std::vector<double>{exposure}, [&](std::size_t, const Distribution& found) { result = found; });
  return *result;
}

}  // namespace direct
