// SPDX-License-Identifier: MIT
#include "statistics_view.h"

#include <cstdio>

#include <fmt/format.h>

#include "json.h"
#include "output.h"
#include "peak_memory.h"
#include "words.h"

namespace direct {
namespace {

void say_gathered(const Gathered& gathered, const std::string& path, bool verbose) {
  const Statistics& statistics = gathered.statistics.statistics;
  fmt::print(stderr, "{}: {}, {}, {}\n", path, row_count(num_rows(statistics)),
             feature_count(gathered.statistics.preparation.features), exactness(statistics));
  fmt::print(stderr, "  seconds    {:.2f}\n", gathered.seconds.total);
  if (!verbose) return;
  fmt::print(stderr, "  of these   {}\n", second_split(gathered.seconds));
  fmt::print(stderr, "  memory     {:.0f} MB at most\n", static_cast<double>(peak_memory_bytes()) * 1e-6);
}

}  // namespace

int feature_bits(const FeatureMap& map) { return map.integer ? map.integer->value_bits : 0; }

bool is_exact(const Statistics& statistics) { return statistics.exact && !statistics.rounded; }

std::string row_count(double num_rows) {
  if (num_rows == 0.0) return "no rows";
  return fmt::format("{} {}", num_rows, num_rows == 1.0 ? "row" : "rows");
}

std::string feature_count(const FeatureMap& map) {
  if (map.degree > 1)
    return fmt::format("{} products of up to {} of {} inputs", map.num_features(), map.degree, map.num_inputs);
  const std::string count = fmt::format("{} {} features", map.num_features(), word_of(map.kind));
  return map.integer ? fmt::format("{} of {} bits", count, feature_bits(map)) : count;
}

std::string second_split(const Seconds& seconds) {
  return fmt::format("read {:.2f}, features {:.2f}, statistics {:.2f}, hyperparameters {:.2f}, fit {:.2f}",
                     seconds.read, seconds.features, seconds.statistics, seconds.hyperparameters, seconds.fit);
}

std::string exactness(const Statistics& statistics) { return is_exact(statistics) ? "exact" : "rounded"; }

void report_statistics(const Gathered& gathered, const std::string& path, const Reporting& reporting) {
  if (reporting.json) return print(to_json(gathered, peak_memory_bytes()));
  if (!reporting.quiet) say_gathered(gathered, path, reporting.verbose);
  say_notes(reporting, gathered.notes);
}

}  // namespace direct
