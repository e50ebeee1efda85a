// SPDX-License-Identifier: MIT
#include "laws/noise_terms.h"

#include <algorithm>
#include <cstddef>

#include "laws/term_list.h"

namespace direct {

NoiseTerms in_units_of(double scale, NoiseTerms noise) {
  for (double& variance : noise.variances) variance /= scale * scale;
  for (double& offset : noise.offsets) offset /= scale;
  return noise;
}

double least_variance(const NoiseTerms& noise) {
  return *std::min_element(noise.variances.begin(), noise.variances.end());
}

NoiseTerms without_negligible(const NoiseTerms& noise) {
  NoiseTerms kept;
  for (std::size_t l = 0; l < noise.variances.size(); ++l) {
    if (noise.probabilities[l] < negligible_probability) continue;
    kept.probabilities.push_back(noise.probabilities[l]);
    kept.variances.push_back(noise.variances[l]);
    kept.offsets.push_back(noise.offsets[l]);
  }
  return kept;
}

}  // namespace direct
