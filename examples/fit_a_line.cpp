// SPDX-License-Identifier: MIT
// The whole path in memory: rows -> statistics -> posterior over a few levels -> prediction with its uncertainty.
#include <cmath>
#include <cstdio>
#include <vector>

#include <direct/direct.h>

int main() {
  // y = 1 + 2 x and a disturbance, with features 1 and x.
  constexpr std::size_t num_rows = 200;
  direct::Matrix features(num_rows, 2, 1.0);
  std::vector<double> targets(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double x = static_cast<double>(i) / num_rows;
    features(i, 1) = x;
    targets[i] = 1 + 2 * x + 0.1 * std::sin(static_cast<double>(7 * i));
  }

  // After this the rows are not needed any more.
  direct::MomentAccumulator accumulator(2);
  accumulator.add(features, targets);
  const direct::SecondMoments statistics = std::move(accumulator).finish();

  // Weights on 15 levels from -3 to 3; the variance of the noise on a grid of its own.
  const auto levels = direct::linear_grid(-3, 3, 15);
  const auto prior = direct::make_prior(direct::PriorKind::gaussian, levels, 1.0, 2);
  const auto noise = direct::make_noise_prior(direct::logarithmic_grid(1e-3, 1.0, 15));
  const auto [posterior, report] = direct::fit_posterior(statistics, prior, noise, {.threads = 1});

  const auto [means, variances] = direct::weight_moments(posterior, prior);
  const double x = 0.5;
  const double mean = means[0] + means[1] * x;
  const double variance = variances[0] + variances[1] * x * x + direct::noise_variance(posterior, noise);
  std::printf("elbo %.3f, %s\n", report.elbo, report.stop_reason.c_str());
  std::printf("y at x = 0.5: %.3f +- %.3f\n", mean, std::sqrt(variance));
  return report.converged && std::abs(mean - 2.0) < 0.2 ? 0 : 1;
}
