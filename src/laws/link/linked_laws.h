// SPDX-License-Identifier: MIT
// Laws through a link: classes, counts and positive numbers whose mean is a function of eta. Probabilities are exact to
// about 1e-10 of themselves, also far out in the tails (docs/mathematics.md, "Predicting beyond Gaussian noise").
#pragma once

#include <memory>
#include <vector>

#include "laws/law.h"
#include "laws/link/eta_law.h"

namespace direct {

// What is known of a dispersion.
struct DispersionLaw {
  struct Level {
    double value, probability, log_probability;
  };
  std::vector<Level> levels;  // the most probable first
  double mean = 1.0;
};

// y is 0, or 1 with the probability 1 / (1 + exp(-eta)).
std::unique_ptr<const Law> class_law(EtaLaw eta);

// Poisson, of mean exp(eta).
std::unique_ptr<const Law> count_law(EtaLaw eta);

// Gamma, of mean exp(eta) and variance dispersion * mean^2.
std::unique_ptr<const Law> positive_law(EtaLaw eta, DispersionLaw dispersion);

}  // namespace direct
