// SPDX-License-Identifier: MIT
// Does `auto` beat the paper's optimiser on every UCI set, how near is 4-bit accuracy to full precision, and how
// long does it take? Fold 0 of every set in the folder DIRECT_UCI; prints Markdown.
//
//   bench_uci [--protocol pilot|evidence] [--features 2000] [--with-best] [SET...]
//
// pilot: hyperparameters as in the paper, noise fixed at the pilot's, features in floating point; evidence: the
// defaults of `direct fit`.
// --with-best also runs `--optimizer best`, and says where it finds a higher ELBO than `auto`.
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>

#include "uci.h"

namespace {

using namespace direct;

struct Row {
  std::string name;
  double num_rows = 0.0;
  std::size_t num_inputs = 0;
  FitReport ours, paper;
  Evaluation our_scores, paper_scores;
  std::optional<FitReport> best;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Another optimiser on exactly the same statistics, support and noise.
std::pair<TrainedModel, FitReport> refit(const TrainedModel& ours, FitOptions options, Optimizer optimizer) {
  options.optimizer = optimizer;
  const auto start = std::chrono::steady_clock::now();
  PosteriorFit fit = fit_posterior(second_moments(*ours.statistics), ours.prior, ours.noise, options);
  fit.report.seconds.fit = seconds_since(start);
  TrainedModel model = ours;
  model.posterior = std::move(fit.posterior);
  return {std::move(model), std::move(fit.report)};
}

Row measured(const bench::UciSet& set, FitOptions options, bool with_best) {
  const Prepared prepared = prepare(set.train, options);
  const Statistics statistics = std::move(accumulate(set.train, prepared.preparation).groups.front());
  Row row{.name = set.name, .num_rows = num_rows(statistics), .num_inputs = num_inputs(prepared.preparation.schema)};
  if (options.hyperparameters == Hyperparameters::pilot) {
    const double scale = prepared.preparation.scaling.target_scale;
    options.noise = fmt::format("{}", prepared.preparation.pilot.noise * scale * scale);
  }
  Training training = fit(statistics, prepared.preparation, options);
  auto [paper_model, paper_report] = refit(training.model, options, Optimizer::lbfgs);
  if (with_best) row.best = refit(training.model, options, Optimizer::best).second;
  row.our_scores = evaluate(training.model, set.test);
  row.paper_scores = evaluate(paper_model, set.test);
  row.ours = std::move(training.report);
  row.paper = std::move(paper_report);
  return row;
}

double geometric_mean(const std::vector<Row>& rows, const std::function<double(const Row&)>& value,
                      const std::string& without = "") {
  double sum = 0.0, count = 0.0;
  for (const Row& row : rows)
    if (row.name != without) sum += std::log(value(row)), count += 1.0;
  return std::exp(sum / count);
}

double rmse_ratio(const Row& row) { return row.our_scores.rmse / row.our_scores.yardstick->rmse; }
double paper_rmse_ratio(const Row& row) { return row.paper_scores.rmse / row.our_scores.yardstick->rmse; }
double speedup(const Row& row) { return row.paper.seconds.fit / row.ours.seconds.fit; }

void print_header() {
  std::cout << "| set | rows | inputs | ELBO | above the paper's | start | sweeps | RMSE | RMSE / full precision | "
               "paper's | NLL | "
               "full precision | fit s | paper's s | ratio |\n"
               "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
}

void print(const Row& r) {
  std::cout
      << fmt::format(
             "| {} | {:.0f} | {} | {:.1f} | {:.2f} | {}{} | {} | {:.4g} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} "
             "| {:.3f} | {:.1f} |\n",
             r.name, r.num_rows, r.num_inputs, r.ours.elbo, r.ours.elbo - r.paper.elbo, r.ours.start,
             r.ours.converged ? "" : "*", r.ours.iterations, r.our_scores.rmse, rmse_ratio(r), paper_rmse_ratio(r),
             r.our_scores.nll, r.our_scores.yardstick->nll, r.ours.seconds.fit, r.paper.seconds.fit, speedup(r))
      << std::flush;
}

std::string verdict(bool holds) { return holds ? "holds" : "FALLS SHORT"; }

void print_best(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (!row.best) continue;
    std::cout << fmt::format("- `best` on {}: {:+.2f} nats over `auto` ({}), in {:.1f} s\n", row.name,
                             row.best->elbo - row.ours.elbo, row.best->start, row.best->seconds.fit);
  }
}

void print_summary(const std::vector<Row>& rows) {
  const auto below = std::count_if(rows.begin(), rows.end(), [](const Row& r) { return r.ours.elbo < r.paper.elbo; });
  const double rmse = geometric_mean(rows, rmse_ratio, "bike"), speed = geometric_mean(rows, speedup);
  std::cout << fmt::format("\n- ELBO at or above the paper's optimiser on {} of {} sets: {}\n",
                           rows.size() - static_cast<std::size_t>(below), rows.size(), verdict(below == 0));
  std::cout << fmt::format(
      "- RMSE / full precision, geometric mean without bike: {:.4f} (bar 1.05): {}; the paper's optimiser: {:.4f}\n",
      rmse, verdict(rmse <= 1.05), geometric_mean(rows, paper_rmse_ratio, "bike"));
  std::cout << fmt::format(
      "- fit seconds against the paper's optimiser, geometric mean: {:.1f} times less (bar 5): {}\n", speed,
      verdict(speed >= 5.0));
}

}  // namespace

int main(int argc, char** argv) {
  FitOptions options;
  std::vector<std::string> names;
  bool with_best = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--protocol" && i + 1 < argc) {
      const bool pilot = std::string(argv[++i]) == "pilot";
      options.hyperparameters = pilot ? Hyperparameters::pilot : Hyperparameters::evidence;
      if (pilot) options.feature_bits = 0;
    } else if (word == "--features" && i + 1 < argc) {
      options.num_features = std::stoul(argv[++i]);
    } else if (word == "--with-best") {
      with_best = true;
    } else {
      names.push_back(word);
    }
  }
  const std::vector<std::string> sets = names.empty() ? bench::uci_names() : names;
  if (sets.empty()) {
    std::cerr << "bench_uci: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz\n";
    return 0;
  }
  std::vector<Row> rows;
  print_header();
  for (const std::string& name : sets) {
    rows.push_back(measured(bench::uci_set(name, 0), options, with_best));
    print(rows.back());
  }
  print_summary(rows);
  print_best(rows);
}
