// SPDX-License-Identifier: MIT
#include "fit/climb.h"

#include <algorithm>
#include <limits>

#include "fit/pair_moves.h"
#include "fit/starts.h"
#include "fit/tolerance.h"

namespace direct {

Climb::Climb(std::string name, const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
             std::vector<double> start, const FitOptions& options)
    : name_(std::move(name)),
      options_(options),
      num_rows_(model.statistics().num_rows),
      ascent_(model, prior, noise, std::move(start)),
      elbo_(ascent_.elbo()),
      last_gain_(std::numeric_limits<double>::infinity()),
      last_sweep_gain_(last_gain_),
      coarseness_(coarseness(model.statistics(), prior, prior_noise_precision(noise))) {
  trace_.push_back({name_, 0, elbo_});
}

double Climb::tolerance() const { return least_gain(options_, num_rows_); }

// Sweeps crawl when each gains more than half of what the one before gained: the sum of what is to come is then larger
// than the last gain, so a small gain is no sign of convergence. On a coarse grid two plain sweeps come first: they
// tell starts apart.
bool Climb::is_crawling(double sweep_gain) {
  const bool result = (iterations_ >= 2 || !is_coarse(coarseness_)) && sweep_gain > 0.5 * last_sweep_gain_;
  last_sweep_gain_ = sweep_gain;
  return result;
}

// A Newton step costs about ten sweeps, or, with a factorisation of many features, b / 40. One that does not gain as
// much as half of these makes us wait before the next.
double Climb::accelerate(double sweep_gain) {
  if (!is_crawling(sweep_gain)) return 0.0;
  has_crawled_ = true;
  if (sweeps_until_newton_-- > 0) return 0.0;
  const double cost = std::max(10.0, static_cast<double>(ascent_.means().size()) / 40.0);
  const double gain = newton_.step(ascent_);
  newton_pause_ = gain < 0.5 * cost * sweep_gain ? 2 * newton_pause_ + 1 : 0;
  sweeps_until_newton_ = newton_pause_;
  return gain;
}

double Climb::step() {
  last_gain_ = ascent_.sweep_weights();
  last_gain_ += accelerate(last_gain_);
  last_gain_ += ascent_.update_noise();
  elbo_ += last_gain_;
  ++iterations_;
  trace_.push_back({name_, iterations_, elbo_});
  report(options_.progress, {.stage = "fit", .done = static_cast<double>(iterations_), .elbo = elbo_});
  return last_gain_;
}

// Near an optimum a factor can gain about half the square of its gradient.
bool Climb::gradient_is_small() const {
  const double largest = ascent_.gradient_norm().largest;
  return largest * largest <= tolerance();
}

// Steps of many weights expect all to be what a sweep at the present noise makes them. Returns what both gained.
template <typename Step>
double Climb::sweep_and(const Step& step) {
  double gain = ascent_.sweep_weights();
  gain += step();
  elbo_ += gain;
  return gain;
}

// After a Newton step sweeps gain little, wherever that was: they only undo what it got wrong.
bool Climb::newton_gains_nothing() {
  if (!has_crawled_) return true;
  const double gain = sweep_and([&] { return newton_.step(ascent_); });
  trace_.back().elbo = elbo_;
  return gain <= tolerance();
}

void Climb::run(int sweeps) {
  for (int i = 0; i < sweeps && !finished(); ++i) {
    if (step() <= tolerance() && gradient_is_small() && newton_gains_nothing())
      stop_reason_ = "converged";
    else if (iterations_ >= options_.max_iterations)
      stop_reason_ = "max_iterations";
  }
}

void Climb::finish() { run(std::numeric_limits<int>::max()); }

void Climb::escape() {
  while (coarseness_ > most_coarse_with_one_optimum && iterations_ < options_.max_iterations) {
    if (!(sweep_and([&] { return move_pairs(ascent_, tolerance()); }) > tolerance())) return;
    stop_reason_.clear();
    finish();
  }
}

void Climb::polish() {
  for (int i = 0; i < 10 && iterations_ < options_.max_iterations; ++i)
    if (step() <= 1e-3 * tolerance()) return;
}

PosteriorFit Climb::result() const {
  PosteriorFit fit{.posterior = ascent_.posterior()};
  fit.report.elbo = ascent_.elbo();
  fit.report.converged = stop_reason_ == "converged";
  fit.report.stop_reason = stop_reason_;
  fit.report.iterations = iterations_;
  fit.report.start = name_;
  fit.report.gradient_norm = ascent_.gradient_norm().total;
  fit.report.trace = trace_;
  return fit;
}

}  // namespace direct
