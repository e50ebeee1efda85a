// SPDX-License-Identifier: MIT
// What the columns of a data set are, and how they are scaled.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <direct/likelihood.h>
#include <direct/matrix.h>
#include <direct/words.h>

namespace direct {

enum class Missing { error, mean, indicator };
constexpr auto words(Missing) {
  return std::array{Word{"error", Missing::error}, Word{"mean", Missing::mean}, Word{"indicator", Missing::indicator}};
}
enum class Unseen { error, ignore };
constexpr auto words(Unseen) { return std::array{Word{"error", Unseen::error}, Word{"ignore", Unseen::ignore}}; }
// One column of the file that is an input. A number gives one input, a category one per level (in the
// order of `levels`, sorted bytewise); `indicator` adds one input that is 1 where the value is missing.
struct Column {
  std::string name;
  std::size_t position = 0;  // in the training file; used where a file has no header
  bool categorical = false;
  std::vector<std::string> levels;
  bool indicator = false;
  double fill = 0.0;  // stands for a missing number
};

struct Schema {
  std::vector<Column> columns;
  std::string target_name;
  std::size_t target_position = 0;
  std::string weight_name;  // empty: none
  std::size_t weight_position = 0;
  std::string exposure_name;  // empty: none
  std::size_t exposure_position = 0;
  Likelihood likelihood;
  std::vector<std::string> classes;  // the targets 0 and 1, as in the file, where the likelihood has classes
  std::size_t num_file_columns = 0;
  bool has_header = false;
  Missing missing = Missing::error;
  Unseen unseen = Unseen::error;
  std::vector<std::string> dropped;  // expected in files and ignored without a warning
};

std::size_t num_inputs(const Schema& schema);
std::vector<std::string> input_names(const Schema& schema);  // "temp", "city=Paris", "temp is missing"

// Standardised input = (input - mean) / scale; the target likewise. Means and scales do
// not carry all their bits, so that sums taken in another order give the same numbers; standardised values are rounded
// to multiples of 2^-24, so that other units of the data do too. Columns with mean 0 and scale 1 are left as they are.
// The targets of other likelihoods than gaussian are never scaled: target_mean is the offset of their linear predictor
// z = phi'w + offset, what z is of the mean of all targets, and target_scale is 1.
struct Scaling {
  std::vector<double> input_means, input_scales;
  double target_mean = 0.0;
  double target_scale = 1.0;
};

Scaling identity_scaling(std::size_t num_inputs);
void standardise_inputs(const Scaling& scaling, Matrix& inputs);
void standardise_targets(const Scaling& scaling, std::vector<double>& targets);

}  // namespace direct
