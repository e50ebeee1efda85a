// SPDX-License-Identifier: MIT
// How far below the entropy of a mixture are our bounds, is 1/2 the right exponent of the pairwise one, and how much
// noisier than ours is the paper's gradient from samples? Small mixtures are compared with enumeration.
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "random_mixture.h"
#include "summary.h"

namespace {

using namespace direct;

constexpr std::array exponents = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};

// Over all weight vectors.
double exact_entropy(const Posterior& q) {
  const std::size_t num_levels = q.log_probabilities.front().rows(), b = q.log_probabilities.front().cols();
  const auto count = static_cast<std::size_t>(std::llround(std::pow(num_levels, b)));
  double sum = 0.0;
  for (std::size_t vector = 0; vector < count; ++vector) {
    std::vector<double> terms = q.log_component_weights;
    for (std::size_t j = 0, rest = vector; j < b; ++j, rest /= num_levels)
      for (std::size_t i = 0; i < terms.size(); ++i) terms[i] += q.log_probabilities[i](rest % num_levels, j);
    const double log_q = log_sum_exp(terms);
    sum -= std::exp(log_q) * log_q;
  }
  return sum;
}

// log prod_j sum_k p_jk^exponent q_jk^(1 - exponent)
double log_chernoff(const Matrix& log_p, const Matrix& log_q, double exponent) {
  double sum = 0.0;
  for (std::size_t j = 0; j < log_p.cols(); ++j) {
    double factor = 0.0;
    for (std::size_t k = 0; k < log_p.rows(); ++k)
      factor += std::exp(exponent * log_p(k, j) + (1.0 - exponent) * log_q(k, j));
    sum += std::log(factor);
  }
  return sum;
}

// pairwise_entropy with another exponent of the component itself.
double chernoff_entropy(const Posterior& q, double exponent) {
  double sum = 0.0;
  for (std::size_t i = 0; i < q.num_components(); ++i) {
    std::vector<double> terms = q.log_component_weights;
    for (std::size_t l = 0; l < terms.size(); ++l)
      terms[l] += log_chernoff(q.log_probabilities[i], q.log_probabilities[l], exponent);
    sum += std::exp(q.log_component_weights[i]) * (entropy(q.log_probabilities[i]) - log_sum_exp(terms));
  }
  return sum;
}

struct Gaps {
  std::vector<double> taylor, pairwise, better;
  std::array<std::vector<double>, exponents.size()> chernoff;
  std::vector<double> pairwise_wins;
};

bool add_gaps(const Posterior& q, Gaps& gaps) {
  const double exact = exact_entropy(q), taylor = taylor_entropy(q, log_marginals(q)), pairwise = pairwise_entropy(q);
  gaps.taylor.push_back(exact - taylor);
  gaps.pairwise.push_back(exact - pairwise);
  gaps.better.push_back(exact - entropy_bound(q));
  gaps.pairwise_wins.push_back(pairwise >= taylor ? 1.0 : 0.0);
  for (std::size_t e = 0; e < exponents.size(); ++e)
    gaps.chernoff[e].push_back(exact - chernoff_entropy(q, exponents[e]));
  const double least = std::min({gaps.taylor.back(), gaps.pairwise.back(), gaps.better.back()});
  return least >= -1e-10 && std::abs(gaps.chernoff[3].back() - gaps.pairwise.back()) < 1e-10;
}

bool add_mixtures(double deviation, std::uint64_t first_seed, Gaps& gaps) {
  constexpr std::uint64_t repetitions = 100;
  bool valid = true;
  for (std::uint64_t seed = first_seed; seed < first_seed + repetitions; ++seed)
    for (std::size_t r = 2; r <= 5; ++r)
      for (std::size_t b = 3; b <= 4; ++b)
        valid &= add_gaps(bench::random_mixture({r, 3, b}, {.own = deviation}, seed), gaps);
  return valid;
}

std::string cells(const Gaps& gaps) {
  std::string text = fmt::format(" {:.4f} | {:.4f} | {:.4f} | {:.2f} |", bench::mean(gaps.taylor),
                                 bench::mean(gaps.pairwise), bench::mean(gaps.better), bench::mean(gaps.pairwise_wins));
  for (const std::vector<double>& gap : gaps.chernoff) text += fmt::format(" {:.4f} |", bench::mean(gap));
  return text;
}

bool print_gaps() {
  std::string head = "| logits' deviation | Taylor | pairwise | the larger | pairwise >= Taylor |";
  for (const double exponent : exponents) head += fmt::format(" exponent {} |", exponent);
  std::cout << "Mean gap to the exact entropy, nats: mixtures of 2 to 5 components, 3 or 4 weights of 3 levels\n\n"
            << head << "\n|---|"
            << "--:|--:|--:|--:|"
            << "--:|--:|--:|--:|--:|--:|--:|\n";
  Gaps all;
  bool valid = true;
  std::uint64_t seed = 0;
  for (const double deviation : {0.3, 1.0, 2.0, 4.0, 8.0}) {
    Gaps gaps;
    valid &= add_mixtures(deviation, seed, gaps) && add_mixtures(deviation, seed, all);
    std::cout << fmt::format("| {} |", deviation) << cells(gaps) << "\n";
    seed += 1000;
  }
  std::cout << "| all |" << cells(all) << "\n";
  return valid;
}

std::vector<double> flat(const MixtureGradient& gradient, double sign) {
  std::vector<double> result = gradient.component_weights;
  for (const Matrix& matrix : gradient.probabilities)
    result.insert(result.end(), matrix.values().begin(), matrix.values().end());
  for (double& value : result) value *= sign;
  return result;
}

struct Spread {
  std::vector<double> sums, squares;
  double count = 0.0;

  void add(const std::vector<double>& values) {
    sums.resize(values.size()), squares.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i], squares[i] += values[i] * values[i];
    count += 1.0;
  }
  double mean(std::size_t i) const { return sums[i] / count; }
  double variance(std::size_t i) const { return (squares[i] - sums[i] * mean(i)) / (count - 1.0); }
  double total() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < sums.size(); ++i) sum += variance(i);
    return sum;
  }
};

// The mean square of the difference of the two means in its standard errors: 1 where both estimate the same.
double disagreement(const Spread& a, const Spread& b) {
  std::vector<double> squares;
  for (std::size_t i = 0; i < a.sums.size(); ++i) {
    const double difference = a.mean(i) - b.mean(i), variance = a.variance(i) / a.count + b.variance(i) / b.count;
    if (variance > 0.0) squares.push_back(difference * difference / variance);
  }
  return bench::mean(squares);
}

struct GradientNoise {
  double ratio = 0.0, disagreement = 0.0;
};

GradientNoise gradient_noise(const Posterior& q, std::size_t num_samples) {
  constexpr std::size_t rounds = 100;
  Spread ours, paper;
  for (std::size_t round = 0; round < rounds; ++round) {
    MixtureGradient gradient = zero_gradient(q), surrogate = zero_gradient(q);
    sampled_entropy(q, stratified_samples(q, num_samples, 1, round), &gradient);
    surrogate_entropy(q, stratified_samples(q, num_samples, 2, round), &surrogate);
    to_logits(q, gradient), to_logits(q, surrogate);
    ours.add(flat(gradient, 1.0)), paper.add(flat(surrogate, -1.0));
  }
  return {paper.total() / ours.total(), disagreement(ours, paper)};
}

bool print_variances() {
  constexpr std::size_t num_samples = 1000;
  std::cout << fmt::format(
      "\nVariance of the gradient of the entropy by {} samples, the paper's surrogate over ours: 5 components, 200 "
      "weights of 15 levels\n\n| their mutual information, nats | ratio | difference of the means, squared, in "
      "standard errors |\n|--:|--:|--:|\n",
      num_samples);
  bool agree = true;
  for (const double own : {0.02, 0.05, 0.1, 0.2}) {
    const Posterior q = bench::random_mixture({5, 15, 200}, {.common = 1.0, .own = own}, 11);
    double mean_entropy = 0.0;
    for (std::size_t i = 0; i < q.num_components(); ++i)
      mean_entropy += std::exp(q.log_component_weights[i]) * entropy(q.log_probabilities[i]);
    const double information = sampled_entropy(q, stratified_samples(q, 100000, 3, 0)).value - mean_entropy;
    const GradientNoise noise = gradient_noise(q, num_samples);
    agree = agree && noise.disagreement < 1.5;
    std::cout << fmt::format("| {:.3f} | {:.3g} | {:.2f} |\n", information, noise.ratio, noise.disagreement);
  }
  return agree;
}

int run() {
  const bool valid = print_gaps(), agree = print_variances();
  if (!valid) std::cerr << "bench_entropy: a bound is above the entropy, or not what it should be\n";
  if (!agree) std::cerr << "bench_entropy: the two gradients are not estimates of the same\n";
  return valid && agree ? 0 : 1;
}

}  // namespace

int main() {
  return with_threads(0, [] { return run(); });
}
