// SPDX-License-Identifier: MIT
// What are mixtures and draws worth beyond mean field, and how near are 20 draws of 4 bits to full precision? Fold 0 of
// every set in the folder DIRECT_UCI, all posteriors on the same statistics, support and noise; prints Markdown.
//
//   bench_mixture [--protocol pilot|evidence] [--features 2000] [SET...]
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
  Entropy entropy = Entropy::pairwise;
};
constexpr Method methods[] = {{"mean field", PosteriorKind::mean_field},
                              {"taylor-5", PosteriorKind::mixture, Entropy::taylor},
                              {"sampled-5", PosteriorKind::mixture, Entropy::sampled},
                              {"pairwise-5", PosteriorKind::mixture, Entropy::pairwise},
                              {"draws-20", PosteriorKind::draws}};
constexpr std::size_t num_methods = std::size(methods), mean_field = 0, taylor = 1, pairwise = 3, draws = 4;

struct Result {
  double rmse = 0.0, nll = 0.0, sparsity = 0.0;
  double bound_gain = 0.0;  // of the entropies at this posterior: pairwise minus Taylor at the marginals
  FitReport report;
};

struct Row {
  std::string name;
  double num_rows = 0.0;
  std::vector<Result> results;  // of the methods
  bench::FloatDrawScores float_draws;
  Yardstick full_precision;
};

Result result_of(const Training& training, const Evaluation& scores) {
  const Posterior& q = training.model.posterior;
  Result result{.rmse = scores.rmse, .nll = scores.nll, .sparsity = scores.sparsity, .report = training.report};
  if (training.model.options.posterior == PosteriorKind::mixture)
    result.bound_gain = pairwise_entropy(q) - taylor_entropy(q, log_marginals(q));
  return result;
}

Row measured(const std::string& name, const FitOptions& defaults) {
  const bench::UciSet set = bench::uci_set(name, 0);
  const bench::UciFit base = bench::uci_fit(set, defaults);
  Row row{.name = name, .num_rows = base.training.model.summary.num_rows};
  for (const Method& method : methods) {
    FitOptions options = base.options;
    options.posterior = method.posterior;
    options.entropy = method.entropy;
    Training training = bench::refit(base.training.model, options);
    if (method.posterior == PosteriorKind::draws)
      row.float_draws = bench::float_draw_scores(training.model, num_components(options), options.seed, set.test);
    if (&method != methods) training.model.statistics.reset();  // one yardstick is enough
    const Evaluation scores = evaluate(training.model, set.test);
    if (scores.yardstick) row.full_precision = *scores.yardstick;
    row.results.push_back(result_of(training, scores));
    std::cerr << fmt::format("{}: {}, NLL {:.3f}, {:.1f} s\n", name, method.name, scores.nll,
                             row.results.back().report.seconds.fit);
  }
  return row;
}

// What a table says of one row and one of its methods; the columns after them are `more`.
struct Table {
  const char* title;
  const char* format;
  std::function<double(const Row&, std::size_t)> value;
  std::vector<std::pair<std::string, std::function<double(const Row&)>>> more = {};
};

void print(const Table& table, const std::vector<Row>& rows) {
  std::string head = "| set | rows |", line = "|---|--:|";
  for (const Method& method : methods) head += fmt::format(" {} |", method.name), line += "--:|";
  for (const auto& [name, value] : table.more) head += fmt::format(" {} |", name), line += "--:|";
  std::cout << fmt::format("\n{}\n\n{}\n{}\n", table.title, head, line);
  for (const Row& row : rows) {
    std::cout << fmt::format("| {} | {:.0f} |", row.name, row.num_rows);
    for (std::size_t m = 0; m < num_methods; ++m)
      std::cout << ' ' << fmt::format(fmt::runtime(table.format), table.value(row, m)) << " |";
    for (const auto& [name, value] : table.more)
      std::cout << ' ' << fmt::format(fmt::runtime(table.format), value(row)) << " |";
    std::cout << "\n";
  }
}

double nll_gain(const Row& row, std::size_t m) { return row.results[m].nll - row.full_precision.nll; }
double rmse_ratio(const Row& row, std::size_t m) { return row.results[m].rmse / row.full_precision.rmse; }
double elbo_gain(const Row& row, std::size_t m) {
  return row.results[m].report.elbo - row.results[mean_field].report.elbo;
}
std::size_t count(const Row& row, DrawFate fate) {
  const std::vector<DrawReport>& reports = row.results[draws].report.draws;
  return static_cast<std::size_t>(
      std::count_if(reports.begin(), reports.end(), [fate](const DrawReport& draw) { return draw.fate == fate; }));
}
double largest_distortion(const Row& row) {
  double largest = 0.0;
  for (const DrawReport& draw : row.results[draws].report.draws) largest = std::max(largest, draw.distortion);
  return largest;
}

void print_tables(const std::vector<Row>& rows) {
  print({.title = "Test NLL, nats per row",
         .format = "{:.3f}",
         .value = [](const Row& row, std::size_t m) { return row.results[m].nll; },
         .more = {{"float draws", [](const Row& row) { return row.float_draws.nll; }},
                  {"full precision", [](const Row& row) { return row.full_precision.nll; }}}},
        rows);
  print({.title = "Test RMSE over that of full precision, which is in the last column",
         .format = "{:.4g}",
         .value = rmse_ratio,
         .more = {{"float draws", [](const Row& row) { return row.float_draws.rmse / row.full_precision.rmse; }},
                  {"full precision", [](const Row& row) { return row.full_precision.rmse; }}}},
        rows);
  print({.title = "Seconds of the fit, statistics and support given",
         .format = "{:.2f}",
         .value = [](const Row& row, std::size_t m) { return row.results[m].report.seconds.fit; }},
        rows);
  print({.title = "Sparsity: probability that a weight is zero",
         .format = "{:.3f}",
         .value = [](const Row& row, std::size_t m) { return row.results[m].sparsity; }},
        rows);
  print({.title = "ELBO above that of mean field, nats",
         .format = "{:.2f}",
         .value = elbo_gain,
         .more = {{"pairwise - taylor",
                   [](const Row& row) { return elbo_gain(row, pairwise) - elbo_gain(row, taylor); }}}},
        rows);
  std::cout << "\nThe 20 draws\n\n| set | as rounded | refined | replaced by mean field | largest distortion |\n"
               "|---|--:|--:|--:|--:|\n";
  for (const Row& row : rows)
    std::cout << fmt::format("| {} | {} | {} | {} | {:.4f} |\n", row.name, count(row, DrawFate::kept),
                             count(row, DrawFate::refined), count(row, DrawFate::replaced), largest_distortion(row));
}

std::vector<double> values(const std::vector<Row>& rows, const std::function<double(const Row&)>& value,
                           const std::vector<std::string>& without = {}) {
  std::vector<double> result;
  for (const Row& row : rows)
    if (std::find(without.begin(), without.end(), row.name) == without.end()) result.push_back(value(row));
  return result;
}

void print_methods(const std::vector<Row>& rows) {
  std::cout << "\n| | NLL above full precision, median | RMSE / full precision, geometric mean without bike | "
               "seconds in all |\n|---|--:|--:|--:|\n";
  for (std::size_t m = 0; m < num_methods; ++m) {
    const auto all = values(rows, [m](const Row& row) { return nll_gain(row, m); });
    const auto ratios = values(rows, [m](const Row& row) { return rmse_ratio(row, m); }, {"bike"});
    const auto seconds = values(rows, [m](const Row& row) { return row.results[m].report.seconds.fit; });
    std::cout << fmt::format("| {} | {:.4f} | {} | {:.1f} |\n", methods[m].name, bench::median(all),
                             ratios.empty() ? "-" : fmt::format("{:.4f}", bench::geometric_mean(ratios)),
                             bench::mean(seconds) * static_cast<double>(rows.size()));
  }
}

void print_draws(const std::vector<Row>& rows) {
  const auto gains = values(rows, [](const Row& row) { return nll_gain(row, draws); }, {"bike", "kin40k", "pol"});
  if (!gains.empty())
    std::cout << fmt::format(
        "\n- NLL(draws-20) - NLL(full precision), median without bike, kin40k, pol: {:.4f} (bar 0.02): {}\n",
        bench::median(gains), bench::verdict(bench::median(gains) <= 0.02));
  const auto rounding = values(rows, [](const Row& row) { return row.results[draws].nll - row.float_draws.nll; });
  std::cout << fmt::format(
      "- NLL(draws-20) - NLL(float draws of the same seeds), median of all sets: {:.4f}, largest {:.4f}\n",
      bench::median(rounding), *std::max_element(rounding.begin(), rounding.end()));
  const auto replaced =
      values(rows, [](const Row& row) { return static_cast<double>(count(row, DrawFate::replaced)); });
  std::cout << fmt::format("- draws replaced by mean field: {:.0f} of {}, on {} of {} sets\n",
                           bench::mean(replaced) * static_cast<double>(rows.size()),
                           rows.size() * rows.front().results[draws].report.draws.size(),
                           std::count_if(replaced.begin(), replaced.end(), [](double n) { return n > 0.0; }),
                           rows.size());
}

std::string comparison(const std::vector<double>& gains) {
  const auto wins = std::count_if(gains.begin(), gains.end(), [](double gain) { return gain >= 0.0; });
  return fmt::format("{} of {}, mean difference {:.3f} nats, median {:.3f}", wins, gains.size(), bench::mean(gains),
                     bench::median(gains));
}

bool is_mixture(std::size_t m) { return methods[m].posterior == PosteriorKind::mixture; }

void print_bounds(const std::vector<Row>& rows) {
  std::vector<double> at_posteriors;
  std::size_t violations = 0;
  for (const Row& row : rows)
    for (std::size_t m = 0; m < num_methods; ++m) {
      const FitReport& report = row.results[m].report;
      if (!is_mixture(m)) continue;
      at_posteriors.push_back(row.results[m].bound_gain);
      if (!report.trace.empty() && report.elbo < report.trace.front().elbo) ++violations;
    }
  const auto trained = values(rows, [](const Row& row) { return elbo_gain(row, pairwise) - elbo_gain(row, taylor); });
  std::cout << fmt::format("- ELBO of the trained pairwise-5 at or above that of taylor-5: {}\n", comparison(trained));
  std::cout << fmt::format(
      "- entropies of the same trained mixture, pairwise at or above Taylor at the marginals: {}\n",
      comparison(at_posteriors));
  std::cout << fmt::format("- mixtures whose ELBO is below that of their own start: {} of {}: {}\n", violations,
                           at_posteriors.size(), bench::verdict(violations == 0));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  use_single_threaded_blas();
  std::vector<Row> rows;
  for (const std::string& name : arguments.sets) rows.push_back(measured(name, arguments.options));
  print_tables(rows);
  print_methods(rows);
  print_draws(rows);
  print_bounds(rows);
}
