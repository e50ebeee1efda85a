// SPDX-License-Identifier: MIT
// Is a network of quadratic neurons worth it? Against linear features, Fourier features with as many weights, and its
// yardstick: the polynomial of the same degree in full precision. Low-dimensional sets in the folder DIRECT_UCI, means
// over folds; sets with more than 10 inputs by their first 10 principal components; prints Markdown.
//
//   bench_network [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <limits>

#include "principal_components.h"
#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr std::size_t num_folds = 3, most_inputs = 10;
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t most_monomials = 330;  // of two hidden layers: a fit takes about a minute
const std::vector<std::string> default_sets = {"autompg", "concrete", "housing", "kin40k", "yacht"};

struct Model {
  std::string name;
  FitOptions options;
  std::size_t fourier = none;  // of a network: the model of Fourier features with as many weights
};

struct Scores {
  double num_weights = 0.0, rmse = 0.0, nll = 0.0, elbo = 0.0, seconds = 0.0;
  double yardstick_rmse = 0.0, yardstick_nll = 0.0;  // of a network
};

struct ScoreTable {
  std::string name;
  std::size_t num_file_inputs = 0, num_inputs = 0;
  double num_rows = 0.0;  // of training, mean
  std::vector<Model> models;
  std::vector<Scores> scores;  // one per model, means over the folds
};

std::string name_of(const std::vector<std::size_t>& hidden) {
  std::string name = "network";
  for (const std::size_t width : hidden) name += fmt::format("{}{}", name == "network" ? " " : ",", width);
  return name;
}

// The number of features is a multiple of four.
std::size_t num_fourier_features(std::size_t num_inputs, const std::vector<std::size_t>& hidden) {
  return (num_weights({.num_inputs = num_inputs, .hidden = hidden}) + 3) / 4 * 4;
}

std::vector<std::vector<std::size_t>> hidden_layers(std::size_t num_inputs) {
  std::vector<std::vector<std::size_t>> result{{2}, {4}, {8}, {16}};
  const std::vector<std::size_t> deep = {2, 2};
  if (network_size({.num_inputs = num_inputs, .hidden = deep}).num_monomials <= most_monomials) result.push_back(deep);
  return result;
}

std::vector<Model> models_for(std::size_t num_inputs) {
  std::vector<Model> models{{.name = "linear", .options = {.features = FeatureKind::linear}}};
  for (const auto& hidden : hidden_layers(num_inputs)) {
    const std::size_t num_features = num_fourier_features(num_inputs, hidden);
    models.push_back({.name = fmt::format("Fourier {}", num_features), .options = {.num_features = num_features}});
    models.push_back({name_of(hidden), network_options(hidden), models.size() - 1});
  }
  return models;
}

Scores scores_of(const Model& model, const bench::UciSet& set) {
  const Training training = bench::uci_fit(set, model.options).training;
  const Evaluation evaluation = evaluate(training.model, set.test);
  Scores result{.num_weights = static_cast<double>(training.model.prior.num_features()),
                .rmse = evaluation.rmse,
                .nll = evaluation.nll,
                .elbo = training.report.elbo,
                .seconds = training.report.seconds.total};
  if (model.fourier != none) {
    result.yardstick_rmse = evaluation.yardstick->rmse;
    result.yardstick_nll = evaluation.yardstick->nll;
  }
  std::cerr << fmt::format("{}: {}, RMSE {:.4g}, NLL {:.3f}, ELBO {:.1f}, {:.1f} s, {} iterations\n", set.name,
                           model.name, result.rmse, result.nll, result.elbo, result.seconds,
                           training.report.iterations);
  for (const std::string& note : training.report.notes) std::cerr << "  " << note << "\n";
  return result;
}

void add_share(Scores& mean, const Scores& scores) {
  constexpr double Scores::*fields[] = {&Scores::num_weights,  &Scores::rmse,    &Scores::nll,
                                        &Scores::elbo,         &Scores::seconds, &Scores::yardstick_rmse,
                                        &Scores::yardstick_nll};
  for (const auto field : fields) mean.*field += scores.*field / num_folds;
}

ScoreTable measured(const std::string& name) {
  const bench::TemporaryFolder folder;
  ScoreTable table{.name = name};
  for (std::size_t fold = 0; fold < num_folds; ++fold) {
    bench::UciSet set = bench::uci_set(name, fold);
    const Survey survey = direct::survey(set.train);
    table.num_rows += static_cast<double>(survey.num_rows) / num_folds;
    table.num_file_inputs = num_inputs(survey.schema);
    table.num_inputs = std::min(table.num_file_inputs, most_inputs);
    if (table.num_file_inputs > most_inputs) set = bench::with_principal_components(set, most_inputs, folder);
    table.models = models_for(table.num_inputs);
    table.scores.resize(table.models.size());
    for (std::size_t m = 0; m < table.models.size(); ++m) add_share(table.scores[m], scores_of(table.models[m], set));
  }
  return table;
}

double over_linear(const ScoreTable& table, std::size_t m) { return table.scores[m].rmse / table.scores[0].rmse; }
double over_fourier(const ScoreTable& table, std::size_t m) {
  return table.scores[m].rmse / table.scores[table.models[m].fourier].rmse;
}
double over_yardstick(const ScoreTable& table, std::size_t m) {
  return table.scores[m].rmse / table.scores[m].yardstick_rmse;
}
void print(const ScoreTable& table) {
  std::cout
      << fmt::format("\n**{}**, {} inputs{}, {:.0f} training rows\n\n", table.name, table.num_file_inputs,
                     table.num_inputs < table.num_file_inputs
                         ? fmt::format(" (their first {} principal components, for all models)", most_inputs)
                         : "",
                     table.num_rows)
      << "| model | weights | RMSE | / linear | / Fourier | yardstick | / yardstick | NLL | yardstick | ELBO | fit, "
         "s |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (std::size_t m = 0; m < table.models.size(); ++m) {
    const Scores& s = table.scores[m];
    const bool is_network = table.models[m].fourier != none;
    const auto cell = [&](const char* format, double value) {
      return is_network ? fmt::format(fmt::runtime(format), value) : "";
    };
    std::cout << fmt::format(
        "| {} | {:.0f} | {:.4g} | {:.3f} | {} | {} | {} | {:.3f} | {} | {:.1f} | {:.2f} |\n", table.models[m].name,
        s.num_weights, s.rmse, over_linear(table, m), is_network ? fmt::format("{:.3f}", over_fourier(table, m)) : "",
        cell("{:.4g}", s.yardstick_rmse), is_network ? fmt::format("{:.3f}", over_yardstick(table, m)) : "", s.nll,
        cell("{:.3f}", s.yardstick_nll), s.elbo, s.seconds);
  }
  std::cout << std::flush;
}

// What there is of a model in the sets that have it.
struct Summary {
  std::vector<std::string> sets;
  std::vector<double> over_linear, over_fourier, over_yardstick, fourier_over_linear;
  std::vector<double> nll_above_linear, nll_above_fourier, seconds;
};

Summary summary_of(const std::vector<ScoreTable>& tables, const std::string& model) {
  Summary result;
  for (const ScoreTable& table : tables) {
    const auto found = std::ranges::find(table.models, model, &Model::name);
    if (found == table.models.end()) continue;
    const auto m = static_cast<std::size_t>(found - table.models.begin());
    result.sets.push_back(table.name);
    result.over_linear.push_back(over_linear(table, m));
    result.over_fourier.push_back(over_fourier(table, m));
    result.over_yardstick.push_back(over_yardstick(table, m));
    result.fourier_over_linear.push_back(over_linear(table, found->fourier));
    result.nll_above_linear.push_back(table.scores[m].nll - table.scores[0].nll);
    result.nll_above_fourier.push_back(table.scores[m].nll - table.scores[found->fourier].nll);
    result.seconds.push_back(table.scores[m].seconds);
  }
  return result;
}

std::string better_on(const Summary& summary, const std::vector<double>& ratios) {
  std::string names;
  for (std::size_t i = 0; i < ratios.size(); ++i)
    if (ratios[i] < 1.0) names += (names.empty() ? "" : ", ") + summary.sets[i];
  return names.empty() ? "none" : names;
}

void print_summary(const std::vector<ScoreTable>& tables) {
  const ScoreTable& longest =
      *std::ranges::max_element(tables, {}, [](const ScoreTable& table) { return table.models.size(); });
  std::cout
      << "\n| geometric means of RMSE | sets | / linear | better on | Fourier / linear | / Fourier | better on | / "
         "yardstick | NLL above linear, median | above Fourier, median | fit, s, mean |\n"
         "|---|--:|--:|---|--:|--:|---|--:|--:|--:|--:|\n";
  for (const Model& model : longest.models) {
    if (model.fourier == none) continue;
    const Summary summary = summary_of(tables, model.name);
    std::cout << fmt::format("| {} | {} | {:.3f} | {} | {:.3f} | {:.3f} | {} | {:.3f} | {:.3f} | {:.3f} | {:.2f} |\n",
                             model.name, summary.sets.size(), bench::geometric_mean(summary.over_linear),
                             better_on(summary, summary.over_linear),
                             bench::geometric_mean(summary.fourier_over_linear),
                             bench::geometric_mean(summary.over_fourier), better_on(summary, summary.over_fourier),
                             bench::geometric_mean(summary.over_yardstick), bench::median(summary.nll_above_linear),
                             bench::median(summary.nll_above_fourier), bench::mean(summary.seconds));
  }
}

// The number of neurons of one hidden layer that the ELBO asks for, and what it costs not to know the best.
void print_choices(const std::vector<ScoreTable>& tables) {
  std::cout << "\n";
  for (const ScoreTable& table : tables) {
    std::size_t chosen = none, best = none;
    for (std::size_t m = 0; m < table.models.size(); ++m) {
      if (table.models[m].options.hidden.size() != 1) continue;
      if (chosen == none || table.scores[m].elbo > table.scores[chosen].elbo) chosen = m;
      if (best == none || table.scores[m].rmse < table.scores[best].rmse) best = m;
    }
    std::cout << fmt::format(
        "- {}: the highest ELBO is that of {}, the least test RMSE that of {}; ratio of RMSE {:.3f}\n", table.name,
        table.models[chosen].name, table.models[best].name, table.scores[chosen].rmse / table.scores[best].rmse);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  std::vector<ScoreTable> tables;
  for (const std::string& name : argc > 1 ? arguments.sets : default_sets) {
    tables.push_back(measured(name));
    print(tables.back());
  }
  print_summary(tables);
  print_choices(tables);
}
