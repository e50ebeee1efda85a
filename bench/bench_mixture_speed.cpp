// SPDX-License-Identifier: MIT
// What does a step of training cost for a mixture, against mean field? ELBO and gradient at 2000 features, 15 levels.
#include <direct/direct.h>

#include <fmt/format.h>
#include <cstdlib>
#include <iostream>

#include "algebra/parallel.h"
#include "random_mixture.h"
#include "random_statistics.h"
#include "summary.h"

namespace {

using namespace direct;

constexpr std::size_t num_features = 2000, num_levels = 15, num_samples = 3000;

struct Problem {
  SecondMoments statistics = bench::random_statistics(4000, num_features);
  WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-0.1, 0.1, num_levels), 0.001, num_features);
  NoisePrior noise = make_noise_prior(logarithmic_grid(0.002, 0.05, 15));
};

Posterior mixture_of(std::size_t num_components, const Problem& problem) {
  Posterior q = bench::random_mixture({num_components, num_levels, num_features}, {.common = 1.0, .own = 0.05}, 3);
  q.noise_log_probabilities = problem.noise.log_prior;
  return q;
}

double milliseconds(const Problem& problem, const Posterior& q, const ElboTerms& terms) {
  const LinearRegression model(problem.statistics);
  return 1e3 * bench::median_seconds(21, [&] {
           if (!(elbo_gradient(model, problem.prior, problem.noise, q, terms).elbo < 0.0)) std::abort();
         });
}

// Samples are drawn anew in every step.
double sampled_milliseconds(const Problem& problem, const Posterior& q) {
  const LinearRegression model(problem.statistics);
  std::uint64_t round = 0;
  return 1e3 * bench::median_seconds(11, [&] {
           const StratifiedSamples samples = stratified_samples(q, num_samples, 1, round++);
           const ElboTerms terms{.entropy = Entropy::sampled, .samples = &samples};
           if (!(elbo_gradient(model, problem.prior, problem.noise, q, terms).elbo < 0.0)) std::abort();
         });
}

// Bounds are below what the samples say.
void verify(const Posterior& q, const Matrix& center) {
  const Estimate estimate = sampled_entropy(q, stratified_samples(q, num_samples, 2, 0));
  const double most = estimate.value + 5.0 * estimate.standard_error + 1e-9 * estimate.value;
  if (pairwise_entropy(q) <= most && taylor_entropy(q, center) <= most) return;
  std::cerr << "bench_mixture_speed: a bound is above the entropy\n";
  std::exit(1);
}

void run() {
  const Problem problem;
  const Posterior one = mixture_of(1, problem), five = mixture_of(5, problem);
  const Matrix center = log_marginals(five);
  verify(five, center);
  const double mean_field = milliseconds(problem, one, {.entropy = Entropy::exact});
  const auto print = [&](const char* name, double value, const std::string& bar) {
    std::cout << fmt::format("| {} | {:.2f} | {:.2f} | {} |\n", name, value, value / mean_field, bar);
  };
  const auto ratio_bar = [&](double value) { return "5 times: " + bench::verdict(value <= 5.0 * mean_field); };
  std::cout << "| ELBO and gradient | ms | times mean field | bar |\n|---|--:|--:|---|\n";
  print("mean field", mean_field, "");
  const double taylor = milliseconds(problem, five, {.entropy = Entropy::taylor, .log_center = &center});
  print("taylor-5", taylor, ratio_bar(taylor));
  const double pairwise = milliseconds(problem, five, {.entropy = Entropy::pairwise});
  print("pairwise-5", pairwise, ratio_bar(pairwise));
  const double sampled = sampled_milliseconds(problem, five);
  print("sampled-5 with 3000 samples, drawn anew", sampled, "60 ms: " + bench::verdict(sampled <= 60.0));
}

}  // namespace

int main() {
  with_threads(0, [] { run(); });
}
