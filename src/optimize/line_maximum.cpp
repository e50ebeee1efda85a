// SPDX-License-Identifier: MIT
#include "optimize/line_maximum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace direct {
namespace {

struct Parabola {
  double top_x = 0.0, top_value = 0.0;
};

// Through three points of which the middle one is the highest.
Parabola parabola_through(const LinePoint& a, const LinePoint& b, const LinePoint& c) {
  const double left = (b.value - a.value) / (b.x - a.x), right = (c.value - b.value) / (c.x - b.x);
  const double curvature = (right - left) / (c.x - a.x);
  const double slope = left + curvature * (b.x - a.x);  // at b
  if (!(curvature < 0.0)) return {b.x, b.value};
  const double step = -slope / (2.0 * curvature);
  return {b.x + step, b.value + 0.5 * slope * step};
}

class LineSearch {
 public:
  LineSearch(const std::function<double(double)>& function, LineRange range, const LineOptions& options)
      : function_(function), range_(range), options_(options) {}

  LinePoint run(double start) {
    add(std::clamp(start, range_.low, range_.high));
    bracket();
    while (may_go_on() && refine()) {
    }
    return points_[best()];
  }

 private:
  bool may_go_on() const { return static_cast<int>(points_.size()) < options_.max_evaluations; }

  void add(double x) {
    const auto after = std::find_if(points_.begin(), points_.end(), [x](const LinePoint& p) { return p.x > x; });
    points_.insert(after, {x, function_(x)});
  }

  std::size_t best() const {
    const auto higher = [](const LinePoint& a, const LinePoint& b) { return a.value < b.value; };
    return static_cast<std::size_t>(std::max_element(points_.begin(), points_.end(), higher) - points_.begin());
  }

  // Until the best point has a lower one on either side, or lies at the end of the range.
  void bracket() {
    double step = options_.first_step;
    while (may_go_on()) {
      const std::size_t top = best();
      if (top > 0 && top + 1 < points_.size()) return;
      const bool upward = points_.size() > 1 ? top > 0 : true;
      const double x = std::clamp(points_[top].x + (upward ? step : -step), range_.low, range_.high);
      if (x == points_[top].x) {
        if (points_.size() > 1) return;
        add(std::clamp(points_[top].x - step, range_.low, range_.high));
        continue;
      }
      add(x);
      if (points_.size() > 2) step *= 2.0;
    }
  }

  // One step to the top of the parabola; false when there is nothing left to gain.
  bool refine() {
    const std::size_t top = best();
    if (top == 0 || top + 1 == points_.size()) return probe_inside(top);
    const LinePoint &left = points_[top - 1], &middle = points_[top], &right = points_[top + 1];
    const Parabola parabola = parabola_through(left, middle, right);
    if (parabola.top_value - middle.value < options_.tolerance && narrow(left, middle, right)) return false;
    const double nearest = 0.02 * (right.x - left.x);
    const double step = far_enough(parabola.top_x - middle.x, middle.x - left.x, right.x - middle.x, nearest);
    add(std::clamp(middle.x + step, left.x + nearest, right.x - nearest));
    return true;
  }

  // Parabolas creep when one side is much wider than the other: a step that does not leave it takes a share of it.
  static double far_enough(double step, double left_width, double right_width, double nearest) {
    constexpr double least_share = 0.15;
    const double towards_wider = right_width > left_width ? 1.0 : -1.0;
    const double wider = std::max(left_width, right_width), other = std::min(left_width, right_width);
    const double inward = towards_wider * step;
    if (inward <= -nearest || (inward >= nearest && wider <= 2.0 * other)) return step;
    return towards_wider * std::max({inward, nearest, least_share * wider});
  }

  // Next to the end of the range, where the last step was long: the top may lie between the end and the point before
  // it.
  bool probe_inside(std::size_t end) {
    constexpr double nearest = 0.05;
    if (points_.size() < 2) return false;
    const double x = points_[end].x, inward = points_[end == 0 ? 1 : end - 1].x - x;
    if (std::abs(inward) < 2.0 * nearest) return false;
    add(x + std::copysign(nearest, inward));
    return true;
  }

  // A parabola is believed only over a short bracket.
  static bool narrow(const LinePoint& left, const LinePoint& middle, const LinePoint& right) {
    constexpr double longest = 0.7;
    return std::max(right.x - middle.x, middle.x - left.x) <= longest;
  }

  const std::function<double(double)>& function_;
  LineRange range_;
  LineOptions options_;
  std::vector<LinePoint> points_;  // by increasing x
};

}  // namespace

LinePoint maximise_on_line(const std::function<double(double)>& function, double start, LineRange range,
                           const LineOptions& options) {
  return LineSearch(function, range, options).run(start);
}

}  // namespace direct
