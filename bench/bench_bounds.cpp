// SPDX-License-Identifier: MIT
// How loose are the bounds of the logistic likelihood? The figure of the paper's supplement as numbers: each bound of
// log sigmoid(z) minus its exact expectation, for z certain and for z uncertain, from -10 to 10. z = w_1 + ... + w_b
// with weights of 15 levels, whose distributions are Gaussian on their grids; the exact value is a convolution of them.
#include <fmt/format.h>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <direct/model.h>

#include "algebra/categorical.h"
#include "algebra/sigmoid.h"
#include "likelihoods/family.h"
#include "models/weight_law.h"

namespace direct {
namespace {

constexpr std::size_t num_levels = 15, num_weights = 20;

// Every weight has the levels -7 ... 7 times `step`: sums of them lie on a grid, and their distribution is a product of
// polynomials.
std::vector<double> convolution(const std::vector<double>& one, std::size_t times) {
  std::vector<double> result = {1.0};
  for (std::size_t t = 0; t < times; ++t) {
    std::vector<double> longer(result.size() + one.size() - 1);
    for (std::size_t i = 0; i < result.size(); ++i)
      for (std::size_t k = 0; k < one.size(); ++k) longer[i + k] += result[i] * one[k];
    result = std::move(longer);
  }
  return result;
}

struct Gaps {
  double taylor = 0.0, tilted = 0.0, quadratic = 0.0;
};

// `deviation` of z, whose mean is `centre`.
Gaps gaps_at(double centre, double deviation) {
  const double step = deviation > 0.0 ? deviation / std::sqrt(static_cast<double>(num_weights)) / 2.0 : 1.0;
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-7.0 * step, 7.0 * step, num_levels),
                                       deviation > 0.0 ? 4.0 * step * step : 1e-12, num_weights);
  const WeightLaw law = weight_law(prior, prior.log_prior);
  const Matrix features(1, num_weights, 1.0);
  const std::vector<double> target = {1.0}, weight = {1.0}, offset = {centre};
  const auto bound = [&](LogisticBound which) {
    UnitSums sums;
    Likelihood("bernoulli").family().add_expectation(which, {features, target, weight, offset}, law, sums);
    return sums.value;
  };
  const auto column = law.probabilities.column(0);
  const std::vector<double> sum = convolution({column.begin(), column.end()}, num_weights);
  double exact = 0.0;
  for (std::size_t i = 0; i < sum.size(); ++i)
    exact += sum[i] * log_sigmoid(centre + step * (static_cast<double>(i) - 7.0 * static_cast<double>(num_weights)));
  return {exact - bound(LogisticBound::taylor), exact - bound(LogisticBound::tilted),
          exact - bound(LogisticBound::quadratic)};
}

void check(const Gaps& gaps) {
  for (const double gap : {gaps.taylor, gaps.tilted, gaps.quadratic})
    if (!(gap > -1e-9)) {
      fmt::print(stderr, "a bound is above the exact value by {}\n", -gap);
      std::exit(1);
    }
}

}  // namespace
}  // namespace direct

int main() {
  for (const double deviation : {0.0, 0.5, 1.0, 2.0}) {
    fmt::print("\nexact minus bound, nats; z = mean +- {}\n\n", deviation);
    fmt::print("| mean of z | log sigmoid | taylor | tilted | quadratic |\n|--:|--:|--:|--:|--:|\n");
    for (double centre = -10.0; centre <= 10.0; centre += 2.0) {
      const direct::Gaps gaps = direct::gaps_at(centre, deviation);
      direct::check(gaps);
      fmt::print("| {:.0f} | {:.4f} | {:.4g} | {:.4f} | {:.4f} |\n", centre, direct::log_sigmoid(centre), gaps.taylor,
                 gaps.tilted, gaps.quadratic);
    }
  }
}
