// SPDX-License-Identifier: MIT
// A posterior as the laws of its predictions see it.
#pragma once

#include <direct/posterior.h>

#include "laws/link/linked_laws.h"
#include "laws/scaled_law.h"
#include "laws/weight_terms.h"

namespace direct {

WeightTerms weight_terms(const TrainedModel& model);

// None of other posteriors, and where the law is the mixture.
std::optional<EnsembleTerms> ensemble_terms(const TrainedModel& model);

// The levels of the noise that have a probability that is not negligible.
NoiseTerms noise_terms(const TrainedModel& model);

// Of Gaussian noise as predictions have it, standardised: of an ensemble one over the mean precision, else the mean
// variance.
double predicted_noise_variance(const TrainedModel& model);

DispersionLaw dispersion_law(const TrainedModel& model);

inline Units units_of(const Scaling& scaling) {
  return {.location = scaling.target_mean, .scale = scaling.target_scale};
}

}  // namespace direct
