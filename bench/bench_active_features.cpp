// SPDX-License-Identifier: MIT
// Which of the features are worth having, and what do the others cost? Fold 0 of every set in the folder DIRECT_UCI:
// features chosen by the gain in the companion's evidence, which is what `direct fit --max-active-features` does, and
// by the largest remaining pivot, which looks at the features alone. Test RMSE with full precision and with 4 bits; the
// variances kept from all features, chosen anew, or with the weights' larger as the features are fewer. Prints
// Markdown.
//
//   bench_active_features [--protocol pilot|evidence] [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>

#include "algebra/parallel.h"
#include "fit/feature_selection.h"
#include "fit/fit_posterior.h"
#include "fit/group_pivots.h"
#include "fit/hyperparameters.h"
#include "fit/restricted.h"
#include "fit/support_choice.h"
#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr std::size_t sizes[] = {50, 100, 200, 500};

struct Problem {
  Preparation preparation;
  SecondMoments train, test;
  Variances variances;
  FitOptions options;
};

Problem problem_of(const std::string& name, const FitOptions& options) {
  const bench::UciSet set = bench::uci_set(name, 0);
  Problem p{.preparation = prepare(set.train, options).preparation, .options = options};
  p.train = second_moments(accumulate(set.train, p.preparation).groups.front());
  p.test = second_moments(accumulate(set.test, p.preparation).groups.front());
  p.variances = chosen_variances(p.train, p.preparation, options, given_noise(p.preparation, options)).variances;
  return p;
}

double test_rmse(const SecondMoments& test, const std::vector<double>& weights, double scale) {
  const LinearRegression model(test);
  const std::vector<double> certain(weights.size(), 0.0);
  const double square_error = model.expected_square_error(weights, certain, model.residual(weights));
  return scale * std::sqrt(std::max(0.0, square_error) / test.num_rows);
}

double companion_rmse(const Problem& p, std::span<const std::size_t> features, const Variances& variances) {
  const std::vector<double> ends = {-1.0, 1.0};  // the companion has no grid
  const WeightPrior prior = make_prior(PriorKind::gaussian, ends, variances.weight, features.size());
  const Companion companion = gaussian_companion(restricted(p.train, features), prior, 1.0 / variances.noise);
  return test_rmse(restricted(p.test, features), companion.mean, p.preparation.scaling.target_scale);
}

double four_bit_rmse(const Problem& p, std::span<const std::size_t> features, const Variances& variances) {
  const SecondMoments train = restricted(p.train, features);
  const NoisePrior noise = noise_prior(train, variances, given_noise(p.preparation, p.options));
  const WeightPrior first = first_prior(train.num_features(), variances, p.options);
  const CompanionStart companion = companion_start(train, first, prior_noise_precision(noise));
  const WeightPrior prior = chosen_support(LinearRegression(train), first, noise, companion, p.options).prior;
  const Posterior posterior = fit_posterior(train, prior, noise, p.options, companion).posterior;
  return test_rmse(restricted(p.test, features), weight_moments(posterior, prior).means,
                   p.preparation.scaling.target_scale);
}

using Score = std::function<double(const GroupPivots&, std::size_t group)>;

// In the order of their choice: the first K of them are those of a limit of K.
std::vector<std::size_t> ordered_features(const Problem& p, std::size_t count, const Score& score) {
  const std::size_t size = group_size(p.preparation.features.kind);
  GroupPivots pivots(p.train, p.variances, size);
  std::vector<std::size_t> features;
  while (features.size() < std::min(count, p.train.num_features())) {
    std::size_t best = SIZE_MAX;
    double highest = -HUGE_VAL;
    for (std::size_t g = 0; g < pivots.num_groups(); ++g)
      if (!pivots.is_chosen(g) && score(pivots, g) > highest) highest = score(pivots, g), best = g;
    pivots.choose(best);
    for (std::size_t i = 0; i < size; ++i) features.push_back(best * size + i);
  }
  return features;
}

struct Scores {
  double kept = 0.0, anew = 0.0, scaled = 0.0, four_bits = 0.0, four_bits_scaled = 0.0;
};

Scores scores_of(const Problem& p, std::vector<std::size_t> features) {
  std::ranges::sort(features);
  const Variances anew = maximise_evidence(restricted(p.train, features), p.variances).variances;
  const Variances chosen =
      chosen_variances(restricted(p.train, features), p.preparation, p.options, given_noise(p.preparation, p.options))
          .variances;
  Variances scaled = p.variances;
  scaled.weight *= static_cast<double>(p.train.num_features()) / static_cast<double>(features.size());
  return {.kept = companion_rmse(p, features, p.variances),
          .anew = companion_rmse(p, features, anew),
          .scaled = companion_rmse(p, features, scaled),
          .four_bits = four_bit_rmse(p, features, chosen),
          .four_bits_scaled = four_bit_rmse(p, features, scaled)};
}

struct Row {
  std::string name;
  std::string count;
  Scores all, evidence, pivot;
};

std::vector<std::size_t> every_feature(const Problem& p) {
  std::vector<std::size_t> features(p.train.num_features());
  for (std::size_t j = 0; j < features.size(); ++j) features[j] = j;
  return features;
}

std::vector<Row> rows_of(const std::string& name, const FitOptions& options) {
  const Problem p = problem_of(name, options);
  const auto by_evidence = ordered_features(p, sizes[std::size(sizes) - 1], &GroupPivots::evidence_gain);
  const auto by_pivot = ordered_features(p, sizes[std::size(sizes) - 1], &GroupPivots::largest_pivot);
  const Scores all = scores_of(p, every_feature(p));
  std::vector<Row> rows;
  const auto first = [](const std::vector<std::size_t>& features, std::size_t count) {
    return std::vector(features.begin(), features.begin() + static_cast<std::ptrdiff_t>(count));
  };
  for (const std::size_t count : sizes)
    if (count <= by_evidence.size())
      rows.push_back({.name = name,
                      .count = std::to_string(count),
                      .all = all,
                      .evidence = scores_of(p, first(by_evidence, count)),
                      .pivot = scores_of(p, first(by_pivot, count))});
  const direct::Stopwatch stopwatch;
  const auto automatic =
      selected_features(p.train, p.variances, {.group_size = group_size(p.preparation.features.kind)});
  std::cerr << fmt::format("{}: auto takes {} features, {:.2f} s\n", name, automatic.size(), stopwatch.seconds());
  const auto as_many = ordered_features(p, automatic.size(), &GroupPivots::largest_pivot);
  rows.push_back({.name = name,
                  .count = fmt::format("auto: {}", automatic.size()),
                  .all = all,
                  .evidence = scores_of(p, automatic),
                  .pivot = scores_of(p, as_many)});
  return rows;
}

void print(const Row& row) {
  std::cout << fmt::format("| {} | {} | {:.4g} |", row.name, row.count, row.all.kept);
  for (const Scores& s : {row.evidence, row.pivot})
    std::cout << fmt::format(" {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.4f} |", s.kept / row.all.kept,
                             s.anew / row.all.kept, s.scaled / row.all.kept, s.four_bits / row.all.kept,
                             s.four_bits_scaled / row.all.kept);
  std::cout << fmt::format(" {:.4f} |\n", row.all.four_bits / row.all.kept) << std::flush;
}

void print_means(const std::vector<Row>& rows) {
  std::cout << "\nGeometric means of the same ratios, without bike and keggdirected\n\n| features | evidence: kept | "
               "anew | scaled | 4 bits | 4 bits, scaled | pivot: kept | anew | scaled | 4 bits | 4 bits, scaled |\n"
               "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::vector<std::string> counts;
  for (const std::size_t count : sizes) counts.push_back(std::to_string(count));
  counts.push_back("auto");
  for (const std::string& count : counts) {
    std::cout << fmt::format("| {} |", count);
    for (Scores Row::*rule : {&Row::evidence, &Row::pivot})
      for (double Scores::*score :
           {&Scores::kept, &Scores::anew, &Scores::scaled, &Scores::four_bits, &Scores::four_bits_scaled}) {
        std::vector<double> ratios;
        for (const Row& row : rows)
          if (row.count.starts_with(count) && row.count.size() - count.size() != 1 && row.name != "bike" &&
              row.name != "keggdirected")
            ratios.push_back((row.*rule).*score / row.all.kept);
        std::cout << fmt::format(" {:.4f} |", ratios.empty() ? NAN : bench::geometric_mean(ratios));
      }
    std::cout << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  std::cout << "Test RMSE over that of full precision with all features, which is in the third column; the last is 4 "
               "bits with all features.\n\n| set | features | all | evidence: kept | anew | scaled | 4 bits | 4 bits, "
               "scaled | pivot: kept | anew | scaled | 4 bits | 4 bits, scaled | 4 bits, all |\n"
               "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::vector<Row> rows;
  for (const std::string& name : arguments.sets)
    for (const Row& row : with_threads(0, [&] { return rows_of(name, arguments.options); })) {
      print(row);
      rows.push_back(row);
    }
  print_means(rows);
}
