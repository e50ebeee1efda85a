// SPDX-License-Identifier: MIT
#include "fit/pair_moves.h"

#include <array>

#include "algebra/dense.h"

namespace direct {
namespace {

constexpr int most_passes = 20;

// What each weight's move down and up would change. A move of weight j alone gains optimum_slope_j change_j - cost_j;
// one of i and j gains the sum of both less tau G_ij change_i change_j.
class PairMoves {
 public:
  PairMoves(CoordinateAscent& ascent, double least)
      : ascent_(ascent), least_(least), optimum_(static_cast<Eigen::Index>(ascent.slopes().size())) {
    for (Moves& moves : moves_) moves = {optimum_, optimum_, optimum_, optimum_};
    for (std::size_t j = 0; j < size(); ++j) set_moves(j);
    set_gains();
  }

  // Whether anything moved.
  bool pass() {
    bool moved = false;
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t way = 0; way < moves_.size(); ++way) moved = move_with_partner(i, way) || moved;
    return moved;
  }

 private:
  struct Moves {
    Eigen::ArrayXd slope, change, cost, gain;
  };

  std::size_t size() const { return static_cast<std::size_t>(optimum_.size()); }
  static Eigen::Index index(std::size_t j) { return static_cast<Eigen::Index>(j); }

  void set_moves(std::size_t j) {
    for (std::size_t way = 0; way < moves_.size(); ++way) {
      const CoordinateAscent::Move move = ascent_.move(j, way == 1);
      moves_[way].slope[index(j)] = move.slope;
      moves_[way].change[index(j)] = move.mean_change;
      moves_[way].cost[index(j)] = move.cost;
    }
  }

  void set_gains() {
    for (std::size_t j = 0; j < size(); ++j) optimum_[index(j)] = ascent_.optimum_slope(j);
    for (Moves& moves : moves_) moves.gain = optimum_ * moves.change - moves.cost;
  }

  bool move_with_partner(std::size_t i, std::size_t way) {
    const double own_gain = moves_[way].gain[index(i)];
    const Eigen::ArrayXd coupling =
        ascent_.noise_precision() * moves_[way].change[index(i)] * view(ascent_.gram().column(i)).array();
    for (const Moves& partner : moves_) {
      Eigen::ArrayXd gains = own_gain + partner.gain - coupling * partner.change;
      gains[index(i)] = 0.0;
      if (!(gains.maxCoeff() > least_)) continue;
      Eigen::Index best = 0;
      gains.maxCoeff(&best);
      const auto j = static_cast<std::size_t>(best);
      apply(i, moves_[way].slope[index(i)], j, partner.slope[best]);
      return true;
    }
    return false;
  }

  void apply(std::size_t i, double slope_i, std::size_t j, double slope_j) {
    ascent_.set_slope(i, slope_i);
    ascent_.set_slope(j, slope_j);
    set_moves(i);
    set_moves(j);
    set_gains();
  }

  CoordinateAscent& ascent_;
  double least_;
  Eigen::ArrayXd optimum_;
  std::array<Moves, 2> moves_;  // down and up
};

}  // namespace

double move_pairs(CoordinateAscent& ascent, double least) {
  const std::vector<double> start = ascent.slopes();
  const double before = ascent.elbo();
  PairMoves moves(ascent, least);
  for (int i = 0; i < most_passes && moves.pass(); ++i) continue;
  const double gain = ascent.elbo() - before;
  if (gain > 0.0) return gain;
  ascent.set_slopes(start);
  return 0.0;
}

}  // namespace direct
