// SPDX-License-Identifier: MIT
// Figure 1 of the paper: how fast DIRECT and REINFORCE raise the ELBO, at three sizes, and what a gradient costs.
#include <direct/error.h>

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "figure1/traces.h"
#include "harness/clocks.h"
#include "harness/command.h"
#include "harness/parse.h"
#include "harness/provenance.h"
#include "harness/results_table.h"

namespace study {
namespace {

struct Arguments {
  std::string folder = "docs/paper", sizes = "small,more-rows,more-weights,hard";
  int iterations = 5000;
  std::uint64_t seed = 0;
  bool tiny = false, fresh = false;
};

const std::vector<Figure1Size>& sizes() {
  static const std::vector<Figure1Size> all = {
      {"small", 100, 20}, {"more-rows", 100000, 20}, {"more-weights", 100, 200}, {"hard", 1000, 20, true}};
  return all;
}

const std::vector<Figure1Size>& tiny_sizes() {
  static const std::vector<Figure1Size> all = {
      {"small", 50, 6}, {"more-rows", 200, 6}, {"more-weights", 50, 10}, {"hard", 50, 6, true}};
  return all;
}

const Figure1Size& size_of(const std::string& name, bool tiny) {
  const std::vector<Figure1Size>& all = tiny ? tiny_sizes() : sizes();
  const auto found = std::ranges::find(all, name, &Figure1Size::name);
  if (found == all.end())
    throw direct::Error(direct::ErrorKind::usage,
                        "--sizes: expected some of small, more-rows, more-weights, hard, found " + name);
  return *found;
}

std::vector<std::size_t> sample_counts(bool tiny) {
  return tiny ? std::vector<std::size_t>{1, 10} : std::vector<std::size_t>{1, 10, 100, 1000};
}

class Figure1 {
 public:
  Figure1(const Arguments& arguments, Provenance provenance)
      : arguments_(arguments),
        provenance_(std::move(provenance)),
        traces_(arguments.folder + "/figure1.csv",
                signed_columns({"size", "num_rows", "num_features", "num_levels", "method", "samples", "step_size",
                                "budget", "iteration", "seconds", "elbo"}),
                {.key = {"size", "method", "samples"}, .machine = provenance_.machine, .fresh = arguments.fresh}),
        costs_(arguments.folder + "/figure1_cost.csv",
               signed_columns({"size", "num_rows", "num_features", "method", "samples", "seconds_per_iteration"}),
               {.key = {"size", "method", "samples"}, .machine = provenance_.machine, .fresh = arguments.fresh}) {}

  void run() {
    for (const std::string& name : split(arguments_.sizes, ',')) run_size(size_of(name, arguments_.tiny));
  }

 private:
  void run_size(const Figure1Size& size) {
    const Figure1Problem problem = figure1_problem(size, arguments_.seed);
    add_direct(size, problem, "direct-lbfgs", direct::Optimizer::lbfgs);
    add_direct(size, problem, "direct-auto", direct::Optimizer::automatic);
    for (const std::size_t samples : sample_counts(arguments_.tiny)) {
      add_reinforce(size, problem, "reinforce", samples, Baseline::none);
      add_reinforce(size, problem, "reinforce-baseline", samples, Baseline::others);
    }
    add_costs(size, problem);
  }

  bool is_done(const ResultsTable& table, const Figure1Size& size, Cells names, Cells values) const {
    names.insert(names.end(), {"size", "num_rows", "num_features", "seed"});
    values.insert(values.end(), {size.name, std::to_string(size.num_rows), std::to_string(size.num_features),
                                 std::to_string(arguments_.seed)});
    return table.has(names, values);
  }

  void add_direct(const Figure1Size& size, const Figure1Problem& problem, const std::string& method,
                  direct::Optimizer optimizer) {
    if (is_done(traces_, size, {"method"}, {method})) return;
    add_trace(size, {method, "", "", ""}, direct_trace(problem, optimizer));
  }

  void add_reinforce(const Figure1Size& size, const Figure1Problem& problem, const std::string& method,
                     std::size_t samples, Baseline baseline) {
    const std::string count = std::to_string(samples), budget = std::to_string(arguments_.iterations);
    if (is_done(traces_, size, {"method", "samples", "budget"}, {method, count, budget})) return;
    fmt::print(stderr, "figure 1, {}: {} with {} samples\n", size.name, method, samples);
    const ReinforceOptions options{
        .samples = samples, .baseline = baseline, .iterations = arguments_.iterations, .seed = arguments_.seed};
    const TunedTrace tuned = tuned_reinforce_trace(problem, options);
    add_trace(size, {method, count, fmt::format("{:.3g}", tuned.step_size), budget}, tuned.trace);
  }

  void add_trace(const Figure1Size& size, const Cells& method, const Trace& trace) {
    std::vector<Cells> rows;
    for (const TracePoint& point : trace) {
      Cells row = {size.name, std::to_string(size.num_rows), std::to_string(size.num_features), "3"};
      row.insert(row.end(), method.begin(), method.end());
      for (const std::string& text :
           {std::to_string(point.iteration), fmt::format("{:.6g}", point.seconds), fmt::format("{:.10g}", point.elbo)})
        row.push_back(text);
      rows.push_back(signed_row(std::move(row), arguments_.seed, provenance_));
    }
    traces_.add(rows);
  }

  void add_costs(const Figure1Size& size, const Figure1Problem& problem) {
    if (is_done(costs_, size, {}, {})) return;
    std::vector<Cells> rows;
    const auto add = [&](const std::string& method, const std::string& samples, const std::function<void()>& body) {
      rows.push_back(signed_row({size.name, std::to_string(size.num_rows), std::to_string(size.num_features), method,
                                 samples, fmt::format("{:.4g}", seconds_per_call(body))},
                                arguments_.seed, provenance_));
    };
    const direct::LinearRegression model(problem.statistics);
    const direct::Posterior prior = prior_as_posterior(problem.prior, problem.noise);
    add("direct-gradient", "", [&] { elbo_gradient(model, problem.prior, problem.noise, prior); });
    const std::map<std::string, SquareErrors> sources = {
        {"reinforce-statistics", square_errors_from_statistics(problem.statistics)},
        {"reinforce-rows", square_errors_from_rows(problem.features, problem.targets)}};
    for (const auto& [method, source] : sources)
      for (const std::size_t samples : sample_counts(arguments_.tiny)) {
        const ReinforceProblem reinforce = reinforce_problem(problem, source);
        ReinforceGradient gradient(reinforce, samples, Baseline::others, arguments_.seed);
        add(method, std::to_string(samples), [&, logits = uniform_logits(problem)] { gradient(logits); });
      }
    costs_.add(rows);
  }

  // The mean of as many calls as take a tenth of a second, one at least.
  static double seconds_per_call(const std::function<void()>& body) {
    body();
    const Clocks clocks;
    int calls = 0;
    for (; calls == 0 || clocks.elapsed().wall < 0.1; ++calls) body();
    return clocks.elapsed().wall / calls;
  }

  const Arguments& arguments_;
  Provenance provenance_;
  ResultsTable traces_, costs_;
};

}  // namespace
}  // namespace study

int main(int argc, char** argv) {
  study::Arguments arguments;
  CLI::App app("Figure 1 of the paper: the ELBO of DIRECT and of REINFORCE against iterations and seconds.",
               "study_figure1");
  app.option_defaults()->always_capture_default();
  CLI::Option* const output =
      app.add_option("-o,--output", arguments.folder,
                     "Folder of figure1.csv and figure1_cost.csv; what they hold of this machine is not run again");
  app.add_option("--sizes", arguments.sizes, "Names");
  app.add_option("--iterations", arguments.iterations, "Of REINFORCE")->check(CLI::PositiveNumber);
  app.add_option("--seed", arguments.seed, "Of everything random");
  app.add_flag("--tiny", arguments.tiny, "Sizes for a test")->needs(output);
  app.add_flag("--fresh", arguments.fresh, "Run again what the files hold");
  return study::parse_and_run(
      app, argc, argv, [&](const study::Provenance& provenance) { study::Figure1(arguments, provenance).run(); });
}
