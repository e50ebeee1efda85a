// SPDX-License-Identifier: MIT
// The UCI sets in the folder named by DIRECT_UCI: NAME/data.csv.gz (last column the target) and NAME/test_mask.csv.gz.
#pragma once

#include <direct/data.h>
#include <direct/fit.h>

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "algebra/stopwatch.h"

namespace bench {

struct UciSet {
  std::string name;
  direct::Dataset train, test;
};

inline std::filesystem::path uci_folder() {
  const char* folder = std::getenv("DIRECT_UCI");
  return folder ? folder : "";
}

inline std::vector<std::string> uci_names() {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(uci_folder())) return names;
  for (const auto& entry : std::filesystem::directory_iterator(uci_folder()))
    if (std::filesystem::exists(entry.path() / "data.csv.gz")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// BENCH [--protocol pilot|evidence] [--features B] [--before FILE] [--FLAG...] [SET...]: the sets named, or all there
// are. None, and a word about it, where there is no folder. pilot: hyperparameters as in the paper, noise fixed at the
// pilot's, features in floating point; evidence: as `direct fit` has them by default. Either with a mean-field
// posterior on a fixed grid.
struct UciArguments {
  bool has(const std::string& flag) const { return std::find(flags.begin(), flags.end(), flag) != flags.end(); }

  direct::FitOptions options{.support = "auto", .posterior = direct::PosteriorKind::mean_field};
  std::vector<std::string> sets, flags;
  std::string before;  // a file of earlier figures
};

inline UciArguments uci_arguments(int argc, char** argv) {
  UciArguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--features" && i + 1 < argc) {
      arguments.options.num_features = std::stoul(argv[++i]);
    } else if (word == "--before" && i + 1 < argc) {
      arguments.before = argv[++i];
    } else if (word == "--protocol" && i + 1 < argc) {
      if (std::string(argv[++i]) != "pilot") continue;
      arguments.options.hyperparameters = direct::Hyperparameters::pilot;
      arguments.options.feature_bits = 0;
    } else {
      (word.starts_with("--") ? arguments.flags : arguments.sets).push_back(word);
    }
  }
  if (arguments.sets.empty()) arguments.sets = uci_names();
  if (arguments.sets.empty())
    std::cerr << argv[0] << ": set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz\n";
  return arguments;
}

inline UciSet uci_set(const std::string& name, std::size_t fold) {
  const std::filesystem::path folder = uci_folder() / name;
  const direct::Dataset all = direct::open_dataset({folder / "data.csv.gz"}, {.header = direct::Header::no});
  const auto masks =
      std::make_shared<const std::vector<std::vector<bool>>>(direct::read_fold_masks(folder / "test_mask.csv.gz"));
  return {.name = name,
          .train = direct::only_rows(all, [=](std::size_t row) { return !(*masks)[fold][row]; }),
          .test = direct::only_rows(all, [=](std::size_t row) { return (*masks)[fold][row]; })};
}

// The training rows as sums, and the options to fit them with: in the paper's protocol the noise is fixed.
struct UciStatistics {
  direct::Preparation preparation;
  direct::Statistics statistics;
  direct::FitOptions options;
};

inline UciStatistics uci_statistics(const UciSet& set, direct::FitOptions options) {
  direct::Preparation preparation = direct::prepare(set.train, options).preparation;
  direct::Statistics statistics = std::move(direct::accumulate(set.train, preparation).groups.front());
  if (options.hyperparameters == direct::Hyperparameters::pilot) {
    const double scale = preparation.scaling.target_scale;
    options.noise = fmt::format("{}", preparation.pilot.noise * scale * scale);
  }
  return {std::move(preparation), std::move(statistics), std::move(options)};
}

struct UciFit {
  direct::Training training;
  direct::FitOptions options;
};

inline UciFit uci_fit(const UciSet& set, const direct::FitOptions& options) {
  const UciStatistics sums = uci_statistics(set, options);
  return {direct::fit(sums.statistics, sums.preparation, sums.options), sums.options};
}

// Another posterior on exactly the same statistics, support and noise.
inline direct::Training refit(const direct::TrainedModel& model, const direct::FitOptions& options) {
  const direct::SecondMoments statistics = direct::second_moments(*model.statistics);
  const direct::Stopwatch stopwatch;
  direct::PosteriorFit fit = direct::fit_posterior(statistics, model.prior, model.noise, options);
  fit.report.seconds.fit = stopwatch.seconds();
  direct::Training result{model, std::move(fit.report)};
  result.model.posterior = std::move(fit.posterior);
  result.model.options.posterior = options.posterior;
  return result;
}

}  // namespace bench
