// SPDX-License-Identifier: MIT
// Options of a fit as words in files: those of the command line.
#pragma once

#include <nlohmann/json.hpp>

#include <direct/fit_options.h>

namespace direct {

NLOHMANN_JSON_SERIALIZE_ENUM(PriorKind, {{PriorKind::gaussian, "gaussian"},
                                         {PriorKind::uniform, "uniform"},
                                         {PriorKind::laplace, "laplace"},
                                         {PriorKind::spike_slab, "spike-slab"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Hyperparameters, {{Hyperparameters::metric, "metric"},
                                               {Hyperparameters::evidence, "evidence"},
                                               {Hyperparameters::pilot, "pilot"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Optimizer, {{Optimizer::automatic, "auto"},
                                         {Optimizer::best, "best"},
                                         {Optimizer::ascent, "ascent"},
                                         {Optimizer::lbfgs, "lbfgs"},
                                         {Optimizer::adam, "adam"}})
NLOHMANN_JSON_SERIALIZE_ENUM(ModelKind, {{ModelKind::linear, "linear"}, {ModelKind::network, "network"}})
NLOHMANN_JSON_SERIALIZE_ENUM(LogisticBound, {{LogisticBound::taylor, "taylor"},
                                             {LogisticBound::tilted, "tilted"},
                                             {LogisticBound::quadratic, "quadratic"}})
NLOHMANN_JSON_SERIALIZE_ENUM(PosteriorKind, {{PosteriorKind::mean_field, "mean-field"},
                                             {PosteriorKind::mixture, "mixture"},
                                             {PosteriorKind::draws, "draws"}})
NLOHMANN_JSON_SERIALIZE_ENUM(EnsembleLaw, {{EnsembleLaw::t, "t"}, {EnsembleLaw::mixture, "mixture"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Entropy, {{Entropy::exact, "exact"},
                                       {Entropy::taylor, "taylor"},
                                       {Entropy::pairwise, "pairwise"},
                                       {Entropy::sampled, "sampled"}})
NLOHMANN_JSON_SERIALIZE_ENUM(PriorBound, {{PriorBound::jensen, "jensen"},
                                          {PriorBound::responsibility, "responsibility"},
                                          {PriorBound::sampled, "sampled"}})

}  // namespace direct
