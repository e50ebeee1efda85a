// SPDX-License-Identifier: MIT
// What does the grid of the weights cost, and what does a learned one save? Fold 0 of every set in the folder
// DIRECT_UCI, all on the same statistics and hyperparameters of full precision; prints Markdown.
//
//   bench_supports [--protocol pilot|evidence] [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <iostream>

#include "algebra/parallel.h"
#include "float_draws.h"
#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

struct Method {
  const char* name;
  PosteriorKind posterior;
  const char* support;
  std::size_t levels;
};
constexpr PosteriorKind independent = PosteriorKind::mean_field, ensemble = PosteriorKind::draws;
constexpr Method methods[] = {
    {"fixed 15", independent, "auto", 15},
    {"fixed 63", independent, "auto", 63},
    {"fixed 255", independent, "auto", 255},
    {"pow2 15", independent, "pow2", 15},
    {"learned 15", independent, "learned", 15},
    {"shared 15", independent, "learned-shared", 15},
    {"fixed 15", ensemble, "auto", 15},
    {"learned 15", ensemble, "learned", 15},
    {"shared 15", ensemble, "learned-shared", 15},
    {"learned 7", ensemble, "learned", 7},
    {"learned 3", ensemble, "learned", 3},
};
constexpr std::size_t num_methods = std::size(methods), learned_mean_field = 4, learned_draws = 7;

struct Result {
  double rmse = 0.0, nll = 0.0, zero_codes = 0.0, sparsity = 0.0, seconds = 0.0, distortion = 0.0;
  std::size_t num_active = 0;
  bool is_ensemble = false;
  bench::FloatDrawScores float_draws;
};

struct Row {
  std::string name;
  double num_rows = 0.0;
  Yardstick full_precision;
  std::vector<Result> results;
};

bool held(const FitReport& report) {
  return !report.draws.empty() &&
         std::ranges::none_of(report.draws, [](const DrawReport& draw) { return draw.fate == DrawFate::replaced; });
}

Result result_of(const Training& training, const Evaluation& scores) {
  const TrainedModel& model = training.model;
  Result result{.rmse = scores.rmse,
                .nll = scores.nll,
                .zero_codes = zero_codes(model.posterior, model.prior),
                .sparsity = scores.sparsity,
                .seconds = training.report.seconds.total,
                .is_ensemble = held(training.report)};
  for (const DrawReport& draw : training.report.draws) result.distortion = std::max(result.distortion, draw.distortion);
  return result;
}

Row measured(const std::string& name, const FitOptions& defaults) {
  const bench::UciSet set = bench::uci_set(name, 0);
  const bench::UciStatistics sums = bench::uci_statistics(set, defaults);
  Row row{.name = name};
  for (const Method& method : methods) {
    FitOptions options = sums.options;
    options.posterior = method.posterior;
    options.support = method.support;
    options.levels = method.levels;
    Training training = fit(sums.statistics, sums.preparation, options);
    row.num_rows = training.model.summary.num_rows;
    bench::FloatDrawScores float_draws;
    if (method.posterior == ensemble)
      float_draws = bench::float_draw_scores(training.model, num_components(options), options.seed, set.test);
    const bool is_yardstick = &method == &methods[learned_mean_field];
    if (!is_yardstick) training.model.statistics.reset();
    const Evaluation scores = evaluate(training.model, set.test);
    if (scores.yardstick) row.full_precision = *scores.yardstick;
    row.results.push_back(result_of(training, scores));
    row.results.back().float_draws = float_draws;
    std::cerr << fmt::format("{}: {} {}, RMSE {:.4g}, NLL {:.3f} (float draws {:.3f}), {:.1f} s\n", name,
                             method.posterior == ensemble ? "draws" : "mean field", method.name, scores.rmse,
                             scores.nll, float_draws.nll, training.report.seconds.total);
    for (const std::string& note : training.report.notes) std::cerr << "  " << note << "\n";
  }
  return row;
}

using Value = std::function<double(const Row&, const Result&)>;

double rmse_ratio(const Row& row, const Result& result) { return result.rmse / row.full_precision.rmse; }
double nll_gap(const Row& row, const Result& result) { return result.nll - row.full_precision.nll; }
double rounding_gap(const Row&, const Result& result) { return result.nll - result.float_draws.nll; }

std::vector<double> column(const std::vector<Row>& rows, std::size_t m, const Value& value) {
  std::vector<double> result;
  for (const Row& row : rows) result.push_back(value(row, row.results[m]));
  return result;
}

void print(const char* title, const char* format, const std::vector<Row>& rows, const Value& value,
           const std::function<bool(const Method&)>& shown) {
  std::string head = "| set | rows |", line = "|---|--:|";
  for (const Method& method : methods)
    if (shown(method)) {
      head += fmt::format(" {}{} |", method.posterior == ensemble ? "draws, " : "", method.name);
      line += "--:|";
    }
  std::cout << fmt::format("\n{}\n\n{}\n{}\n", title, head, line);
  for (const Row& row : rows) {
    std::cout << fmt::format("| {} | {:.0f} |", row.name, row.num_rows);
    for (std::size_t m = 0; m < num_methods; ++m)
      if (shown(methods[m])) std::cout << ' ' << fmt::format(fmt::runtime(format), value(row, row.results[m])) << " |";
    std::cout << "\n";
  }
}

void print_tables(const std::vector<Row>& rows) {
  const auto all = [](const Method&) { return true; };
  const auto draws = [](const Method& method) { return method.posterior == ensemble; };
  print("Test RMSE over that of full precision", "{:.3f}", rows, rmse_ratio, all);
  print("Test NLL above that of full precision, nats per row", "{:.3f}", rows, nll_gap, all);
  print("Test NLL above that of float draws of the same seeds", "{:.4f}", rows, rounding_gap, draws);
  print(
      "Largest distortion of a draw", "{:.4f}", rows, [](const Row&, const Result& r) { return r.distortion; }, draws);
  print(
      "Share of codes that are the middle one", "{:.2f}", rows,
      [](const Row&, const Result& r) { return r.zero_codes; }, all);
  print(
      "Seconds of evidence and fit", "{:.2f}", rows, [](const Row&, const Result& r) { return r.seconds; }, all);
}

void print_summary(const std::vector<Row>& rows) {
  std::cout
      << "\n| posterior | support | RMSE / full precision, geometric mean | worst | NLL above full precision, median "
         "| above float draws, median | worst | zero codes, median | zero weights, median | draws held |\n"
         "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (std::size_t m = 0; m < num_methods; ++m) {
    const auto ratios = column(rows, m, rmse_ratio), gaps = column(rows, m, nll_gap);
    const auto rounding = column(rows, m, rounding_gap);
    const bool is_ensemble = methods[m].posterior == ensemble;
    const auto zeros = column(rows, m, [](const Row&, const Result& r) { return r.zero_codes; });
    const auto sparsity = column(rows, m, [](const Row&, const Result& r) { return r.sparsity; });
    const auto holds = column(rows, m, [](const Row&, const Result& r) { return r.is_ensemble ? 1.0 : 0.0; });
    std::cout << fmt::format(
        "| {} | {} | {:.4f} | {:.3f} | {:.4f} | {} | {} | {:.2f} | {:.2f} | {} |\n",
        is_ensemble ? "draws-20" : "mean field", methods[m].name, bench::geometric_mean(ratios),
        std::ranges::max(ratios), bench::median(gaps),
        is_ensemble ? fmt::format("{:.4f}", bench::median(rounding)) : "",
        is_ensemble ? fmt::format("{:.4f}", std::ranges::max(rounding)) : "", bench::median(zeros),
        bench::median(sparsity),
        is_ensemble ? fmt::format("{:.0f} of {}", bench::mean(holds) * static_cast<double>(rows.size()), rows.size())
                    : "");
  }
}

void print_bars(const std::vector<Row>& rows) {
  const auto ratios = column(rows, learned_mean_field, rmse_ratio);
  const auto rounding = column(rows, learned_draws, rounding_gap);
  const double mean = bench::geometric_mean(ratios), worst = std::ranges::max(ratios);
  std::cout << fmt::format("\n- learned mean field, RMSE / full precision, geometric mean {:.4f} (bar 1.01): {}\n",
                           mean, bench::verdict(mean <= 1.01));
  std::cout << fmt::format("- and on the worst set {:.4f} (bar 1.05): {}\n", worst, bench::verdict(worst <= 1.05));
  const double median = bench::median(rounding), largest = std::ranges::max(rounding);
  std::cout << fmt::format("- learned draws-20, NLL above float draws, median {:.4f} (bar 0.01): {}\n", median,
                           bench::verdict(median <= 0.01));
  std::cout << fmt::format("- and on the worst set {:.4f} (bar 0.05): {}\n", largest, bench::verdict(largest <= 0.05));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  use_single_threaded_blas();
  std::vector<Row> rows;
  for (const std::string& name : arguments.sets) rows.push_back(measured(name, arguments.options));
  print_tables(rows);
  print_summary(rows);
  print_bars(rows);
}
