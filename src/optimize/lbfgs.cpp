// SPDX-License-Identifier: MIT
#include "optimize/lbfgs.h"

#include <lbfgs.h>
#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <optional>

namespace direct {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

struct Point {
  std::vector<double> x, gradient;
  double value = 0.0;

  void assign(std::span<const double> new_x, std::span<const double> new_gradient, double new_value) {
    x.assign(new_x.begin(), new_x.end());
    gradient.assign(new_gradient.begin(), new_gradient.end());
    value = new_value;
  }
};

// What liblbfgs calls back. It can only be stopped between iterations, so after `stop_` a running line search is fed
// stand-ins, which cost nothing and are never accepted.
class Callbacks {
 public:
  Callbacks(const Objective& objective, const LbfgsOptions& options) : objective_(objective), options_(options) {}

  double evaluate(std::span<const double> x, std::span<double> gradient) {
    if (stop_ || exception_) return stand_in(x, gradient);
    const double value = objective_(x, gradient);
    const bool is_first = evaluations_++ == 0;
    if (evaluations_ == max_evaluations()) stop_ = LbfgsStop::max_iterations;
    if (is_first) start(x, gradient, value);
    if (!is_finite(value, gradient)) return stand_in(x, gradient);
    if (value < best_.value) best_.assign(x, gradient, value);
    return value;
  }

  // After each iteration; true ends the minimisation.
  bool finish_iteration(std::span<const double> x, std::span<const double> gradient, double value, int iteration) {
    if (exception_) return true;
    iterations_ = iterations_before_ + iteration;
    accepted_.assign(x, gradient, value);
    values_.push_back(value);
    if (options_.each_iteration) options_.each_iteration(iterations_, value);
    if (gained_too_little()) stop_ = LbfgsStop::decrease;
    if (iterations_ >= options_.max_iterations) stop_ = LbfgsStop::max_iterations;
    return stop_.has_value();
  }

  // After a failed line search: whether forgetting the curvature and starting again at the best point may help. It
  // does as long as each run gets further than the one before.
  bool wants_restart(int status) {
    const bool failed = status < 0 && status != LBFGSERR_OUTOFMEMORY && status != LBFGSERR_CANCELED;
    if (!failed || stop_ || exception_ || !(best_.value < run_start_value_)) return false;
    run_start_value_ = best_.value;
    iterations_before_ = iterations_;
    accepted_ = best_;
    return true;
  }

  const std::vector<double>& best() const { return best_.x; }

  void keep_exception() { exception_ = std::current_exception(); }

  LbfgsResult result(int status, std::vector<double>& x) const {
    if (exception_) std::rethrow_exception(exception_);
    if (status == LBFGSERR_OUTOFMEMORY) throw std::bad_alloc();
    x = best_.x;
    const bool converged = status == LBFGS_SUCCESS || status == LBFGS_ALREADY_MINIMIZED;
    const LbfgsStop own = converged ? LbfgsStop::gradient : LbfgsStop::line_search;
    return {.value = best_.value, .iterations = iterations_, .evaluations = evaluations_, .stop = stop_.value_or(own)};
  }

 private:
  static bool is_finite(double value, std::span<const double> gradient) {
    return std::isfinite(value) && std::ranges::all_of(gradient, [](double g) { return std::isfinite(g); });
  }

  void start(std::span<const double> x, std::span<const double> gradient, double value) {
    accepted_.assign(x, gradient, value);
    best_ = accepted_;
    run_start_value_ = value;
    values_.push_back(value);
    if (!is_finite(value, gradient)) stop_ = LbfgsStop::line_search;
  }

  int max_evaluations() const { return options_.max_iterations > 0 ? options_.max_evaluations : 1; }

  // Where the objective has no value, a parabola through the last accepted point with its slope, whose minimum is a
  // quarter of the way: the line search steps back to about there, where an infinite value would confuse it.
  double stand_in(std::span<const double> x, std::span<double> gradient) const {
    std::vector<double> step(x.begin(), x.end());
    std::ranges::transform(step, accepted_.x, step.begin(), std::minus<>());
    const double length_square = dot(step, step);
    if (length_square == 0.0) {
      std::ranges::copy(accepted_.gradient, gradient.begin());
      return accepted_.value;
    }
    const double slope = std::abs(dot(accepted_.gradient, step));
    std::ranges::transform(step, gradient.begin(), [&](double s) { return 3.0 * slope * s / length_square; });
    return accepted_.value + slope;
  }

  bool gained_too_little() const {
    const auto window = static_cast<std::size_t>(std::max(options_.decrease_window, 1));
    if (options_.decrease_tolerance <= 0.0 || values_.size() <= window) return false;
    return values_[values_.size() - 1 - window] - values_.back() < options_.decrease_tolerance;
  }

  const Objective& objective_;
  const LbfgsOptions& options_;
  Point accepted_;  // where the line search starts
  Point best_;
  std::vector<double> values_;  // of the start and after each iteration
  double run_start_value_ = 0.0;
  int iterations_before_ = 0;  // in earlier runs
  int iterations_ = 0;
  int evaluations_ = 0;
  std::optional<LbfgsStop> stop_;
  std::exception_ptr exception_;
};

// No exception may cross the frames of the C library: it is kept and thrown again outside. A zero gradient ends the
// line search, and with it the minimisation.
double evaluate_objective(void* instance, const double* x, double* gradient, int n, double) noexcept {
  auto& callbacks = *static_cast<Callbacks*>(instance);
  const auto size = static_cast<std::size_t>(n);
  try {
    return callbacks.evaluate({x, size}, {gradient, size});
  } catch (...) {
    callbacks.keep_exception();
    std::fill_n(gradient, size, 0.0);
    return 0.0;
  }
}

int finish_iteration(void* instance, const double* x, const double* gradient, double value, double, double, double,
                     int n, int iteration, int) noexcept {
  auto& callbacks = *static_cast<Callbacks*>(instance);
  const auto size = static_cast<std::size_t>(n);
  try {
    return callbacks.finish_iteration({x, size}, {gradient, size}, value, iteration) ? 1 : 0;
  } catch (...) {
    callbacks.keep_exception();
    return 1;
  }
}

lbfgs_parameter_t parameters(const LbfgsOptions& options) {
  lbfgs_parameter_t result;
  lbfgs_parameter_init(&result);
  result.m = options.history;
  result.epsilon = options.gradient_tolerance;
  return result;
}

}  // namespace

LbfgsResult minimise_lbfgs(const Objective& objective, std::vector<double>& x, const LbfgsOptions& options) {
  if (x.empty()) return {.value = objective(x, {}), .evaluations = 1};
  const int n = static_cast<int>(x.size());
  // liblbfgs may be built for vector instructions, which want its own alignment and padding.
  const std::unique_ptr<double, decltype(&lbfgs_free)> point(lbfgs_malloc(n), &lbfgs_free);
  if (!point) throw std::bad_alloc();
  std::copy(x.begin(), x.end(), point.get());
  lbfgs_parameter_t parameter = parameters(options);
  Callbacks callbacks(objective, options);
  const auto run = [&] {
    return lbfgs(n, point.get(), nullptr, evaluate_objective, finish_iteration, &callbacks, &parameter);
  };
  int status = run();
  while (callbacks.wants_restart(status)) {
    std::copy(callbacks.best().begin(), callbacks.best().end(), point.get());
    status = run();
  }
  return callbacks.result(status, x);
}

}  // namespace direct
