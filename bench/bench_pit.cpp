// SPDX-License-Identifier: MIT
// Is the predictive law that of the data? Data sets are simulated from the prior, 200 of each size and likelihood, each
// with one test row. With the true hyperparameters, the CDF of the law at the test target is uniform (of classes and
// counts: at a random place within the step); chi-square of its histogram. Learned hyperparameters are shown beside.
// Exit code 1: some law with true hyperparameters is not uniform at 0.001. Prints Markdown.
#include <direct/direct.h>

#include <fmt/format.h>
#include <array>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <random>

#include "temporary_folder.h"

namespace {

using namespace direct;

constexpr std::size_t num_sets = 200, num_bins = 10, weights_of_a_set = 12;
constexpr double dispersion = 0.25;  // of Gaussian noise the variance, of gamma one over the shape

double simulated_target(Likelihood likelihood, double z, std::mt19937_64& random) {
  if (likelihood->name == "bernoulli")
    return std::bernoulli_distribution(1.0 / (1.0 + std::exp(-z)))(random) ? 1.0 : 0.0;
  if (likelihood->name == "poisson") return static_cast<double>(std::poisson_distribution<int>(std::exp(z))(random));
  if (likelihood->name == "gamma")
    return std::exp(z) * std::gamma_distribution<double>(1.0 / dispersion, dispersion)(random);
  return std::normal_distribution<double>(z, std::sqrt(dispersion))(random);
}

// Standard normal weights, inputs such that phi'w has the variance 1.
void write_rows(const std::string& path, Likelihood likelihood, std::size_t num_rows,
                const std::vector<double>& weights, std::mt19937_64& random) {
  std::ofstream file(path);
  std::normal_distribution<double> input(0.0, 1.0 / std::sqrt(static_cast<double>(weights_of_a_set)));
  for (std::size_t i = 0; i < num_rows; ++i) {
    double z = 0.0;
    for (const double weight : weights) {
      const double x = input(random);
      file << fmt::format("{},", x);
      z += weight * x;
    }
    file << fmt::format("{}\n", simulated_target(likelihood, z, random));
  }
}

double pit(const TrainedModel& model, const Rows& rows, double place) {
  double result = 0.0;
  const double y = rows.targets[0];
  const Likelihood likelihood = model.preparation.schema.likelihood;
  if (likelihood == Likelihood("gaussian")) {
    Predictor(model).for_each(rows.inputs,
                              [&](std::size_t, const Distribution& distribution) { result = distribution.cdf(y); });
    return result;
  }
  Predictor(model).for_each(rows.inputs, rows.exposures, [&](std::size_t, const Distribution& distribution) {
    const double above = distribution.cdf(y);
    const double below = likelihood == Likelihood("gamma") ? above : y > 0.0 ? distribution.cdf(y - 1.0) : 0.0;
    result = below + place * (above - below);
  });
  return result;
}

struct Histogram {
  std::array<double, num_bins> counts{};
  double inside = 0.0;  // the central nine tenths

  void add(double value) {
    counts[std::min(num_bins - 1, static_cast<std::size_t>(value * static_cast<double>(num_bins)))] += 1.0;
    inside += std::abs(value - 0.5) <= 0.45 ? 1.0 : 0.0;
  }
  double chi_square() const {
    constexpr double expected = static_cast<double>(num_sets) / static_cast<double>(num_bins);
    double sum = 0.0;
    for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
  }
  double p_value() const {
    return boost::math::cdf(
        boost::math::complement(boost::math::chi_squared(static_cast<double>(num_bins - 1)), chi_square()));
  }
};

struct Laws {
  Histogram known, learned;
};

Laws laws_of(Likelihood likelihood, std::size_t num_rows) {
  const bench::TemporaryFolder folder;
  const FitOptions learned{.features = FeatureKind::given, .likelihood = likelihood, .threads = 1};
  FitOptions known = learned;
  known.prior_scale = "1";
  if (likelihood == Likelihood("gaussian") || likelihood == Likelihood("gamma"))
    known.noise = fmt::format("{}", dispersion);
  Laws laws;
  std::mt19937_64 random(num_rows);
  for (std::size_t i = 0; i < num_sets; ++i) {
    std::vector<double> weights(weights_of_a_set);
    for (double& weight : weights) weight = std::normal_distribution<double>()(random);
    write_rows(folder.file("train.csv"), likelihood, num_rows, weights, random);
    write_rows(folder.file("test.csv"), likelihood, 1, weights, random);
    const Dataset train = open_dataset({folder.file("train.csv")}), test = open_dataset({folder.file("test.csv")});
    const double place = std::uniform_real_distribution<double>()(random);
    for (const bool is_known : {true, false}) {
      const TrainedModel model = fit(train, is_known ? known : learned).model;
      RowReader reader(test, model.preparation.schema, RowReader::Targets::required);
      Rows rows;
      reader.next(rows);
      (is_known ? laws.known : laws.learned).add(pit(model, rows, place));
    }
  }
  return laws;
}

}  // namespace

int main() {
  bool uniform = true;
  std::cout << "| likelihood | rows | chi-square | p | in 0.9 | learned: chi-square | p | in 0.9 |\n"
               "|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Likelihood likelihood :
       {Likelihood("gaussian"), Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")})
    for (const std::size_t num_rows : {10, 40, 400}) {
      const auto [known, learned] = laws_of(likelihood, num_rows);
      uniform &= known.p_value() > 0.001;
      std::cout << fmt::format("| {} | {} | {:.1f} | {:.3f} | {:.3f} | {:.1f} | {:.3f} | {:.3f} |\n", likelihood->name,
                               num_rows, known.chi_square(), known.p_value(), known.inside / num_sets,
                               learned.chi_square(), learned.p_value(), learned.inside / num_sets)
                << std::flush;
    }
  std::cout << fmt::format("\n- {} simulated data sets each, {} weights, true hyperparameters: {}\n", num_sets,
                           weights_of_a_set, uniform ? "uniform at 0.001" : "NOT uniform at 0.001");
  return uniform ? 0 : 1;
}
