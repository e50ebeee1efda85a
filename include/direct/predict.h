// SPDX-License-Identifier: MIT
// Predictions in the units of the target.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <direct/data.h>
#include <direct/distribution.h>
#include <direct/posterior.h>
#include <direct/table.h>

namespace direct {

struct PredictorState;

// Predictions of any model. Exact; but of a network the distribution is that of Gaussians with its exact means and
// variances, one for each component of the posterior and each level of the noise. It keeps what it needs of the model,
// may be copied, and is safe to use from several threads.
class Predictor {
 public:
  explicit Predictor(const TrainedModel& model);

  // `inputs` are encoded as the model's schema says, not standardised; `exposures` are one per row, or none where every
  // row counts once.
  std::vector<Prediction> operator()(const Matrix& inputs, std::span<const double> exposures = {}) const;
  // The columns of the table are found as those of a file are. Throws Error(data).
  std::vector<Prediction> operator()(const Table& rows) const;

  Distribution distribution(const Matrix& inputs, std::size_t row = 0, double exposure = 1.0) const;

  // Calls use(row, distribution) for every row, from several threads at once.
  using Use = std::function<void(std::size_t row, const Distribution& distribution)>;
  void for_each(const Matrix& inputs, const Use& use) const { for_each(inputs, {}, use); }
  void for_each(const Matrix& inputs, std::span<const double> exposures, const Use& use) const;

 private:
  std::shared_ptr<const PredictorState> state_;
};

// The deviation of the noise, in units of the target, that predictions have; or the root of the mean dispersion.
double noise_std(const TrainedModel& model);

// The interval at this level: exact and central, or mean -+ scale * std_total where a calibration is given. Throws
// Error(usage) for a level that is no probability, or beyond what the calibration's rows can tell.
Interval interval(const Distribution& distribution, double level, const Calibration* calibration = nullptr);
double interval_scale(const Calibration& calibration, double level);
bool supports(const Calibration& calibration, double level);  // whether its rows can tell so high a level
double largest_level(const Calibration& calibration);         // of n rows: n / (n + 1), rounded down to a thousandth

}  // namespace direct
