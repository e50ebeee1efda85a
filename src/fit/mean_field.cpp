// SPDX-License-Identifier: MIT
#include "fit/mean_field.h"

#include <algorithm>

#include <direct/error.h>

#include "fit/climb.h"
#include "fit/newton_step.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

struct MeanFieldProblem {
  const LinearRegression& model;
  const WeightPrior& prior;
  const NoisePrior& noise;
  const FitOptions& options;
};

Climb climb_from(const MeanFieldProblem& p, const std::string& name, std::vector<double> start) {
  return Climb(name, p.model, p.prior, p.noise, std::move(start), p.options);
}

std::vector<double> prior_means(const MeanFieldProblem& p) {
  return weight_moments(prior_as_posterior(p.prior, p.noise), p.prior).means;
}

Climb climb_from_prior(const MeanFieldProblem& p) { return climb_from(p, "prior", prior_means(p)); }

void add_climbs(const MeanFieldProblem& p, const OrderedCompanion& companion, std::vector<Climb>& climbs) {
  climbs.push_back(climb_from(p, "companion", companion.mean));
  climbs.push_back(climb_from(p, "lattice", lattice_point(companion, p.prior.levels)));
}

// Followed from a noise at which there is one optimum down to the true one, which is half as large in each stage.
std::vector<double> annealed_means(const MeanFieldProblem& p, double coarse) {
  constexpr int steps_per_stage = 2;
  const double precision = prior_noise_precision(p.noise);
  std::vector<double> means = prior_means(p);
  for (double temperature = coarse / most_coarse_with_one_optimum; temperature > 1.0; temperature *= 0.5) {
    const NoisePrior noise = make_noise_prior({temperature / precision});
    CoordinateAscent ascent(p.model, p.prior, noise, std::move(means));
    NewtonSteps newton;
    for (int i = 0; i < steps_per_stage; ++i) {
      ascent.sweep_weights();
      newton.step(ascent);
    }
    means = ascent.means();
  }
  return means;
}

// Where weights are uncertain and yet have several optima, and few enough for a thorough search.
bool is_worth_annealing(const MeanFieldProblem& p, double coarse) {
  constexpr double most_coarse = 100.0;
  constexpr std::size_t most_features = 600;
  return coarse > most_coarse_with_one_optimum && coarse < most_coarse && p.prior.num_features() <= most_features;
}

bool is_lower(const Climb& a, const Climb& b) { return a.elbo() < b.elbo(); }

// The leader after two sweeps goes to its end; the others follow as long as they may still overtake it.
void race(std::vector<Climb>& climbs) {
  for (Climb& climb : climbs) climb.run(2);
  Climb& leader = *std::max_element(climbs.begin(), climbs.end(), is_lower);
  leader.finish();
  for (Climb& climb : climbs)
    while (!climb.finished() && climb.may_still_reach(leader.elbo())) climb.run(1);
}

// The best of the climbs, taken to its end, with the traces of all.
PosteriorFit winner(std::vector<Climb> climbs) {
  Climb& best = *std::max_element(climbs.begin(), climbs.end(), is_lower);
  best.finish();
  best.escape();
  best.polish();
  PosteriorFit fit = best.result();
  fit.report.trace.clear();
  for (const Climb& climb : climbs)
    fit.report.trace.insert(fit.report.trace.end(), climb.trace().begin(), climb.trace().end());
  return fit;
}

void finish_all(std::vector<Climb>& climbs) {
  for (Climb& climb : climbs) {
    climb.finish();
    climb.escape();
  }
}

PosteriorFit fit_automatic(const MeanFieldProblem& p, const CompanionStart& companion) {
  const double coarse = coarseness(p.model.statistics(), p.prior, prior_noise_precision(p.noise));
  std::vector<Climb> climbs;
  if (companion.ordered) {
    add_climbs(p, *companion.ordered, climbs);
    climbs.push_back(climb_from_prior(p));
  } else {
    climbs.push_back(climb_from(p, "companion", companion.mean));
  }
  if (is_worth_annealing(p, coarse)) {
    climbs.push_back(climb_from(p, "annealed", annealed_means(p, coarse)));
    finish_all(climbs);
  } else {
    race(climbs);
  }
  return winner(std::move(climbs));
}

// Every start to its end, at the true noise too where the companion was tempered, and the paper's optimiser.
PosteriorFit fit_best(const MeanFieldProblem& p, const CompanionStart& companion) {
  std::vector<Climb> climbs;
  if (companion.ordered) add_climbs(p, *companion.ordered, climbs);
  if (!companion.ordered || companion.temperature > 1.0)
    add_climbs(p, ordered_companion(p.model.statistics(), p.prior, prior_noise_precision(p.noise)), climbs);
  climbs.push_back(climb_from_prior(p));
  finish_all(climbs);
  PosteriorFit ours = winner(std::move(climbs)), paper = fit_softmax_lbfgs(p.model, p.prior, p.noise, p.options);
  std::vector<TracePoint> trace = std::move(ours.report.trace);
  trace.insert(trace.end(), paper.report.trace.begin(), paper.report.trace.end());
  PosteriorFit& best = ours.report.elbo >= paper.report.elbo ? ours : paper;
  best.report.trace = std::move(trace);
  return std::move(best);
}

PosteriorFit fit_ascent(const MeanFieldProblem& p) {
  std::vector<Climb> climbs;
  climbs.push_back(climb_from_prior(p));
  return winner(std::move(climbs));
}

PosteriorFit fit_with(const MeanFieldProblem& p, const CompanionStart& companion) {
  switch (p.options.optimizer) {
    case Optimizer::automatic:
      return fit_automatic(p, companion);
    case Optimizer::best:
      return fit_best(p, companion);
    case Optimizer::ascent:
      return fit_ascent(p);
    case Optimizer::lbfgs:
      return fit_softmax_lbfgs(p.model, p.prior, p.noise, p.options);
    case Optimizer::adam:
      break;  // check() has refused it
  }
  throw Error(ErrorKind::usage, "unknown optimizer");
}

}  // namespace

PosteriorFit fit_mean_field(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                            const FitOptions& options, const CompanionStart& companion) {
  return fit_with({model, prior, noise, options}, companion);
}

}  // namespace direct
