// SPDX-License-Identifier: MIT
// Closed-form coordinate ascent of the ELBO of a product distribution: each weight, then the noise, is set to its
// optimum given the rest (Eq. 7, 8). The gain of an update is the divergence of the old factor from the new one:
// exact, never negative, and free of the cancellation of a difference of two ELBOs.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/model.h>
#include <direct/posterior.h>

namespace direct {

class CoordinateAscent {
 public:
  // q is the optimum of every weight given the others at `start` and the noise at its prior.
  CoordinateAscent(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                   std::vector<double> start);

  // Each returns what the ELBO gained.
  double sweep_weights();
  double update_noise();

  // Steps of others: see newton_step, pair_moves.
  void set_slopes(const std::vector<double>& slopes);
  void set_slope(std::size_t j, double slope);

  // What the mean of weight j changes by when it goes one level up or down from where it is; while the others stay, the
  // ELBO gains optimum_slope(j) * mean_change - cost.
  struct Move {
    double slope = 0.0, mean_change = 0.0, cost = 0.0;
  };
  Move move(std::size_t j, bool up) const;

  double elbo() const;
  // E[log p(y | w)] + E[log N(w; mean, variance)] with the continuous prior, up to a constant: what tells grids apart.
  double continuous_log_joint() const;
  // Norms of the gradient of the ELBO by the logits of q (Eq. 6): of all of it, and of the weight whose own is largest.
  struct GradientNorm {
    double total = 0.0, largest = 0.0;
  };
  GradientNorm gradient_norm() const;
  Posterior posterior() const;

  const LinearRegression& model() const { return model_; }
  const Matrix& gram() const { return statistics_.gram; }
  double noise_precision() const { return noise_moments_.precision; }
  const std::vector<double>& slopes() const { return slopes_; }
  const std::vector<double>& means() const { return means_; }
  const std::vector<double>& variances() const { return variances_; }
  double optimum_slope(std::size_t j) const;  // given all other weights and the noise

 private:
  struct Factor;
  Factor factor_at(std::size_t j, double slope) const;
  double set_weight(std::size_t j, double slope);
  void move_residual(std::size_t j, double change);
  double square_error() const;

  const LinearRegression& model_;
  const SecondMoments& statistics_;
  const WeightPrior& prior_;
  const NoisePrior& noise_;

  Matrix log_q_, q_;            // num_levels x num_features
  std::vector<double> slopes_;  // q_j is the prior times exp(slope w - tau D_j w^2 / 2)
  std::vector<double> means_, variances_;
  std::vector<double> residual_;  // c - G means
  std::vector<double> noise_log_q_, noise_q_;
  NoiseMoments noise_moments_;
  std::vector<double> logits_, weights_;  // of one weight, while it is set
  double cell_error_;                     // what the cells of a learned grid add to the square error
};

}  // namespace direct
