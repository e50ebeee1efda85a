// SPDX-License-Identifier: MIT
// Sums over the weights of all samples: of logarithms of their levels' probabilities, and the other way, of the
// samples' coefficients at each level. The same bits for any number of threads.
#pragma once

#include <span>
#include <vector>

#include <direct/entropy.h>

namespace direct {

// log prod_j table_c(w_j, j) of sample s under table c is element (c, s).
Matrix log_scores(const std::vector<const Matrix*>& log_tables, const StratifiedSamples& samples);

// Adds to gradients[i](k, j) the coefficients of all samples of component i whose weight j has level k.
void add_own_levels(const StratifiedSamples& samples, std::span<const double> coefficients,
                    std::vector<Matrix>& gradients);

// Adds to gradients[c](k, j) the coefficients (c, s) of all samples s, of any component, whose weight j has level k.
void add_levels(const StratifiedSamples& samples, const Matrix& coefficients, std::vector<Matrix>& gradients);

}  // namespace direct
