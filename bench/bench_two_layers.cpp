// SPDX-License-Identifier: MIT
// Are trained features of two layers better than those of one, where a chip pays as much for both? Full precision's
// RMSE on test rows of folds 0 to 2, pooled, of sets in the folder DIRECT_UCI. First, gradients against central
// differences. Prints Markdown; exit code 1 where these disagree.
//
//   bench_two_layers [--controls] [SET...]
//
// "guarded" is the ratio where the single layer stays unless two layers predict the held-out rows clearly better.
// --controls also trains the single layer on until it took the work of two layers, which tells what that alone gains,
// and rounds hidden units to 12 bits, as a device would have them between its layers.
#include <direct/direct.h>

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "fit/trained_basis.h"
#include "fold_rows.h"
#include "oracle/differences.h"
#include "summary.h"
#include "two_layer_training.h"
#include "uci.h"

namespace {

using namespace direct;
using bench::TwoLayers;
using bench::Unit;

constexpr std::size_t num_folds = 3;
constexpr std::array<std::size_t, 2> counts{64, 128};
constexpr double bar = 0.95;
constexpr double most_work = 3.5;  // of the training of two layers, times that of one; about 5 times the seconds

Matrix random_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = random_normal(seed, RandomStream::generator, i);
  return result;
}

std::vector<double> random_vector(std::size_t size, std::uint64_t seed) {
  const Matrix column = random_matrix(size, 1, seed);
  return {column.values().begin(), column.values().end()};
}

// The largest difference, relative to the gradient's length.
double gradient_error(Unit unit) {
  constexpr std::size_t num_rows = 600, num_inputs = 3, num_hidden = 5, num_outputs = 4;
  const MetricRows rows{.inputs = random_matrix(num_rows, num_inputs, 1), .targets = random_vector(num_rows, 2)};
  const TwoLayers start{unit,
                        {random_matrix(num_inputs, num_hidden, 3), random_vector(num_hidden, 4)},
                        {random_matrix(num_hidden, num_outputs, 5), random_vector(num_outputs, 6)},
                        {0.1, -0.2, 0.3},
                        {2.0, 3.0, 4.0}};
  bench::TwoLayerEvidence evidence(rows, start, 0.5, std::vector<double>{0.7, 1.0, 2.0});
  std::vector<double> gradient(evidence.start().size()), unused(gradient.size());
  evidence(evidence.start(), gradient);
  const std::vector<double> expected = oracle::central_differences(
      [&](std::span<const double> x) { return evidence(x, unused); }, evidence.start(), 1e-6);
  return (view(gradient) - view(expected)).lpNorm<Eigen::Infinity>() / view(expected).norm();
}

bool gradients_are_right() {
  constexpr double largest = 1e-6;
  bool holds = true;
  for (const Unit unit : {Unit::cosine, Unit::rectified}) {
    const double error = gradient_error(unit);
    holds &= error <= largest;
    std::cout << fmt::format("- gradient and central differences, {} units: {:.1e} of its length apart (bar {}): {}\n",
                             unit == Unit::cosine ? "cosine" : "rectified", error, largest,
                             bench::verdict(error <= largest));
  }
  return holds;
}

void print_cost_model() {
  std::cout << fmt::format(
      "- cost: instructions of a Cortex-M3, {} per multiply-add of a projection, {} per cosine, {} per rectified unit, "
      "{} per feature for the centre and four deviations; a constant, the inputs and hidden units are features, too\n",
      bench::ChipCost::multiply_add, bench::ChipCost::cosine, bench::ChipCost::rectified, bench::ChipCost::feature);
}

// Of 12 bits for the largest hidden unit of these rows.
double hidden_step(const TwoLayers& basis, const Matrix& inputs) {
  const Matrix features = bench::features_of(basis, inputs);
  return bench::columns(features, basis.first_hidden(), basis.first.size()).cwiseAbs().maxCoeff() / 2047.0;
}

// Sums over the test rows of all folds of a set.
struct Scores {
  double rows = 0.0, squares = 0.0, seconds = 0.0;
  std::map<std::string, int> names;

  double rmse() const { return std::sqrt(squares / rows); }
  std::string most_frequent() const {
    return std::ranges::max_element(names, {}, [](const auto& entry) { return entry.second; })->first;
  }

  // `features` turns inputs into features. In standard deviations of the target.
  template <typename Features>
  void add(const bench::FoldRows& fold, const Variances& variances, const Features& features, double training_seconds) {
    const auto fit = bench::regression(bench::moments_of(features(fold.train.inputs), fold.train.targets), variances);
    if (!fit) throw Error(ErrorKind::data, "the features of the training rows are singular");
    const Matrix test = features(fold.test.inputs);
    rows += static_cast<double>(test.rows());
    squares += (view(test) * view(fit->mean) - view(fold.test.targets)).squaredNorm();
    seconds += training_seconds / static_cast<double>(num_folds);
  }
  void add(const bench::FoldRows& fold, const bench::TwoLayerFit& fit, double training_seconds) {
    const auto features = [&](const Matrix& inputs) { return bench::features_of(fit.basis, inputs); };
    add(fold, fit.variances, features, training_seconds);
    ++names[bench::Split{fit.basis.unit, fit.basis.first.size(), fit.basis.second.size()}.name()];
  }
};

// The single layer, as --features trained trains it, and what work that was.
struct SingleLayer {
  TrainedBasis basis;
  double work = 0.0;
};

SingleLayer single_layer(const bench::FoldRows& fold, const MetricKernel& kernel, std::size_t num_cosines) {
  constexpr double trial_iterations = 30.0;  // of its trials, on at most so many rows
  constexpr std::size_t most_trial_rows = 4000;
  const std::size_t num_rows = fold.sample.size() - fold.sample.size() / 10;
  const std::size_t num_features = 1 + fold.sample.inputs.cols() + num_cosines;
  SingleLayer result;
  const Progress progress = [&](const ProgressEvent& event) {
    const bool is_trial = event.most == trial_iterations;
    result.work += bench::training_work(is_trial ? std::min(most_trial_rows, num_rows) : num_rows, num_features);
    return true;
  };
  result.basis =
      trained_basis(fold.sample, kernel, {.num_cosines = num_cosines, .scales = fold.scales, .progress = progress});
  return result;
}

// At one cost.
struct Comparison {
  Scores single, two, single_trained_on, two_rounded, guarded;

  double ratio() const { return two.rmse() / single.rmse(); }

  // Where standard error goes, as folds end.
  void report(const std::string& name, std::size_t fold) const {
    std::cerr << fmt::format("{}, folds 0 to {}: {:.4f}, two layers {:.4f} (", name, fold, single.rmse(), two.rmse());
    for (const auto& [split, times] : two.names) std::cerr << fmt::format("{} x {} ", times, split);
    std::cerr << fmt::format("), {:.1f} and {:.1f} s\n", single.seconds, two.seconds);
  }

  void add(const bench::FoldRows& fold, const MetricKernel& kernel, std::size_t num_cosines, bool has_controls) {
    Stopwatch stopwatch;
    const SingleLayer one = single_layer(fold, kernel, num_cosines);
    const FeatureMap& map = one.basis.map;
    const auto features = [&](const Matrix& inputs) {
      Matrix result;
      evaluate(map, inputs, result);
      return result;
    };
    single.add(fold, one.basis.variances, features, stopwatch.lap());
    stopwatch.lap();
    bench::TwoLayerTrainer trainer(fold.sample, kernel, map);
    const bench::TwoLayerFit fit = trainer.trained(bench::splits_of(map.num_inputs, num_cosines), most_work * one.work);
    two.add(fold, fit, stopwatch.lap());
    if (trainer.is_clearly_better_than_single(fit))
      guarded.add(fold, fit, 0.0);
    else
      guarded.add(fold, one.basis.variances, features, 0.0);
    if (!has_controls) return;
    bench::TwoLayerFit rounded = fit;
    rounded.basis.hidden_step = hidden_step(fit.basis, fold.sample.inputs);
    two_rounded.add(fold, rounded, 0.0);
    stopwatch.lap();
    const bench::TwoLayerFit longer = trainer.single_trained_on((most_work - 1.0) * one.work);
    single_trained_on.add(fold, longer, stopwatch.lap());
  }
};

using Comparisons = std::array<Comparison, counts.size()>;

void print_header(bool has_controls) {
  std::cout << "\n| set |";
  for (const std::size_t count : counts)
    std::cout << fmt::format(
        " single layer, {} | two layers | hidden+outputs | ratio | guarded |{} seconds, single | two |", count,
        has_controls ? " single trained on, ratio | 12-bit hidden units, ratio |" : "");
  std::cout << "\n|---|";
  for (std::size_t k = 0; k < counts.size(); ++k)
    std::cout << "--:|--:|---|--:|--:|" << (has_controls ? "--:|--:|" : "") << "--:|--:|";
  std::cout << std::endl;
}

void print_row(const std::string& name, const Comparisons& comparisons, bool has_controls) {
  std::cout << fmt::format("| {} |", name);
  for (const Comparison& at : comparisons) {
    std::cout << fmt::format(" {:.4f} | {:.4f} | {} | {:.3f} | {:.3f} |", at.single.rmse(), at.two.rmse(),
                             at.two.most_frequent(), at.ratio(), at.guarded.rmse() / at.single.rmse());
    if (has_controls)
      std::cout << fmt::format(" {:.3f} | {:.3f} |", at.single_trained_on.rmse() / at.single.rmse(),
                               at.two_rounded.rmse() / at.single.rmse());
    std::cout << fmt::format(" {:.1f} | {:.1f} |", at.single.seconds, at.two.seconds);
  }
  std::cout << std::endl;
}

// Ratios of all sets at one cost.
struct Ratios {
  std::vector<double> plain, guarded;
};

void print_verdict(std::size_t num_cosines, Ratios ratios) {
  const double mean = bench::geometric_mean(ratios.plain);
  std::cout << fmt::format(
      "- two layers / one at the cost of {} cosines, geometric mean: {:.3f}, guarded {:.3f}; ships if the ratio's "
      "geometric mean is <= {}: {}\n",
      num_cosines, mean, bench::geometric_mean(ratios.guarded), bar, bench::verdict(mean <= bar));
  if (ratios.plain.size() < 2) return;
  ratios.plain.erase(std::ranges::min_element(ratios.plain));
  ratios.guarded.erase(std::ranges::min_element(ratios.guarded));
  std::cout << fmt::format("- without the set that gains most: {:.3f}, guarded {:.3f}\n",
                           bench::geometric_mean(ratios.plain), bench::geometric_mean(ratios.guarded));
}

Comparisons comparisons_of(const std::string& name, bool has_controls) {
  Comparisons comparisons;
  for (std::size_t fold = 0; fold < num_folds; ++fold) {
    const bench::FoldRows rows = bench::fold_rows(bench::uci_set(name, fold));
    const MetricKernel kernel = bench::learned_kernel(rows);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      comparisons[k].add(rows, kernel, counts[k], has_controls);
      comparisons[k].report(fmt::format("{} {}", name, counts[k]), fold);
    }
  }
  return comparisons;
}

void compare(const std::vector<std::string>& names, bool has_controls) {
  print_header(has_controls);
  std::array<Ratios, counts.size()> ratios;
  for (const std::string& name : names) {
    const Comparisons comparisons = comparisons_of(name, has_controls);
    print_row(name, comparisons, has_controls);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      ratios[k].plain.push_back(comparisons[k].ratio());
      ratios[k].guarded.push_back(comparisons[k].guarded.rmse() / comparisons[k].single.rmse());
    }
  }
  std::cout << '\n';
  for (std::size_t k = 0; k < counts.size(); ++k) print_verdict(counts[k], ratios[k]);
}

int run(const bench::UciArguments& arguments) {
  print_cost_model();
  if (!gradients_are_right()) return 1;
  if (!arguments.sets.empty()) compare(arguments.sets, arguments.has("--controls"));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  const bool names_none = arguments.sets == bench::uci_names();
  if (names_none && !arguments.sets.empty())
    arguments.sets = {"pol", "kin40k", "parkinsons", "bike", "keggdirected", "concrete"};
  return with_threads(0, [&] { return run(arguments); });
}
