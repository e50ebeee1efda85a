// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/generalized.h>

#include <cmath>

#include <fmt/format.h>

#include "predict/features_of.h"
#include "predict/generalized/terms.h"
#include "predict/row_blocks.h"

namespace direct {
namespace {

void check_exposures(std::span<const double> exposures, std::size_t num_rows) {
  if (!exposures.empty() && exposures.size() != num_rows)
    throw Error(ErrorKind::usage, fmt::format("expected {} exposures, found {}", num_rows, exposures.size()));
  for (const double exposure : exposures)
    if (!(exposure > 0.0 && std::isfinite(exposure)))
      throw Error(ErrorKind::usage, fmt::format("exposure: expected a positive number, found {}", exposure));
}

}  // namespace

GeneralizedPredictor::GeneralizedPredictor(const TrainedModel& model)
    : terms_(std::make_unique<const GeneralizedTerms>(model)) {}

GeneralizedPredictor::~GeneralizedPredictor() = default;

void GeneralizedPredictor::for_each(const Matrix& inputs, std::span<const double> exposures, const Use& use) const {
  check_exposures(exposures, inputs.rows());
  const Preparation& preparation = terms_->posterior.model.preparation;
  const auto offset = [&](std::size_t row) {
    return preparation.scaling.target_mean + (exposures.empty() ? 0.0 : std::log(exposures[row]));
  };
  for_each_block(
      preparation.features, standardised_inputs(preparation, inputs), [&](std::size_t first, const Matrix& features) {
        const Matrix values = terms_->posterior.ensemble ? ensemble_products(*terms_->posterior.ensemble, features)
                                                         : point_mass_values(terms_->posterior, features);
        for (std::size_t i = 0; i < features.cols(); ++i)
          use(first + i, GeneralizedDistribution(std::make_shared<const GeneralizedDistribution::Law>(
                             generalized_law(*terms_, features.column(i), values.column(i), offset(first + i)))));
      });
}

}  // namespace direct
