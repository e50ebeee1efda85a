// SPDX-License-Identifier: MIT
// How fast are predictions, and what bounds them? Rows of the set "electric" (d = 11), 2000 integer features, a model
// fitted to 20,000 rows: mean field, draws on a fixed grid, and deviations about a centre (the default) with as many
// products of a row with weights as the draws. The share of time in features is that of a run that makes the features
// and nothing else.
//
//   bench_predict [--rows 1000000] [--features 2000] [--file FILE]   FILE: train and predict its rows instead
#include <direct/direct.h>

#include <fmt/format.h>
#include <unistd.h>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "features/row_features.h"
#include "size_arguments.h"

namespace {

using namespace direct;

struct Bench {
  TrainedModel model;
  Rows rows;  // a block that is predicted again and again
};

Bench bench_on(const std::string& file, const FitOptions& options) {
  const Dataset dataset = open_dataset({file});
  Bench bench{.model = fit(dataset, options).model};
  RowReader reader(dataset, bench.model.preparation.schema, RowReader::Targets::required, 10000);
  reader.next(bench.rows);
  return bench;
}

// Runs `body` on the block until `num_rows` rows are done; rows per second.
double rate(const Bench& bench, std::size_t num_rows, const std::function<void()>& body) {
  const std::size_t block = bench.rows.inputs.rows(), repetitions = (num_rows + block - 1) / block;
  body();
  const Stopwatch stopwatch;
  for (std::size_t i = 0; i < repetitions; ++i) body();
  return static_cast<double>(repetitions * block) / stopwatch.seconds();
}

void make_features(const Bench& bench) {
  constexpr std::size_t rows_per_task = 16;
  Matrix standardised = bench.rows.inputs;
  standardise_inputs(bench.model.preparation.scaling, standardised);
  parallel_for(standardised.rows() / rows_per_task, [&](std::size_t task) {
    Matrix features;
    evaluate_rows(bench.model.preparation.features, standardised, task * rows_per_task, rows_per_task, features);
  });
}

// Verifies before timing: the CDF of a quantile is its probability.
bool is_right(const Predictor& predictor, const Matrix& inputs) {
  std::vector<double> errors(inputs.rows());
  predictor.for_each(inputs, [&](std::size_t row, const Distribution& distribution) {
    for (const double p : {0.05, 0.5, 0.95})
      errors[row] = std::max(errors[row], std::abs(distribution.cdf(distribution.quantile(p)) - p));
  });
  return *std::max_element(errors.begin(), errors.end()) < 1e-11;
}

struct Rates {
  double moments = 0.0, quantiles = 0.0, densities = 0.0;
};

Rates print(const Bench& bench, std::size_t num_rows) {
  const Predictor predictor(bench.model);
  const Matrix& inputs = bench.rows.inputs;
  if (!is_right(predictor, inputs)) {
    std::cout << "- WRONG: the CDF of a quantile is not its probability\n";
    return {};
  }
  const double features = rate(bench, num_rows, [&] { make_features(bench); });
  const double moments = rate(bench, num_rows, [&] { predictor(inputs); });
  std::vector<double> sink(inputs.rows());
  const auto each = [&](const std::function<double(std::size_t, const Distribution&)>& value) {
    return rate(bench, num_rows / 20, [&] {
      predictor.for_each(inputs, [&](std::size_t row, const Distribution& d) { sink[row] = value(row, d); });
    });
  };
  const double quantiles =
      each([](std::size_t, const Distribution& d) { return d.quantile(0.05) + d.quantile(0.5) + d.quantile(0.95); });
  const double densities =
      each([&](std::size_t row, const Distribution& d) { return d.log_density(bench.rows.targets[row]); });
  std::cout << fmt::format("- features alone: {:.0f} rows/s\n", features);
  std::cout << fmt::format("- mean and variance: {:.0f} rows/s; {:.0f} % of the time in features (bar 60)\n", moments,
                           100.0 * moments / features);
  std::cout << fmt::format("- three quantiles, exact: {:.0f} rows/s (bar 20000)\n", quantiles);
  std::cout << fmt::format("- log density of the targets, exact: {:.0f} rows/s\n", densities);
  return {.moments = moments, .quantiles = quantiles, .densities = densities};
}

void print_all(const std::string& file, const bench::SizeArguments& arguments) {
  FitOptions options{.num_features = arguments.num_features, .posterior = PosteriorKind::mean_field};
  std::cout << "Mean field:\n\n";
  print(bench_on(file, options), arguments.num_rows);
  options.posterior = PosteriorKind::draws;
  options.support = "auto";
  options.levels = 255;  // hold the draws
  const Bench draws = bench_on(file, options);
  std::cout << fmt::format("\nDraws on a fixed grid ({} components):\n\n", draws.model.posterior.num_components());
  const Rates before = print(draws, arguments.num_rows);
  options = {.num_features = arguments.num_features, .components = 19};
  std::cout << "\nA centre and 19 deviations:\n\n";
  const Rates now = print(bench_on(file, options), arguments.num_rows);
  std::cout << fmt::format(
      "\nTime of deviations over that of draws: mean and variance {:.2f}, three quantiles {:.2f}, log density {:.2f} "
      "(bar 1.2)\n",
      before.moments / now.moments, before.quantiles / now.quantiles, before.densities / now.densities);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::SizeArguments arguments = bench::size_arguments(argc, argv, {.num_rows = 1000000});
  if (!arguments.file.empty()) {
    print_all(arguments.file, arguments);
    return 0;
  }
  const std::string file =
      fmt::format("{}/bench_predict_{}.csv", std::filesystem::temp_directory_path().string(), getpid());
  generate("electric", 20000, 1, file);
  print_all(file, arguments);
  std::filesystem::remove(file);
}
