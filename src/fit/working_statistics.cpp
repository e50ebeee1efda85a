// SPDX-License-Identifier: MIT
#include "fit/working_statistics.h"

#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// Of phi'w for every row of a block.
std::vector<double> predictor_variances(const Matrix& features, const Linearisation& at) {
  std::vector<double> result(features.rows(), 0.0);
  if (at.factor) {
    Matrix solved(features.cols(), features.rows());
    view(solved) = view(features).transpose();
    solve_lower(*at.factor, solved);
    view(result) = view(solved).colwise().squaredNorm().transpose();
  } else if (at.variances) {
    view(result).noalias() = view(features).array().square().matrix() * view(*at.variances);
  }
  return result;
}

std::vector<double> predictors(const PreparedRows& rows, const Matrix& features, Likelihood likelihood,
                               const Linearisation& at) {
  std::vector<double> result = rows.offsets;
  if (at.mean) {
    view(result).noalias() += view(features) * view(*at.mean);
  } else {
    for (std::size_t i = 0; i < rows.size(); ++i)
      result[i] = likelihood.family().saturated_eta(rows.targets[i], rows.offsets[i]);
  }
  return result;
}

class WorkingPass {
 public:
  WorkingPass(Likelihood likelihood, const FeatureMap& map, const Linearisation& at)
      : likelihood_(likelihood), map_(map), at_(at), sums_(map.num_features()) {}

  void add(const PreparedRows& rows) {
    evaluate(map_, rows.inputs, features_);
    const bool is_certain = !at_.factor && !at_.variances;
    const std::vector<double> z = predictors(rows, features_, likelihood_, at_),
                              variances = predictor_variances(features_, at_);
    std::vector<double> targets(rows.size()), weights(rows.size());
    const LikelihoodFamily& family = likelihood_.family();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const WorkingRow row = is_certain ? family.working_row(rows.targets[i], z[i])
                                        : family.expected_row(rows.targets[i], z[i], variances[i]);
      targets[i] = z[i] - rows.offsets[i] + row.slope / row.curvature;
      weights[i] = rows.weights[i] * row.curvature;
      log_likelihood_ += rows.weights[i] * row.value;
      num_rows_ += rows.weights[i];
    }
    sums_.add_weighted(features_, targets, weights);
  }

  WorkingStatistics finish(const RowSource& source) && {
    WorkingStatistics result{.moments = std::move(sums_).finish()};
    source.sum(result.moments);
    std::vector<double> values = {log_likelihood_, num_rows_};
    source.sum(values);
    result.log_likelihood = values[0];
    result.moments.num_rows = values[1];
    return result;
  }

 private:
  Likelihood likelihood_;
  const FeatureMap& map_;
  const Linearisation& at_;
  MomentAccumulator sums_;
  Matrix features_;
  double log_likelihood_ = 0.0, num_rows_ = 0.0;
};

}  // namespace

WorkingStatistics working_statistics(RowSource& source, Likelihood likelihood, const Linearisation& at) {
  WorkingPass pass(likelihood, source.features(), at);
  source.for_each([&](const PreparedRows& rows) { pass.add(rows); });
  return std::move(pass).finish(source);
}

double log_likelihood_at(RowSource& source, Likelihood likelihood, const std::vector<double>& weights) {
  Matrix features;
  std::vector<double> sum = {0.0};
  source.for_each([&](const PreparedRows& rows) {
    evaluate(source.features(), rows.inputs, features);
    const std::vector<double> z = predictors(rows, features, likelihood, {.mean = &weights});
    for (std::size_t i = 0; i < rows.size(); ++i)
      sum.front() += rows.weights[i] * likelihood.family().working_row(rows.targets[i], z[i]).value;
  });
  source.sum(sum);
  return sum.front();
}

}  // namespace direct
