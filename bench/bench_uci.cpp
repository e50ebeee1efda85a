// SPDX-License-Identifier: MIT
// Does `auto` beat the paper's optimiser on every UCI set, how near is 4-bit accuracy to full precision, and how
// long does it take? Fold 0 of every set in the folder DIRECT_UCI; prints Markdown.
//
//   bench_uci [--protocol pilot|evidence] [--features 2000] [--with-best] [SET...]
//
// --with-best also runs `--optimizer best`, and says where it finds a higher ELBO than `auto`.
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>

#include "summary.h"
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

// Another optimiser on exactly the same statistics, support and noise.
Training refit(const bench::UciFit& ours, Optimizer optimizer) {
  FitOptions options = ours.options;
  options.optimizer = optimizer;
  return bench::refit(ours.training.model, options);
}

Row measured(const bench::UciSet& set, const FitOptions& options, bool with_best) {
  const bench::UciFit ours = bench::uci_fit(set, options);
  const TrainedModel& model = ours.training.model;
  const Training paper = refit(ours, Optimizer::lbfgs);
  Row row{.name = set.name,
          .num_rows = model.summary.num_rows,
          .num_inputs = num_inputs(model.preparation.schema),
          .ours = ours.training.report,
          .paper = paper.report,
          .our_scores = evaluate(model, set.test),
          .paper_scores = evaluate(paper.model, set.test)};
  if (with_best) row.best = refit(ours, Optimizer::best).report;
  return row;
}

double geometric_mean(const std::vector<Row>& rows, const std::function<double(const Row&)>& value,
                      const std::string& without = "") {
  std::vector<double> values;
  for (const Row& row : rows)
    if (row.name != without) values.push_back(value(row));
  return bench::geometric_mean(values);
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
                           rows.size() - static_cast<std::size_t>(below), rows.size(), bench::verdict(below == 0));
  std::cout << fmt::format(
      "- RMSE / full precision, geometric mean without bike: {:.4f} (bar 1.05): {}; the paper's optimiser: {:.4f}\n",
      rmse, bench::verdict(rmse <= 1.05), geometric_mean(rows, paper_rmse_ratio, "bike"));
  std::cout << fmt::format(
      "- fit seconds against the paper's optimiser, geometric mean: {:.1f} times less (bar 5): {}\n", speed,
      bench::verdict(speed >= 5.0));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  std::vector<Row> rows;
  print_header();
  for (const std::string& name : arguments.sets) {
    rows.push_back(measured(bench::uci_set(name, 0), arguments.options, arguments.has("--with-best")));
    print(rows.back());
  }
  print_summary(rows);
  print_best(rows);
}
