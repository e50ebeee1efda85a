// SPDX-License-Identifier: MIT
// One fold of a UCI set in memory, and the kernel of its inputs, as --features trained sees them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <direct/data.h>
#include <direct/features.h>

#include "features/block_evidence.h"
#include "features/input_scale.h"
#include "fit/metric.h"
#include "uci.h"

namespace bench {

// The rows of one fold, standardised.
struct FoldRows {
  direct::MetricRows pilot, sample;  // in an order of their contents; the sample is what features are trained on
  direct::Rows train, test;
  std::vector<direct::InputScale> scales;
};

inline direct::Rows standardised(const direct::Scaling& scaling, direct::Rows rows) {
  direct::standardise_inputs(scaling, rows.inputs);
  direct::standardise_targets(scaling, rows.targets);
  return rows;
}

inline direct::Rows all_rows(const direct::Dataset& data, const direct::Survey& survey) {
  direct::RowReader reader(data, survey.schema, direct::RowReader::Targets::required, std::size_t{1} << 20);
  direct::Rows rows;
  reader.next(rows);
  return standardised(survey.scaling, std::move(rows));
}

inline direct::MetricRows sorted(const direct::Rows& rows) {
  std::vector<std::size_t> order(rows.targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto contents = [&](std::size_t i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) row.push_back(rows.inputs(i, j));
    row.push_back(rows.targets[i]);
    return row;
  };
  std::vector<std::vector<double>> keys;
  for (const std::size_t i : order) keys.push_back(contents(i));
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  direct::MetricRows result{.inputs = direct::Matrix(order.size(), rows.inputs.cols())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) result.inputs(i, j) = rows.inputs(order[i], j);
    result.targets.push_back(rows.targets[order[i]]);
  }
  return result;
}

inline FoldRows fold_rows(const UciSet& set) {
  constexpr std::size_t most_rows = 16000;
  const direct::Survey survey = direct::survey(set.train, {.max_sample_rows = most_rows});
  FoldRows fold{.pilot = sorted(standardised(survey.scaling, survey.pilot)),
                .sample = sorted(standardised(survey.scaling, survey.sample)),
                .train = all_rows(set.train, survey),
                .test = all_rows(set.test, survey)};
  if (fold.sample.size() <= fold.pilot.size()) fold.sample = fold.pilot;
  for (std::size_t j = 0; j < survey.least.size(); ++j) {
    const auto standard = [&](double x) {
      return (x - survey.scaling.input_means[j]) / survey.scaling.input_scales[j];
    };
    fold.scales.push_back(
        direct::input_scale(standard(survey.least[j]), standard(survey.most[j]), fold.sample.inputs.column(j)));
  }
  return fold;
}

inline direct::MetricKernel pilot_kernel(const FoldRows& fold) {
  const direct::KernelHyperparameters pilot = direct::optimise_kernel(fold.pilot.inputs, fold.pilot.targets);
  direct::MetricKernel kernel{.directions = direct::Matrix(pilot.lengthscales.size(), 1),
                              .signal_variance = pilot.signal_variance,
                              .noise_variance = pilot.noise_variance};
  for (std::size_t j = 0; j < pilot.lengthscales.size(); ++j) kernel.directions(j, 0) = 1.0 / pilot.lengthscales[j];
  return kernel;
}

// As --features trained learns it.
inline direct::MetricKernel learned_kernel(const FoldRows& fold) {
  constexpr std::size_t many = 8;  // times the pilot rows: these have little to add
  if (fold.sample.size() == fold.pilot.size()) return pilot_kernel(fold);
  direct::MetricOptions options;
  if (fold.sample.size() < many * fold.pilot.size()) options.candidate = pilot_kernel(fold);
  return direct::learn_metric(fold.sample, options);
}

}  // namespace bench
