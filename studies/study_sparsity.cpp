// SPDX-License-Identifier: MIT
// The paper's claims on sparsity: how many weights are zero on gas and electric, with the paper's optimiser and with
// ours, and under priors that seek zeros; and what the sums of electric cost. electric is a generated set of the shape
// of the paper's.
#include <direct/data.h>
#include <direct/error.h>
#include <direct/synthetic.h>

#include <fmt/format.h>
#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <thread>

#include "harness/command.h"
#include "harness/data_sets.h"
#include "harness/parse.h"
#include "harness/provenance.h"
#include "harness/results_table.h"
#include "table/methods.h"

namespace study {
namespace {

constexpr std::size_t electric_test_rows = 5000;

struct Arguments {
  std::string sets = "gas,electric", output = "docs/paper/sparsity.csv";
  std::size_t electric_rows = 2049280;
  TableOptions table;
  bool fresh = false;
};

struct PriorChoice {
  std::string name;
  direct::PriorKind kind;
  std::optional<double> spike = {};
};

const std::vector<PriorChoice>& priors() {
  using direct::PriorKind;
  static const std::vector<PriorChoice> all = {
      {"gaussian", PriorKind::gaussian},           {"laplace", PriorKind::laplace},
      {"spike-slab", PriorKind::spike_slab, 0.5},  {"spike-slab", PriorKind::spike_slab, 0.9},
      {"spike-slab", PriorKind::spike_slab, 0.99}, {"spike-slab", PriorKind::spike_slab, 0.999}};
  return all;
}

struct OptimizerChoice {
  std::string name;
  direct::Optimizer optimizer;
};

const std::vector<OptimizerChoice>& optimizers() {
  static const std::vector<OptimizerChoice> all = {{"direct-paper", direct::Optimizer::lbfgs},
                                                   {"direct-auto", direct::Optimizer::automatic}};
  return all;
}

// Of a plain matrix product in double precision, on all cores.
double machine_gflops() {
  constexpr Eigen::Index size = 1024;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(size, size);
  std::vector<double> rates(cores);
  const auto measure = [&](double& rate) {
    Eigen::MatrixXd product = a * a;
    const Clocks clocks;
    int count = 0;
    for (; clocks.elapsed().wall < 1.0; ++count) product.noalias() = a * a;
    rate = 2e-9 * static_cast<double>(size * size * size) * count / clocks.elapsed().wall;
  };
  std::vector<std::jthread> threads;
  for (double& rate : rates) threads.emplace_back([&] { measure(rate); });
  threads.clear();
  double sum = 0.0;
  for (const double rate : rates) sum += rate;
  return sum;
}

FoldProblem problem_of(const std::string& name, const Arguments& arguments, const std::string& scratch) {
  if (name != "electric") return fold_problem(folded_set(name, scratch), 0, arguments.table);
  const std::string train = scratch + "/train.csv", test = scratch + "/test.csv";
  direct::generate("electric", arguments.electric_rows, 1, train);
  direct::generate("electric", std::min(electric_test_rows, arguments.electric_rows), 2, test);
  return fold_problem(direct::open_dataset({train}), direct::open_dataset({test}), arguments.table);
}

class SparsityStudy {
 public:
  SparsityStudy(const Arguments& arguments, Provenance provenance)
      : arguments_(arguments),
        provenance_(std::move(provenance)),
        table_(arguments.output, columns(),
               {.key = {"set", "method", "prior", "spike"}, .machine = provenance_.machine, .fresh = arguments.fresh}) {
  }

  void run(const std::string& set) {
    if (is_done(set)) return;
    fmt::print(stderr, "sparsity, {}: features and sums\n", set);
    const FoldProblem problem = problem_of(set, arguments_, scratch_.path());
    const double gflops = machine_gflops();
    for (const PriorChoice& prior : priors())
      for (const OptimizerChoice& optimizer : optimizers())
        if (!is_done(set, optimizer, prior)) run_one(set, problem, gflops, optimizer, prior);
  }

 private:
  static Cells columns() {
    return signed_columns({"set", "num_rows", "num_features", "max_iterations", "method", "prior", "spike", "rmse",
                           "nll", "sparsity", "elbo", "fit_seconds", "statistics_seconds", "statistics_operations",
                           "gflops_machine"});
  }

  bool is_done(const std::string& set, const OptimizerChoice& optimizer, const PriorChoice& prior) const {
    const TableOptions& table = arguments_.table;
    Cells names = {"set", "method", "prior", "spike", "num_features", "max_iterations", "seed"};
    Cells values = {set,
                    optimizer.name,
                    prior.name,
                    cell(prior.spike),
                    std::to_string(table.num_features),
                    std::to_string(table.max_iterations),
                    std::to_string(table.seed)};
    if (set == "electric") {
      names.push_back("num_rows");
      values.push_back(std::to_string(arguments_.electric_rows));
    }
    return table_.has(names, values);
  }

  bool is_done(const std::string& set) const {
    return std::ranges::all_of(priors(), [&](const PriorChoice& prior) {
      return std::ranges::all_of(optimizers(),
                                 [&](const OptimizerChoice& optimizer) { return is_done(set, optimizer, prior); });
    });
  }

  void run_one(const std::string& set, const FoldProblem& problem, double gflops, const OptimizerChoice& optimizer,
               const PriorChoice& choice) {
    fmt::print(stderr, "sparsity, {}: {}, {} {}\n", set, optimizer.name, choice.name, cell(choice.spike));
    const auto levels = problem.prior.levels.column(0);
    const direct::WeightPrior prior = make_prior(choice.kind, levels, problem.preparation.pilot.weight,
                                                 problem.prior.num_features(), choice.spike.value_or(0.5));
    const MethodScores found = mean_field_scores(problem, prior, optimizer.optimizer);
    const double num_features = static_cast<double>(problem.prior.num_features());
    table_.add(
        signed_row({set, cell(problem.moments.num_rows), std::to_string(problem.options.num_features),
                    std::to_string(problem.options.max_iterations), optimizer.name, choice.name, cell(choice.spike),
                    cell(found.rmse), cell(found.nll), cell(found.sparsity), cell(found.elbo),
                    fmt::format("{:.4f}", found.fit_time.wall), fmt::format("{:.4f}", problem.statistics_time.wall),
                    fmt::format("{:.4g}", problem.moments.num_rows * num_features * (num_features + 1.0)),
                    fmt::format("{:.4g}", gflops)},
                   arguments_.table.seed, provenance_));
  }

  const Arguments& arguments_;
  Provenance provenance_;
  ResultsTable table_;
  ScratchFolder scratch_;
};

void run_sets(const Arguments& arguments, const Provenance& provenance) {
  SparsityStudy study(arguments, provenance);
  for (const std::string& set : split(arguments.sets, ',')) {
    const std::vector<std::string> uci = uci_names();
    if (set == "gas" && std::ranges::find(uci, set) == uci.end())
      fmt::print(stderr, "study_sparsity: gas is left out: {}\n", uci_advice);
    else
      study.run(set);
  }
}

}  // namespace
}  // namespace study

int main(int argc, char** argv) {
  study::Arguments arguments;
  CLI::App app("Sparsity on gas and electric, and what the sums of electric cost.", "study_sparsity");
  app.option_defaults()->always_capture_default();
  app.add_option("--sets", arguments.sets, "Names: gas, electric, or another of study_table");
  app.add_option("--electric-rows", arguments.electric_rows, "Rows of the generated set electric");
  app.add_option("--num-features", arguments.table.num_features, "Fourier features");
  app.add_option("--max-iterations", arguments.table.max_iterations, "Of each optimiser");
  app.add_option("--seed", arguments.table.seed, "Of everything random");
  app.add_option("-o,--output", arguments.output, "A CSV file; rows of this machine that it holds are not run again");
  app.add_flag("--fresh", arguments.fresh, "Run again what the file holds");
  return study::parse_and_run(app, argc, argv,
                              [&](const study::Provenance& provenance) { study::run_sets(arguments, provenance); });
}
