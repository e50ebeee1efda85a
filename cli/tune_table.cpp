// SPDX-License-Identifier: MIT
#include "tune_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fold_flags.h"

namespace direct {
namespace {

std::string header() {
  return fmt::format("{:>8} {:>6} {:>6} {:>8} {:>8} {:>7} {:>10} {:>11} {:>10} {:>9} {:>7}\n", "features", "levels",
                     "target", "active", "bytes", "zeros", "zero codes", "rmse", "+-", "nll", "in 0.9");
}

std::string row(const TunePoint& point) {
  return fmt::format("{:>8} {:>6} {:>6.3g} {:>8} {:>8} {:>7.3f} {:>10.3f} {:>11.5g} {:>10} {:>9.4f} {:>7.3f}{}{}\n",
                     point.num_features, point.levels, point.target_sparsity, point.num_active_features, point.bytes,
                     point.sparsity, point.zero_codes, point.rmse.mean,
                     std::isnan(point.rmse.std) ? "-" : fmt::format("{:.3g}", point.rmse.std), point.nll.mean,
                     point.coverage.mean,
                     point.on_frontier ? " *"
                     : point.trusted   ? ""
                                       : "  ",
                     point.trusted ? "" : " !");
}

std::string full_precision_text(const Tuning& tuning) {
  const TunePoint& best = tuning.points[tuning.best];
  const FullPrecision& full = full_precision(tuning, best);
  const double nll = full.integer_nll.value_or(full.nll);
  return fmt::format(
      "full precision there, on float features: rmse {:.5g}, nll {:.4f}; codes of weights cost {:+.4f} "
      "nats per row{}\n",
      full.rmse, full.nll, best.nll.mean - nll,
      full.integer_nll ? fmt::format(", of features {:+.4f}", nll - full.nll) : "");
}

}  // namespace

std::string fit_flags(const Tuning& tuning, const TunePoint& point) {
  std::string flags = fmt::format("--levels {}", point.levels);
  if (tuning.features == FeatureKind::fourier || tuning.features == FeatureKind::trained)
    flags = fmt::format("--num-features {} {}", point.num_features, flags);
  if (point.target_sparsity > 0.0) flags += fmt::format(" --target-sparsity {}", point.target_sparsity);
  return flags;
}

std::string to_text(const Tuning& tuning) {
  const auto doubtful = std::ranges::count(tuning.points, false, &TunePoint::trusted);
  std::string text = doubtful > 0 ? fmt::format(
                                        "WARNING: the intervals of {} of {} points, marked with !, cannot be "
                                        "trusted: levels too few for the uncertainty\n",
                                        doubtful, tuning.points.size())
                                  : "";
  text += header();
  for (const TunePoint& point : tuning.points) text += row(point);
  return text +
         fmt::format(
             "least nll: {}\n{}smallest within 2 % of the least rmse: {}\n(flags for direct fit, besides those "
             "given here)\n",
             fit_flags(tuning, tuning.points[tuning.best]), full_precision_text(tuning),
             fit_flags(tuning, tuning.points[tuning.smallest])) +
         leakage_text(tuning.leakage);
}

}  // namespace direct
