// SPDX-License-Identifier: MIT
#include "fit/network/grid_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/dense.h"
#include "fit/lattice.h"
#include "fit/starts.h"

namespace direct {

GridPoint::GridPoint(const NetworkProblem& p, const std::vector<double>& weights)
    : p_(&p), precision_(prior_noise_precision(p.noise)), square_errors_(p.prior.num_levels(), weights.size()) {
  for (std::size_t j = 0; j < weights.size(); ++j)
    codes_.push_back(nearest_level(p.prior.levels.column(j), weights[j]));
  evaluate();
}

bool GridPoint::is_better_than(const GridPoint& other) const {
  constexpr double least = 1e-6, rounding = 1e-10;
  return value_ > other.value_ + least + rounding * std::abs(other.value_);
}

std::vector<double> GridPoint::weights() const {
  std::vector<double> result;
  for (std::size_t j = 0; j < codes_.size(); ++j) result.push_back(p_->prior.levels(codes_[j], j));
  return result;
}

GridPoint::Move GridPoint::best_move(const std::vector<bool>& may_move) const {
  Move best{.value = value_};
  for (std::size_t j = 0; j < codes_.size(); ++j)
    for (std::size_t k = 0; may_move[j] && k < num_levels(); ++k)
      if (const double value = value_after(j, k); value > best.value) best = {j, k, value};
  return best;
}

void GridPoint::apply(std::size_t weight, std::size_t level) {
  codes_[weight] = level;
  evaluate();
}

void GridPoint::evaluate() {
  if (has_one_hidden_layer(*p_))
    evaluate_all_moves();
  else
    evaluate_next_levels();
  for (std::size_t j = 0; j < codes_.size(); ++j) value_ += p_->prior.log_prior(codes_[j], j);
}

// The square error is linear in the distribution of each weight: its derivatives tell all.
void GridPoint::evaluate_all_moves() {
  Matrix certain(num_levels(), num_weights(), 0.0);
  for (std::size_t j = 0; j < codes_.size(); ++j) certain(codes_[j], j) = 1.0;
  value_ = -0.5 * precision_ * p_->model.expected_square_error(p_->prior.levels, certain, &square_errors_);
}

// Up and down by one level each, all in one product of matrices; the other moves count as hopeless.
void GridPoint::evaluate_next_levels() {
  const std::vector<double> at = weights();
  std::vector<std::pair<std::size_t, std::size_t>> moves{{codes_.front(), 0}};  // the first is none
  for (std::size_t j = 0; j < codes_.size(); ++j)
    for (const std::size_t k : {codes_[j] - 1, codes_[j] + 1})
      if (k < num_levels()) moves.emplace_back(k, j);
  Matrix candidates(at.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::ranges::copy(at, candidates.column(i).begin());
    candidates(moves[i].second, i) = p_->prior.levels(moves[i].first, moves[i].second);
  }
  const std::vector<double> errors = p_->point.square_errors(p_->statistics, candidates);
  view(square_errors_).setConstant(HUGE_VAL);
  for (std::size_t i = 0; i < moves.size(); ++i) square_errors_(moves[i].first, moves[i].second) = errors[i];
  for (std::size_t j = 0; j < codes_.size(); ++j) square_errors_(codes_[j], j) = errors.front();
  value_ = -0.5 * precision_ * errors.front();
}

double GridPoint::value_after(std::size_t j, std::size_t k) const {
  return value_ - 0.5 * precision_ * (square_errors_(k, j) - square_errors_(codes_[j], j)) + p_->prior.log_prior(k, j) -
         p_->prior.log_prior(codes_[j], j);
}

}  // namespace direct
