// SPDX-License-Identifier: MIT
#include "fit/fit_posterior.h"

#include <algorithm>

#include <direct/error.h>

#include "algebra/parallel.h"
#include "fit/climb.h"
#include "fit/draw_ensemble.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

struct Problem {
  const LinearRegression& model;
  const WeightPrior& prior;
  const NoisePrior& noise;
  const FitOptions& options;
};

Climb climb_from(const Problem& p, const std::string& name, std::vector<double> start) {
  return Climb(name, p.model, p.prior, p.noise, std::move(start), p.options);
}

Climb climb_from_prior(const Problem& p) {
  return climb_from(p, "prior", weight_moments(prior_as_posterior(p.prior, p.noise), p.prior).means);
}

void add_climbs(const Problem& p, const OrderedCompanion& companion, std::vector<Climb>& climbs) {
  climbs.push_back(climb_from(p, "companion", companion.mean));
  climbs.push_back(climb_from(p, "lattice", lattice_point(companion, p.prior.levels)));
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
  best.polish();
  PosteriorFit fit = best.result();
  fit.report.trace.clear();
  for (const Climb& climb : climbs)
    fit.report.trace.insert(fit.report.trace.end(), climb.trace().begin(), climb.trace().end());
  return fit;
}

PosteriorFit fit_automatic(const Problem& p, const CompanionStart& companion) {
  std::vector<Climb> climbs;
  if (companion.ordered) {
    add_climbs(p, *companion.ordered, climbs);
    climbs.push_back(climb_from_prior(p));
    race(climbs);
  } else {
    climbs.push_back(climb_from(p, "companion", companion.mean));
  }
  return winner(std::move(climbs));
}

// Every start to its end, at the true noise too where the companion was tempered, and the paper's optimiser.
PosteriorFit fit_best(const Problem& p, const CompanionStart& companion) {
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

PosteriorFit fit_ascent(const Problem& p) {
  std::vector<Climb> climbs;
  climbs.push_back(climb_from_prior(p));
  return winner(std::move(climbs));
}

PosteriorFit fit_with(const Problem& p, const CompanionStart& companion) {
  switch (p.options.optimizer) {
    case Optimizer::automatic:
      return fit_automatic(p, companion);
    case Optimizer::best:
      return fit_best(p, companion);
    case Optimizer::ascent:
      return fit_ascent(p);
    case Optimizer::lbfgs:
      return fit_softmax_lbfgs(p.model, p.prior, p.noise, p.options);
  }
  throw Error(ErrorKind::usage, "unknown optimizer");
}

bool needs_companion(Optimizer optimizer) { return optimizer == Optimizer::automatic || optimizer == Optimizer::best; }

}  // namespace

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options, const CompanionStart& companion) {
  const LinearRegression model(statistics);
  const Problem problem{model, prior, noise, options};
  const auto mean_field = [&] { return fit_with(problem, companion).posterior; };
  if (options.posterior == PosteriorKind::draws) {
    const bool known = prior.kind == PriorKind::gaussian;  // the variances of a uniform prior depend on its support
    return fit_draws(statistics, prior, noise, options, mean_field, known ? companion : CompanionStart{});
  }
  return fit_with(problem, companion);
}

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options) {
  if (prior.num_features() != statistics.num_features())
    throw Error(ErrorKind::usage, "a prior over " + std::to_string(prior.num_features()) +
                                      " weights does not fit statistics of " +
                                      std::to_string(statistics.num_features()) + " features");
  return with_threads(options.threads, [&] {
    CompanionStart companion;
    if (needs_companion(options.optimizer))
      companion = companion_start(statistics, prior, prior_noise_precision(noise));
    return fit_posterior(statistics, prior, noise, options, companion);
  });
}

}  // namespace direct
