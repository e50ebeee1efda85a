// SPDX-License-Identifier: MIT
// Do integer features see as much as those in floating point? On the generated sensors, `calibration` and `battery`,
// and fold 0 of every set in the folder DIRECT_UCI: the default fit against the same with --feature-bits 0; and whether
// a step of one ADC count changes the output. Prints Markdown; exit code 1 where a bar is missed.
//
//   bench_resolution [--features N] [SET...]
#include <direct/deploy.h>
#include <direct/direct.h>

#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <set>

#include "summary.h"
#include "temporary_folder.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr double rmse_bar = 1.01;
constexpr std::size_t num_neighbours = 100;
constexpr std::uint64_t num_seeds = 3;

// RMSE of integer features over that in floating point, once for each seed of the frequencies.
struct Comparison {
  std::string name;
  std::vector<double> ratios = {};       // against --feature-bits 0
  std::vector<double> same_ratios = {};  // against floats with the frequencies of the integers, which are rounded
  Evaluation integer = {};               // of seed 0
  double ratio() const { return bench::geometric_mean(ratios); }
  double same_ratio() const { return bench::geometric_mean(same_ratios); }
  bool passes() const { return ratio() <= rmse_bar; }
};

std::string feature_cost_cell(const std::optional<FeatureCost>& cost) {
  return cost ? fmt::format("{:.4f}, {:+.4f}", cost->rmse_ratio, cost->nll) : "-";
}

std::string ratios_cell(const std::vector<double>& ratios) {
  std::string text;
  for (const double ratio : ratios) text += fmt::format("{}{:.4f}", text.empty() ? "" : ", ", ratio);
  return text;
}

void print(const Comparison& c) {
  std::cout << fmt::format("| {} | {:.5g} | {} | {:.4f} | {:.4f} | {} | {} |\n", c.name, c.integer.rmse,
                           ratios_cell(c.ratios), c.ratio(), c.same_ratio(), feature_cost_cell(c.integer.feature_codes),
                           c.passes() ? "yes" : "**no**")
            << std::flush;
}

double rmse_on_floats(const Dataset& train, const Dataset& test, const FitOptions& options,
                      const Preparation* like = nullptr) {
  FitOptions floats = options;
  floats.feature_bits = 0;
  return evaluate(fit(train, floats, like).model, test).rmse;
}

Comparison compared(const std::string& name, const Dataset& train, const Dataset& test, FitOptions options) {
  Comparison result{.name = name};
  for (options.seed = 0; options.seed < num_seeds; ++options.seed) {
    const TrainedModel model = fit(train, options).model;
    const Evaluation integer = evaluate(model, test);
    if (options.seed == 0) result.integer = integer;
    Preparation same = model.preparation;
    same.features = float_features(same.features);
    result.ratios.push_back(integer.rmse / rmse_on_floats(train, test, options));
    result.same_ratios.push_back(integer.rmse / rmse_on_floats(train, test, options, &same));
  }
  return result;
}

struct GeneratedSet {
  Dataset train, test;
};

GeneratedSet generated(const bench::TemporaryFolder& folder, const std::string& kind, const std::string& target) {
  const std::string train = folder.file(kind + "_train.csv"), test = folder.file(kind + "_test.csv");
  generate(kind, 4000, 1, train);
  generate(kind, 2000, 2, test);
  return {.train = open_dataset({train}, {.target = target}), .test = open_dataset({test}, {.target = target})};
}

// Inputs in the middle of their ranges, but for the first, an ADC, which takes so many counts in turn.
Matrix neighbouring_counts() {
  constexpr double middle[] = {2600.0, 3300.0, 20.0, 50.0, 1000.0, 3.3};
  Matrix inputs(num_neighbours, std::size(middle));
  for (std::size_t i = 0; i < num_neighbours; ++i)
    for (std::size_t j = 0; j < inputs.cols(); ++j) inputs(i, j) = middle[j] + (j == 0 ? static_cast<double>(i) : 0.0);
  return inputs;
}

std::size_t num_different(const std::vector<double>& means) { return std::set(means.begin(), means.end()).size(); }

std::vector<double> chip_means(const TrainedModel& model, const Matrix& inputs) {
  const IntegerModel integer = integer_model(model);
  const IntegerPredictor chip(integer);
  std::vector<double> means;
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < inputs.cols(); ++j) row.push_back(inputs(i, j));
    means.push_back(chip.value(chip(chip.codes(row)).mean));
  }
  return means;
}

// Steps of each weight's own do not hold deviations where there is so little noise: the chip has one for all.
bool print_neighbours(const Dataset& train, FitOptions options) {
  const Matrix inputs = neighbouring_counts();
  std::vector<double> means;
  for (const Prediction& row : Predictor(fit(train, options).model)(inputs)) means.push_back(row.mean);
  const std::size_t host = num_different(means);
  options.support = "learned-shared";
  const std::size_t chip = num_different(chip_means(fit(train, options).model, inputs));
  std::cout << fmt::format(
      "\n{} neighbouring counts of the ADC of `calibration` give {} different means on the host, and {} on a chip "
      "(`--support learned-shared`).\n\n",
      num_neighbours, host, chip);
  return host == num_neighbours && chip == num_neighbours;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  FitOptions options;
  options.num_features = arguments.options.num_features;
  const bench::TemporaryFolder folder;
  const GeneratedSet calibration = generated(folder, "calibration", "gas_ppm");
  const GeneratedSet battery = generated(folder, "battery", "state_of_health");
  std::cout << "# Resolution of integer features\n";
  bool passes = print_neighbours(calibration.train, options);
  std::cout << fmt::format(
                   "RMSE of `direct fit` ({} features) over that with `--feature-bits 0`, for seeds 0 to {} of the "
                   "frequencies, and the geometric mean, at most {}. Same frequencies: over that of the "
                   "rounded frequencies in floating point. Cost of features: of full precision, on pilot rows "
                   "that are left out (RMSE ratio, nats per row).\n\n",
                   options.num_features, num_seeds - 1, rmse_bar)
            << "| set | RMSE | ratios | mean | same frequencies | cost of features | passes |\n"
               "|---|--:|--:|--:|--:|--:|---|\n";
  std::vector<double> ratios;
  const auto add = [&](const Comparison& comparison) {
    print(comparison);
    passes &= comparison.passes();
    ratios.push_back(comparison.ratio());
  };
  add(compared("calibration", calibration.train, calibration.test, options));
  add(compared("battery", battery.train, battery.test, options));
  for (const std::string& name : arguments.sets) {
    const bench::UciSet set = bench::uci_set(name, 0);
    add(compared(name, set.train, set.test, options));
  }
  std::cout << fmt::format("\nGeometric mean {:.4f}. {}\n", bench::geometric_mean(ratios),
                           passes ? "Every bar is met." : "**A bar is missed.**");
  return passes ? 0 : 1;
}
