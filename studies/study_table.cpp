// SPDX-License-Identifier: MIT
// Tables 1 and 2 of the paper: cross-validation on the UCI sets, method by method. Every row is written as soon as it
// is known, and what is in the file is not run again.
#include <direct/error.h>

#include <fmt/format.h>
#include <algorithm>

#include "harness/command.h"
#include "harness/data_sets.h"
#include "harness/parse.h"
#include "harness/provenance.h"
#include "harness/results_table.h"
#include "table/methods.h"
#include "table/schedule.h"

namespace study {
namespace {

constexpr std::size_t most_rows_for_all_folds = 3000;
constexpr std::size_t folds_of_large_sets = 3;

struct Arguments {
  std::string sets, folds, methods, output = "docs/paper/table.csv";
  TableOptions table;
  double patience = 60.0;
  bool fresh = false;
};

Cells columns() {
  return signed_columns({"set",
                         "num_rows",
                         "num_inputs",
                         "fold",
                         "method",
                         "num_features",
                         "num_levels",
                         "max_iterations",
                         "rmse",
                         "nll",
                         "sparsity",
                         "elbo",
                         "iterations",
                         "converged",
                         "step_size",
                         "fit_seconds",
                         "fit_cpu_seconds",
                         "prepare_seconds",
                         "statistics_seconds",
                         "statistics_cpu_seconds"});
}

Cells row_of(const FoldTask& task, const std::string& method, const FoldProblem& problem, const MethodScores& found,
             const Provenance& provenance) {
  return signed_row({task.set,
                     cell(problem.moments.num_rows),
                     std::to_string(num_inputs(problem.preparation.schema)),
                     std::to_string(task.fold),
                     method,
                     std::to_string(problem.options.num_features),
                     std::to_string(problem.options.num_levels),
                     std::to_string(problem.options.max_iterations),
                     cell(found.rmse),
                     cell(found.nll),
                     cell(found.sparsity),
                     cell(found.elbo),
                     cell(found.iterations),
                     cell(found.converged),
                     cell(found.step_size),
                     fmt::format("{:.4f}", found.fit_time.wall),
                     fmt::format("{:.4f}", found.fit_time.cpu),
                     fmt::format("{:.4f}", problem.prepare_time.wall),
                     fmt::format("{:.4f}", problem.statistics_time.wall),
                     fmt::format("{:.4f}", problem.statistics_time.cpu)},
                    problem.options.seed, provenance);
}

std::vector<std::string> chosen_sets(const std::string& names) {
  if (!names.empty()) return split(names, ',');
  const std::vector<std::string> uci = uci_names();
  if (!uci.empty()) return uci;
  fmt::print(stderr, "study_table: {}\nOnly the generated sets are run.\n", uci_advice);
  return generated_names();
}

std::vector<std::string> chosen_methods(const std::string& names) {
  if (names.empty()) return method_names();
  const std::vector<std::string> chosen = split(names, ',');
  for (const std::string& name : chosen)
    if (std::ranges::find(method_names(), name) == method_names().end())
      throw direct::Error(direct::ErrorKind::usage, fmt::format("--methods: there is no method {}; expected some of {}",
                                                                name, fmt::join(method_names(), ", ")));
  return chosen;
}

// All folds of small sets, the first three of large ones, unless others are asked for.
std::vector<std::size_t> chosen_folds(const std::string& text, const FoldedSet& set) {
  std::vector<std::size_t> folds = parse_numbers("folds", text);
  const std::size_t count = set.num_rows() <= most_rows_for_all_folds ? set.num_folds() : folds_of_large_sets;
  if (folds.empty())
    for (std::size_t fold = 0; fold < count; ++fold) folds.push_back(fold);
  for (const std::size_t fold : folds)
    if (fold >= set.num_folds())
      throw direct::Error(direct::ErrorKind::usage,
                          fmt::format("--folds: {} has folds 0 to {}, found {}", set.name, set.num_folds() - 1, fold));
  return folds;
}

// Fold by fold through all sets, so that a run that is stopped has something of every set.
std::vector<FoldTask> tasks_of(const std::vector<FoldedSet>& sets, const Arguments& arguments) {
  std::vector<FoldTask> tasks;
  for (const FoldedSet& set : sets)
    for (const std::size_t fold : chosen_folds(arguments.folds, set))
      tasks.push_back({set.name, fold, chosen_methods(arguments.methods)});
  std::stable_sort(tasks.begin(), tasks.end(), [](const FoldTask& a, const FoldTask& b) { return a.fold < b.fold; });
  return tasks;
}

void run_task(const FoldTask& task, const FoldedSet& set, const TableOptions& options, const Provenance& provenance,
              ResultsTable& table) {
  const FoldProblem problem = fold_problem(set, task.fold, options);
  for (const std::string& method : task.methods)
    table.add(row_of(task, method, problem, scores(method, problem), provenance));
}

void run_table(const Arguments& arguments, const Provenance& provenance) {
  const ScratchFolder scratch;
  std::vector<FoldedSet> sets;
  for (const std::string& name : chosen_sets(arguments.sets)) sets.push_back(folded_set(name, scratch.path()));
  const std::vector<FoldTask> tasks = tasks_of(sets, arguments);
  ResultsTable table(arguments.output, columns(),
                     {.key = {"set", "fold", "method"}, .machine = provenance.machine, .fresh = arguments.fresh});
  const Schedule schedule(table,
                          {std::to_string(arguments.table.num_features), std::to_string(arguments.table.num_levels),
                           std::to_string(arguments.table.max_iterations), std::to_string(arguments.table.seed)},
                          arguments.patience);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const FoldTask task = schedule.remaining(tasks[i]);
    if (task.methods.empty()) continue;
    const double left = schedule.seconds_left({tasks.begin() + static_cast<std::ptrdiff_t>(i), tasks.end()});
    fmt::print(stderr, "[{}/{}] {} fold {}: {}{}\n", i + 1, tasks.size(), task.set, task.fold,
               fmt::join(task.methods, ", "), left > 0.0 ? fmt::format("; about {} left", duration(left)) : "");
    const auto set = std::ranges::find(sets, task.set, &FoldedSet::name);
    run_task(task, *set, arguments.table, provenance, table);
  }
}

}  // namespace
}  // namespace study

int main(int argc, char** argv) {
  study::Arguments arguments;
  CLI::App app("Tables 1 and 2 of the paper. The UCI sets are those in the folder DIRECT_UCI.", "study_table");
  app.option_defaults()->always_capture_default();
  app.add_option("--sets", arguments.sets, "Names, as in gas,pol (default: all there are)");
  app.add_option("--folds", arguments.folds, "As in 0-2,5 (default: all up to 3000 rows, 0-2 beyond)");
  app.add_option("--methods", arguments.methods, "Names, as in reparam,direct-auto (default: all)");
  app.add_option("--num-features", arguments.table.num_features, "Fourier features");
  app.add_option("--levels", arguments.table.num_levels, "Of each weight");
  app.add_option("--max-iterations", arguments.table.max_iterations, "Of each optimiser");
  app.add_option("--seed", arguments.table.seed, "Of everything random");
  app.add_option("--patience", arguments.patience,
                 "Seconds of the processor: where fold 0 takes mixture-sgd longer, other folds go without");
  app.add_option("-o,--output", arguments.output, "A CSV file; rows of this machine that it holds are not run again");
  app.add_flag("--fresh", arguments.fresh, "Run again what the file holds");
  return study::parse_and_run(app, argc, argv,
                              [&](const study::Provenance& provenance) { study::run_table(arguments, provenance); });
}
