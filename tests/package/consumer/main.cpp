// SPDX-License-Identifier: MIT
// Fits y = 2 x, with a little noise, through the public API alone.
#include <cmath>
#include <cstdio>

#include <direct/direct.h>

#ifdef EIGEN_USE_BLAS
#error "a private definition of the library reached its consumer"
#endif

int main() {
  direct::MomentAccumulator accumulator(1);
  direct::Matrix features(20, 1);
  std::vector<double> targets(20);
  for (std::size_t i = 0; i < 20; ++i) {
    features(i, 0) = static_cast<double>(i) / 10 - 0.95;
    targets[i] = 2 * features(i, 0) + (i % 2 == 0 ? 0.01 : -0.01);
  }
  accumulator.add(features, targets);
  const direct::SecondMoments statistics = std::move(accumulator).finish();

  const auto prior =
      direct::make_prior(direct::PriorKind::gaussian, direct::linear_grid(-3, 3, 13), 1.0, statistics.num_features());
  const auto noise = direct::make_noise_prior({1e-4, 1e-2, 1.0});
  const auto [posterior, report] = direct::fit_posterior(statistics, prior, noise, {.threads = 1});
  const double weight = direct::weight_moments(posterior, prior).means[0];
  std::printf("weight %.3f, elbo %.3f, %s\n", weight, report.elbo, report.stop_reason.c_str());
  return report.converged && std::fabs(weight - 2) < 1e-6 ? 0 : 1;
}
