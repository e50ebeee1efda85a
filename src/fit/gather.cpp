// SPDX-License-Identifier: MIT
#include "fit/gather.h"

#include <utility>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/gaussian_only.h"

namespace direct {
namespace {

void add_preparation(const Dataset& dataset, const FitOptions& options, Gathered& gathered) {
  Prepared prepared = prepare_checked(dataset, options);
  gathered.statistics.preparation = std::move(prepared.preparation);
  gathered.add(prepared);
}

void add_statistics(const Dataset& dataset, const AccumulateOptions& options, Gathered& gathered) {
  Accumulation pass = accumulate(dataset, gathered.statistics.preparation, options);
  gathered.statistics.statistics = std::move(pass.groups.front());
  gathered.add(pass);
}

// All accumulate, rank 0 gets the sum.
void accumulate_on(const Ranks& ranks, const Dataset& dataset, const FitOptions& options, Gathered& gathered) {
  ranks.agree(options.progress, [&](const Progress& progress) {
    add_statistics(dataset, {.share = {ranks.rank(), ranks.size()}, .progress = progress}, gathered);
  });
  ranks.sum(gathered.statistics.statistics);
}

}  // namespace

void prepare_on(const Ranks* ranks, const Dataset& dataset, const FitOptions& options, const Preparation* like,
                Gathered& gathered) {
  if (like != nullptr) gathered.statistics.preparation = *like;
  if (ranks == nullptr || ranks->size() == 1) {
    if (like == nullptr) add_preparation(dataset, options, gathered);
    return;
  }
  ranks->agree(options.progress, [&](const Progress& progress) {
    FitOptions watched = options;
    watched.progress = progress;
    if (ranks->rank() == 0 && like == nullptr) add_preparation(dataset, watched, gathered);
  });
  gathered.statistics.preparation = ranks->broadcast(gathered.statistics.preparation);
}

Gathered gather_checked(const Dataset& dataset, const FitOptions& options, const Preparation* like,
                        const Ranks* ranks) {
  require_gaussian(options.likelihood, "statistics");
  const Stopwatch stopwatch;
  Gathered gathered;
  gathered.notes = dataset.notes;
  with_threads(options.threads, [&] {
    prepare_on(ranks, dataset, options, like, gathered);
    if (ranks != nullptr && ranks->size() > 1) return accumulate_on(*ranks, dataset, options, gathered);
    add_statistics(dataset, {.progress = options.progress}, gathered);
  });
  gathered.seconds.total = stopwatch.seconds();
  return gathered;
}

Gathered gather(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks) {
  check(options);
  return gather_checked(dataset, options, like, ranks);
}

}  // namespace direct
