// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"
#include "features/integer_fourier.h"
#include "features/monomials.h"
#include "features/trained_features.h"

namespace direct {
namespace {

// The blocks are fixed, so the product has the same bits for any number of threads.
constexpr std::size_t rows_per_block = 512;
constexpr std::size_t frequencies_per_block = 64;

struct Range {
  std::size_t first = 0;
  std::size_t count = 0;
};

Range block_range(std::size_t block, std::size_t block_size, std::size_t total) {
  const std::size_t first = block * block_size;
  return {first, std::min(block_size, total - first)};
}

std::size_t num_blocks(std::size_t total, std::size_t block_size) { return (total + block_size - 1) / block_size; }

Eigen::MatrixXd phases(const FeatureMap& map, const Matrix& inputs, Range rows, Range frequencies) {
  const auto index = [](std::size_t value) { return static_cast<Eigen::Index>(value); };
  return view(inputs).middleRows(index(rows.first), index(rows.count)) *
         view(map.frequencies).middleCols(index(frequencies.first), index(frequencies.count));
}

void evaluate_block(const FeatureMap& map, const Matrix& inputs, Range rows, Range frequencies, Matrix& features) {
  const Eigen::MatrixXd turns = phases(map, inputs, rows, frequencies);
  for (std::size_t k = 0; k < frequencies.count; ++k) {
    const std::size_t column = 2 * (frequencies.first + k);
    cos_sin_turns({turns.data() + k * rows.count, rows.count}, features.column(column).subspan(rows.first, rows.count),
                  features.column(column + 1).subspan(rows.first, rows.count));
  }
}

void evaluate_fourier(const FeatureMap& map, const Matrix& inputs, Matrix& features) {
  const std::size_t num_rows = inputs.rows(), num_frequencies = map.frequencies.cols();
  const std::size_t row_blocks = num_blocks(num_rows, rows_per_block);
  parallel_for(row_blocks * num_blocks(num_frequencies, frequencies_per_block), [&](std::size_t block) {
    evaluate_block(map, inputs, block_range(block % row_blocks, rows_per_block, num_rows),
                   block_range(block / row_blocks, frequencies_per_block, num_frequencies), features);
  });
}

// The sines have no use here.
void evaluate_cosines(const FeatureMap& map, const Matrix& centred, Range rows, Range frequencies, Matrix& features) {
  Eigen::MatrixXd turns = phases(map, centred, rows, frequencies);
  std::vector<double> sines(rows.count);
  for (std::size_t k = 0; k < frequencies.count; ++k) {
    const std::size_t frequency = frequencies.first + k;
    turns.col(static_cast<Eigen::Index>(k)).array() += map.phases[frequency];
    cos_sin_turns({turns.data() + k * rows.count, rows.count},
                  features.column(1 + map.num_inputs + frequency).subspan(rows.first, rows.count), sines);
  }
}

void evaluate_trained(const FeatureMap& map, const Matrix& inputs, Matrix& features) {
  Matrix centred = inputs;
  std::ranges::fill(features.column(0), trained_constant);
  for (std::size_t j = 0; j < map.num_inputs; ++j) {
    view(centred.column(j)).array() -= map.centres[j];
    view(features.column(1 + j)) = view(centred.column(j)) / map.scales[j];
  }
  const std::size_t num_rows = inputs.rows(), num_frequencies = map.frequencies.cols();
  const std::size_t row_blocks = num_blocks(num_rows, rows_per_block);
  parallel_for(row_blocks * num_blocks(num_frequencies, frequencies_per_block), [&](std::size_t block) {
    evaluate_cosines(map, centred, block_range(block % row_blocks, rows_per_block, num_rows),
                     block_range(block / row_blocks, frequencies_per_block, num_frequencies), features);
  });
}

void evaluate_integer(const IntegerFourier& map, const Matrix& inputs, Matrix& features) {
  constexpr std::size_t rows_per_task = 64;
  parallel_for(num_blocks(inputs.rows(), rows_per_task), [&](std::size_t block) {
    IntegerRow row(map);
    std::vector<double> values(features.cols());
    const Range rows = block_range(block, rows_per_task, inputs.rows());
    for (std::size_t i = rows.first; i < rows.first + rows.count; ++i) {
      row.evaluate(inputs, i, values);
      for (std::size_t j = 0; j < values.size(); ++j) features(i, j) = values[j];
    }
  });
}

void check_inputs(const FeatureMap& map, const Matrix& inputs) {
  if (inputs.cols() == map.num_inputs) return;
  throw Error(ErrorKind::usage, "the feature map expects " + std::to_string(map.num_inputs) + " inputs, found " +
                                    std::to_string(inputs.cols()));
}

}  // namespace

std::size_t FeatureMap::num_features() const {
  if (degree > 1) return num_monomials(num_inputs, degree);
  if (integer) return integer->num_features();
  switch (kind) {
    case FeatureKind::fourier:
      return 2 * frequencies.cols();
    case FeatureKind::trained:
      return 1 + num_inputs + frequencies.cols();
    case FeatureKind::linear:
      return num_inputs + 1;
    case FeatureKind::given:
      break;
  }
  return num_inputs;
}

void evaluate(const FeatureMap& map, const Matrix& inputs, Matrix& features) {
  check_inputs(map, inputs);
  use_single_threaded_blas();
  features.resize(inputs.rows(), map.num_features());
  if (map.integer) return evaluate_integer(*map.integer, inputs, features);
  if (map.kind == FeatureKind::trained) return evaluate_trained(map, inputs, features);
  if (map.kind == FeatureKind::fourier) return evaluate_fourier(map, inputs, features);
  if (map.degree > 1) return evaluate_monomials(map.degree, inputs, features);
  const std::size_t num_constants = features.cols() - inputs.cols();
  std::fill_n(features.data(), num_constants * inputs.rows(), 1.0);
  std::copy_n(inputs.data(), inputs.size(), features.data() + num_constants * inputs.rows());
}

FeatureMap linear_features(std::size_t num_inputs) { return {.kind = FeatureKind::linear, .num_inputs = num_inputs}; }

FeatureMap given_features(std::size_t num_inputs) { return {.kind = FeatureKind::given, .num_inputs = num_inputs}; }

}  // namespace direct
