// SPDX-License-Identifier: MIT
#include "fit/working_sample.h"

#include <algorithm>
#include <cmath>

#include <direct/features.h>
#include <direct/statistics.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

constexpr std::size_t num_first_features = 256;
constexpr double pairs = 0.5 * static_cast<double>(num_first_features);
constexpr int num_first_rounds = 6;
constexpr double largest_change = 4.0;  // of a predictor in one round: Newton's steps overshoot far from the mode
constexpr double least_curvature = 1e-3;

struct WorkingResponses {
  std::vector<double> responses, curvatures;  // of predictors without their offsets
};

// Takes Newton's rounds on few features; each row starts at its own predictor.
class FirstFit {
 public:
  FirstFit(Likelihood likelihood, double offset, const Rows& rows, const Matrix& features, double dispersion,
           double prior_precision)
      : likelihood_(likelihood),
        rows_(rows),
        features_(features),
        dispersion_(dispersion),
        prior_precision_(prior_precision),
        variances_(rows.targets.size(), dispersion * pairs / prior_precision) {
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      offsets_.push_back(offset + (rows.exposures.empty() ? 0.0 : std::log(rows.exposures[i])));
      predictors_.push_back(likelihood.family().saturated_eta(rows.targets[i], offsets_[i]) - offsets_[i]);
    }
  }

  WorkingResponses run() {
    for (int round = 0; round < num_first_rounds; ++round) step();
    return responses();
  }

 private:
  WorkingResponses responses() const {
    WorkingResponses result;
    for (std::size_t i = 0; i < predictors_.size(); ++i) {
      const double z = predictors_[i] + offsets_[i];
      const WorkingRow row = is_safe_ ? likelihood_.family().expected_row(rows_.targets[i], z, variances_[i])
                                      : likelihood_.family().working_row(rows_.targets[i], z);
      result.curvatures.push_back(is_safe_ ? row.curvature : std::max(row.curvature, least_curvature));
      result.responses.push_back(predictors_[i] + row.slope / result.curvatures.back());
    }
    return result;
  }

  void step() {
    WorkingResponses working = responses();
    Matrix features = features_;
    MomentAccumulator sums(features.cols());
    sums.add_weighted(features, working.responses, working.curvatures);
    SecondMoments moments = std::move(sums).finish();
    view(moments.gram).diagonal().array() += prior_precision_;
    if (!factorise(moments.gram)) return;
    solve_factorised(moments.gram, moments.feature_target);
    if (is_safe_) {
      Matrix solved(features_.cols(), features_.rows());
      view(solved) = view(features_).transpose();
      solve_lower(moments.gram, solved);
      view(variances_) = dispersion_ * view(solved).colwise().squaredNorm().transpose();
    }
    const Eigen::VectorXd next = view(features_) * view(moments.feature_target);
    for (std::size_t i = 0; i < predictors_.size(); ++i) {
      const double change = next[static_cast<Eigen::Index>(i)] - predictors_[i];
      predictors_[i] += is_safe_ ? change : std::clamp(change, -largest_change, largest_change);
    }
  }

  Likelihood likelihood_;
  const bool is_safe_ = likelihood_.family().rows_are_bounds();
  const Rows& rows_;
  const Matrix& features_;
  double dispersion_, prior_precision_;
  std::vector<double> offsets_, predictors_, variances_;
};

}  // namespace

MetricRows working_sample(Likelihood likelihood, double offset, Rows rows, const MetricKernel& kernel, double scale,
                          std::uint64_t seed) {
  Matrix features;
  evaluate(fourier_features(kernel.directions, num_first_features, seed), rows.inputs, features);
  // The pilot knows a dispersion in its own units.
  const double dispersion =
      likelihood->has_dispersion() ? likelihood.family().dispersion_of(kernel.noise_variance * scale * scale) : 1.0;
  const double prior_precision = dispersion * pairs / (kernel.signal_variance * scale * scale);
  WorkingResponses working = FirstFit(likelihood, offset, rows, features, dispersion, prior_precision).run();
  MetricRows result;
  result.is_noise_known = !likelihood->has_dispersion();
  result.targets = std::move(working.responses);
  for (double& target : result.targets) target /= scale;
  // Noise that is not known is that of a row of mean weight.
  const double mean = view(working.curvatures).mean();
  const double unit = result.is_noise_known ? scale : 1.0 / std::sqrt(mean);
  for (const double curvature : working.curvatures) result.root_weights.push_back(unit * std::sqrt(curvature));
  result.inputs = std::move(rows.inputs);
  return result;
}

}  // namespace direct
