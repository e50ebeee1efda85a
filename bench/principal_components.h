// SPDX-License-Identifier: MIT
// A UCI set with the leading principal components of its inputs in place of the inputs: directions and scaling are
// those of the training rows.
#pragma once

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <cstddef>
#include <fstream>
#include <string>

#include "algebra/dense.h"
#include "temporary_folder.h"
#include "uci.h"

namespace bench {

namespace detail {

inline direct::Rows standardised_rows(const direct::Dataset& dataset, const direct::Survey& survey) {
  constexpr std::size_t all_rows = std::size_t{1} << 20;
  direct::RowReader reader(dataset, survey.schema, direct::RowReader::Targets::required, all_rows);
  direct::Rows rows;
  reader.next(rows);
  direct::standardise_inputs(survey.scaling, rows.inputs);
  return rows;
}

inline direct::Dataset written(const Eigen::MatrixXd& inputs, const std::vector<double>& targets,
                               const std::string& path) {
  std::ofstream file(path);
  for (Eigen::Index i = 0; i < inputs.rows(); ++i) {
    for (Eigen::Index j = 0; j < inputs.cols(); ++j) file << fmt::format("{},", inputs(i, j));
    file << fmt::format("{}\n", targets[static_cast<std::size_t>(i)]);
  }
  file.close();
  return direct::open_dataset({path}, {.header = direct::Header::no});
}

}  // namespace detail

// The set reads files of the folder, which must outlive it; the next call overwrites them.
inline UciSet with_principal_components(const UciSet& set, std::size_t count, const TemporaryFolder& folder) {
  const direct::Survey survey = direct::survey(set.train);
  const direct::Rows train = detail::standardised_rows(set.train, survey);
  const direct::Rows test = detail::standardised_rows(set.test, survey);
  const Eigen::MatrixXd covariance = view(train.inputs).transpose() * view(train.inputs);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);  // eigenvalues increase
  const Eigen::MatrixXd directions = solver.eigenvectors().rightCols(static_cast<Eigen::Index>(count));
  return {.name = set.name,
          .train = detail::written(view(train.inputs) * directions, train.targets, folder.file("train.csv")),
          .test = detail::written(view(test.inputs) * directions, test.targets, folder.file("test.csv"))};
}

}  // namespace bench
