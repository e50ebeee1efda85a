// SPDX-License-Identifier: MIT
// What a reader wants to know of a model, in units of the target.
#pragma once

#include <vector>

#include <direct/evaluate.h>
#include <direct/fit.h>
#include <direct/posterior.h>

namespace direct {

// "4 bits (15 levels), which cost 0.003 nats per row on unseen rows"
std::string levels_text(const LevelsReport& levels);

// "+0.0003 nats per row, rmse x 1.0004 (each of 1000 pilot rows predicted from the others)"
std::string feature_cost_text(const FeatureCost& cost);

// An error with codes over the error without; 1 where there is no error to compare with, as of a constant target.
double rmse_ratio(double with_codes, double without);

// The grid of the weights, or those that differ from weight to weight.
bool shares_levels(const TrainedModel& model);
std::vector<double> levels_of(const TrainedModel& model, std::size_t weight);
struct LevelRange {
  double lowest = 0.0, highest = 0.0;
};
LevelRange level_range(const TrainedModel& model);  // over all weights

std::vector<double> noise_variances(const TrainedModel& model);  // the grid, in squared units of the target
std::vector<double> noise_probabilities(const TrainedModel& model);

double pilot_noise(const Preparation& preparation);  // a variance, in squared units of the target

// Of the hyperparameters' protocol, not of the posterior.
double noise_hyperparameter(const TrainedModel& model);  // a variance, in squared units of the target
double prior_scale(const TrainedModel& model);           // for the standardised target

std::string network_text(const TrainedModel& model);  // "network 4-8-1 of 49 weights"

// Of a mixture prior, else empty: the standard deviations of its components for the standardised target, their
// probabilities, and what the posterior makes of these.
struct PriorScales {
  std::vector<double> scales, probabilities, responsibilities;
};
PriorScales prior_scales(const TrainedModel& model);

// The exact draws whose rounding had this fate, and the largest distortion of any.
std::size_t count(const std::vector<DrawReport>& draws, DrawFate fate);
double largest_distortion(const std::vector<DrawReport>& draws);

}  // namespace direct
