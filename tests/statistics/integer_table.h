// SPDX-License-Identifier: MIT
// Rows of three inputs, a target and perhaps a weight, as a file and as the sums that a loop gives.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/integer_rows.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/tiny_model.h"

namespace direct {

struct IntegerTable {
  Matrix inputs;
  std::vector<double> targets, weights;  // without weights every row counts once

  std::size_t size() const { return targets.size(); }
};

inline IntegerTable random_table(std::uint64_t seed, std::size_t rows) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, rows, 3, 2, 0.5);
  return {problem.features, problem.targets, {}};
}

inline IntegerTable selected(const IntegerTable& table, const std::vector<std::size_t>& rows) {
  IntegerTable result{Matrix(rows.size(), table.inputs.cols()), {}, {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < table.inputs.cols(); ++j) result.inputs(i, j) = table.inputs(rows[i], j);
    result.targets.push_back(table.targets[rows[i]]);
    if (!table.weights.empty()) result.weights.push_back(table.weights[rows[i]]);
  }
  return result;
}

inline IntegerTable shuffled(const IntegerTable& table, std::uint64_t seed) {
  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  return selected(table, order);
}

inline IntegerTable with_weights(IntegerTable table, const std::vector<double>& weights) {
  for (std::size_t i = 0; i < table.size(); ++i) table.weights.push_back(weights[i % weights.size()]);
  return table;
}

// Nine frequencies: the last word holds one only.
inline Preparation integer_preparation(bool weighted = false) {
  Preparation p{.schema = oracle::plain_schema(3),
                .scaling = {.input_means = {0.5, -1.0, 0.0},
                            .input_scales = {2.0, 0.5, 1.0},
                            .target_mean = 0.25,
                            .target_scale = 1.75},
                .pilot_inputs = Matrix(0, 3)};
  if (weighted) {
    p.schema.weight_name = "w";
    p.schema.weight_position = p.schema.num_file_columns++;
  }
  const std::vector<double> least(3, -12.0), most(3, 12.0);
  p.features = integer_features(fourier_features(std::vector{1.0, 0.5, 3.0}, 18, 7), least, most);
  return p;
}

inline Preparation float_preparation(bool weighted = false) {
  Preparation p = integer_preparation(weighted);
  p.features = fourier_features(std::vector{1.0, 0.5, 3.0}, 18, 7);
  return p;
}

// Integer features of trained cosines: some words of 16 bits, some of 32.
inline Preparation trained_preparation(std::size_t num_cosines = 5) {
  Preparation p = integer_preparation();
  Matrix frequencies(3, num_cosines);
  std::vector<double> phases;
  for (std::size_t k = 0; k < num_cosines; ++k) {
    const double part = static_cast<double>(k + 1) / static_cast<double>(num_cosines);
    frequencies(0, k) = 0.3 * part;
    frequencies(1, k) = -2.0 * part * part;
    frequencies(2, k) = k == 1 ? 50.0 : 1e-4 * part;
    phases.push_back(part - 0.7);
  }
  const std::vector<InputScale> scales(3, {.scale = 15.0});
  p.features = integer_trained_features(trained_features(std::move(frequencies), std::move(phases), scales));
  return p;
}

inline Preparation preparation_for(const IntegerTable& table) { return integer_preparation(!table.weights.empty()); }

inline Dataset in_memory(const IntegerTable& table) {
  return oracle::table_of(table.inputs, table.targets, table.weights);
}

inline Dataset written(const TestDirectory& directory, const IntegerTable& table, const std::string& name = "d.csv") {
  return open_dataset({directory.write(name, oracle::csv_text(table.inputs, table.targets, table.weights))},
                      {.target = "y", .weight = table.weights.empty() ? "" : "w"});
}

inline Statistics accumulated(const Dataset& dataset, const Preparation& preparation) {
  return accumulate(dataset, preparation).groups.at(0);
}

inline Statistics accumulated(const IntegerTable& table) {
  return accumulated(in_memory(table), preparation_for(table));
}

// What the definitions make of the rows; their weights must be whole.
inline std::vector<oracle::IntegerRow> integer_rows(IntegerTable table, const Preparation& p = integer_preparation()) {
  standardise_inputs(p.scaling, table.inputs);
  standardise_targets(p.scaling, table.targets);
  std::vector<oracle::IntegerRow> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::vector<double> inputs = {table.inputs(i, 0), table.inputs(i, 1), table.inputs(i, 2)};
    rows.push_back({.features = oracle::integer_features(*p.features.integer, inputs),
                    .target = static_cast<std::int64_t>(std::round(std::ldexp(table.targets[i], 24)))});
    if (!table.weights.empty()) rows.back().weight = static_cast<std::uint64_t>(table.weights[i]);
  }
  return rows;
}

inline IntegerMoments naive(const IntegerTable& table) { return oracle::integer_moments(integer_rows(table), 18, 12); }

}  // namespace direct
