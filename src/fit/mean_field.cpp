// SPDX-License-Identifier: MIT
#include "fit/mean_field.h"

#include <algorithm>
#include <cstdlib>

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

Climb climb_from_prior(const MeanFieldProblem& p) {
  return climb_from(p, "prior", weight_moments(prior_as_posterior(p.prior, p.noise), p.prior).means);
}

void add_climbs(const MeanFieldProblem& p, const OrderedCompanion& companion, std::vector<Climb>& climbs) {
  climbs.push_back(climb_from(p, "companion", companion.mean));
  climbs.push_back(climb_from(p, "lattice", lattice_point(companion, p.prior.levels)));
}

// Followed from a noise at which the grid is fine, where there is but one optimum, down to the true one.
std::vector<double> annealed_means(const MeanFieldProblem& p, double coarse) {
  static const double from = getenv("FROM") ? atof(getenv("FROM")) : 4.0, factor = getenv("FACTOR") ? atof(getenv("FACTOR")) : 2.0; static const int per = getenv("PER") ? atoi(getenv("PER")) : 2;
  const double precision = prior_noise_precision(p.noise);
  std::vector<double> means = weight_moments(prior_as_posterior(p.prior, p.noise), p.prior).means;
  for (double temperature = coarse / from; temperature > 1.0; temperature /= factor) {
    const NoisePrior noise = make_noise_prior({temperature / precision});
    CoordinateAscent ascent(p.model, p.prior, noise, std::move(means));
    NewtonSteps newton;
    for (int i = 0; i < per; ++i) {
      ascent.sweep_weights();
      newton.step(ascent);
    }
    means = ascent.means();
  }
  return means;
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

PosteriorFit fit_automatic(const MeanFieldProblem& p, const CompanionStart& companion) {
  std::vector<Climb> climbs;
  if (companion.ordered) {
    add_climbs(p, *companion.ordered, climbs);
    climbs.push_back(climb_from_prior(p));
    static const double maxk = getenv("MAXK") ? atof(getenv("MAXK")) : 100.0;
    const double coarse = coarseness(p.model.statistics(), p.prior, prior_noise_precision(p.noise));
    if (coarse < maxk && p.prior.num_features()<=400) {
      climbs.push_back(climb_from(p, "annealed", annealed_means(p, coarse)));
      static const bool all = getenv("RACE") == nullptr;
      if (all) for (Climb& c : climbs) {c.finish(); c.escape();}
      }
    race(climbs);
  } else {
    climbs.push_back(climb_from(p, "companion", companion.mean));
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
  for (Climb& climb : climbs) climb.finish();
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
