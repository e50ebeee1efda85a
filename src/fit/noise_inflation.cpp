// SPDX-License-Identifier: MIT
#include "fit/noise_inflation.h"

#include <algorithm>

namespace direct {

FittedPosterior fit_inflating_noise(FittedPosterior first, Variances& variances, const NoiseInflation& inflation) {
  FittedPosterior best = first, last = std::move(first);
  Variances tried = variances;
  for (int move = 0; move < inflation.max_moves; ++move) {
    tried.noise = inflation.noise(last);
    if (holds(last.noise, tried.noise)) break;
    last = inflation.fit(tried);
    if (inflation.keeps_highest_elbo && !(last.fit.report.elbo > best.fit.report.elbo)) continue;
    best = last;
    variances = tried;
  }
  return best;
}

bool holds(const NoisePrior& noise, double variance) {
  return variance >= noise.variances.front() && variance <= noise.variances.back();
}

double raised_noise(const SecondMoments& statistics, const FittedPosterior& fitted) {
  return std::max(fitted.noise.variances.front(), unexplained_variance(statistics, fitted));
}

}  // namespace direct
