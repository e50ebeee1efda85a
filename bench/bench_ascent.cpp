// SPDX-License-Identifier: MIT
// Does `--optimizer auto` arrive? On the authors' tutorial, on 482 rows, and on 200 generated problems of mean-field
// posteriors: its ELBO against that of the paper's L-BFGS, its steps and its seconds. Prints Markdown.
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "oracle/ascent_problems.h"
#include "summary.h"

namespace {

using namespace direct;

constexpr double rounding = 1e-3;  // nats: both stop before the very end

struct Fitted {
  FitReport report;
  double seconds = 0.0;
};

Fitted fitted(const oracle::AscentProblem& problem, FitOptions options) {
  options.posterior = PosteriorKind::mean_field;
  options.threads = 1;
  Fitted result;
  result.seconds = bench::median_seconds(
      3, [&] { result.report = fit_posterior(problem.statistics, problem.prior, problem.noise, options).report; });
  return result;
}

struct Comparison {
  Fitted ours, paper;

  double gap() const { return ours.report.elbo - paper.report.elbo; }
  double steps() const { return static_cast<double>(ours.report.trace.size()); }  // of all starts
  double ratio() const { return paper.seconds / ours.seconds; }
};

Comparison compared(const oracle::AscentProblem& problem) {
  return {.ours = fitted(problem, {}), .paper = fitted(problem, {.optimizer = Optimizer::lbfgs})};
}

void print_tutorial() {
  std::cout
      << "| the authors' tutorial, seed | optimum | `auto` below it | steps | ms | L-BFGS below it | iterations | "
         "ms |\n|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const std::uint64_t seed : {0, 1, 2}) {
    const oracle::AscentProblem problem = oracle::tutorial_problem(seed);
    const Comparison c = compared(problem);
    const double best = fitted(problem, {.max_iterations = 20000, .tolerance = 1e-12}).report.elbo;
    std::cout << fmt::format("| {} | {:.6f} | {:.6f} | {:.0f} | {:.1f} | {:.6f} | {} | {:.1f} |\n", seed, best,
                             best - c.ours.report.elbo, c.steps(), 1e3 * c.ours.seconds, best - c.paper.report.elbo,
                             c.paper.report.iterations, 1e3 * c.paper.seconds);
  }
  std::cout << '\n';
}

template <typename Value>
std::vector<double> values_of(const std::vector<Comparison>& comparisons, Value value) {
  std::vector<double> values;
  for (const Comparison& c : comparisons) values.push_back((c.*value)());
  return values;
}

void print_row(const std::string& name, const std::vector<Comparison>& comparisons) {
  const std::vector<double> gaps = values_of(comparisons, &Comparison::gap);
  const std::vector<double> steps = values_of(comparisons, &Comparison::steps);
  const auto below = std::ranges::count_if(gaps, [](double gap) { return gap < -rounding; });
  std::cout << fmt::format("| {} | {} | {} | {:.6f} | {:.4g} | {:.0f} | {:.0f} | {:.1f} |\n", name, gaps.size(), below,
                           *std::ranges::min_element(gaps), bench::median(gaps), bench::median(steps),
                           *std::ranges::max_element(steps),
                           bench::geometric_mean(values_of(comparisons, &Comparison::ratio)));
}

template <typename Problem>
std::vector<Comparison> comparisons(std::uint64_t count, Problem problem) {
  std::vector<Comparison> result;
  for (std::uint64_t seed = 0; seed < count; ++seed) result.push_back(compared(problem(seed)));
  return result;
}

}  // namespace

int main() {
  print_tutorial();
  std::cout << "| `auto` less L-BFGS | problems | below | least, nats | median, nats | steps, median | steps, most | "
               "seconds, times less |\n|---|--:|--:|--:|--:|--:|--:|--:|\n";
  const auto few = comparisons(40, [](std::uint64_t seed) { return oracle::few_rows_problem(seed, 100); });
  print_row("482 rows, 200 features", few);
  const auto generated = comparisons(200, oracle::correlated_problem);
  print_row("generated", generated);
  const auto is_below = [](const Comparison& c) { return c.gap() < -rounding; };
  const bool holds = std::ranges::none_of(few, is_below) && std::ranges::none_of(generated, is_below);
  std::cout << fmt::format("\n- never below L-BFGS: {}\n", bench::verdict(holds));
}
