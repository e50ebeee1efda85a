// SPDX-License-Identifier: MIT
// Does training of a network depend on the number of rows? Rows of a network with 6 inputs and 4 neurons, and noise, in
// CSV files of growing length: one pass over the rows makes the statistics, and all that is after it must take the same
// time.
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "algebra/parallel.h"
#include "algebra/random.h"
#include "algebra/stopwatch.h"
#include "summary.h"
#include "temporary_folder.h"

namespace {

using namespace direct;

const Network network{.num_inputs = 6, .hidden = {4}};
constexpr double noise_deviation = 0.1, evaluation_bar = 1.2;
constexpr std::size_t num_test_rows = 10000;

struct Result {
  std::size_t num_rows = 0;
  double statistics_seconds = 0.0, fit_seconds = 0.0, evaluation_seconds = 0.0, test_rmse = 0.0;
  FitReport report;
};

std::vector<double> true_weights() {
  std::vector<double> weights(num_weights(network));
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j] = 0.5 * random_normal(1, RandomStream::draws, j);
  return weights;
}

// Fewer rows are the first of more.
Dataset generated(std::size_t num_rows, std::uint64_t seed, const std::string& path) {
  const std::vector<double> weights = true_weights();
  std::vector<double> inputs(network.num_inputs);
  std::ofstream file(path);
  std::uint64_t index = 0;
  const auto normal = [&] { return random_normal(seed, RandomStream::generator, index++); };
  for (std::size_t i = 0; i < num_rows; ++i) {
    for (double& input : inputs) input = normal();
    for (const double input : inputs) file << fmt::format("{:.7g},", input);
    file << fmt::format("{:.7g}\n", output(network, weights, inputs) + noise_deviation * normal());
  }
  file.close();
  return open_dataset({path}, {.header = Header::no});
}

// The square error of certain weights: from the statistics, and row by row.
double from_statistics(const TrainedModel& model, const std::vector<double>& weights) {
  Matrix levels(1, weights.size());
  std::ranges::copy(weights, levels.values().begin());
  return QuadraticNetwork(network, second_moments(*model.statistics))
      .expected_square_error(levels, Matrix(1, weights.size(), 1.0));
}

double from_rows(const TrainedModel& model, const std::vector<double>& weights, const Dataset& dataset) {
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  std::vector<double> row(network.num_inputs);
  double result = 0.0;
  for (Rows rows; reader.next(rows);) {
    standardise_inputs(model.preparation.scaling, rows.inputs);
    standardise_targets(model.preparation.scaling, rows.targets);
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = rows.inputs(i, j);
      result += std::pow(rows.targets[i] - output(network, weights, row), 2.0);
    }
  }
  return result;
}

void require_near(double value, double expected, const char* what) {
  if (std::abs(value - expected) <= 1e-8 * std::abs(expected)) return;
  std::cerr << fmt::format("bench_network_rows: {}: {} where {} was expected\n", what, value, expected);
  std::exit(1);
}

double elbo_of(const TrainedModel& model, const QuadraticNetwork& quadratic) {
  const ExpectedLikelihood likelihood = expected_likelihood(quadratic, model.prior, model.noise, model.posterior, true);
  return elbo_gradient(likelihood, model.prior, model.noise, model.posterior, {.entropy = Entropy::exact}).elbo;
}

// ELBO and gradient at the posterior that was found.
double evaluation_seconds(const Training& training) {
  const TrainedModel& model = training.model;
  const SecondMoments statistics = second_moments(*model.statistics);
  const QuadraticNetwork quadratic(network, statistics);
  require_near(elbo_of(model, quadratic), training.report.elbo, "the ELBO");
  return bench::seconds_per_call([&] {
    if (!std::isfinite(elbo_of(model, quadratic))) std::abort();
  });
}

Result measured(std::size_t num_rows, const bench::TemporaryFolder& folder, const Dataset& test) {
  const FitOptions options = network_options(network.hidden);
  const Dataset dataset = generated(num_rows, 2, folder.file("train.csv"));
  const Preparation preparation = prepare(dataset, options).preparation;
  Result result{.num_rows = num_rows};
  Stopwatch stopwatch;
  const Statistics statistics = std::move(accumulate(dataset, preparation).groups.front());
  result.statistics_seconds = stopwatch.lap();
  const Training training = fit(statistics, preparation, options);
  result.fit_seconds = stopwatch.lap();
  const std::vector<double> weights = true_weights();
  require_near(from_statistics(training.model, weights), from_rows(training.model, weights, dataset),
               "the square error");
  result.evaluation_seconds = evaluation_seconds(training);
  result.test_rmse = evaluate(training.model, test).rmse;
  result.report = training.report;
  return result;
}

void print(const Result& r, const Result& first) {
  std::cout << fmt::format("| {} | {:.3f} | {:.0f} | {:.2f} | {:.2f} | {} | {:.4f} | {:.2f} | {:.4f} |\n", r.num_rows,
                           r.statistics_seconds, static_cast<double>(r.num_rows) / r.statistics_seconds, r.fit_seconds,
                           r.fit_seconds / first.fit_seconds, r.report.iterations, 1e3 * r.evaluation_seconds,
                           r.evaluation_seconds / first.evaluation_seconds, r.test_rmse)
            << std::flush;
}

void run() {
  const bench::TemporaryFolder folder;
  const Dataset test = generated(num_test_rows, 3, folder.file("test.csv"));
  std::vector<Result> results;
  std::cout
      << "| rows | statistics, s | rows/s | fit, s | times that of 1000 rows | iterations | ELBO and gradient, ms | "
         "times that of 1000 rows | test RMSE |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const std::size_t num_rows : {1000U, 10000U, 100000U, 1000000U}) {
    results.push_back(measured(num_rows, folder, test));
    print(results.back(), results.front());
  }
  const double ratio = results.back().evaluation_seconds / results.front().evaluation_seconds;
  std::cout << fmt::format(
      "\n- the noise has a standard deviation of {}\n- ELBO and gradient of {} rows against {}: {:.2f} times (bar {}): "
      "{}\n",
      noise_deviation, results.back().num_rows, results.front().num_rows, ratio, evaluation_bar,
      bench::verdict(ratio <= evaluation_bar));
}

}  // namespace

int main() {
  with_threads(0, [] { run(); });
}
