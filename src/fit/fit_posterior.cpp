// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include <algorithm>
#include <limits>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "fit/climb.h"
#include "fit/fit_posterior.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

struct Problem {
  const OrderedCompanion* companion;  // may be null: then it is made when it is wanted
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

std::vector<Climb> all_climbs(const Problem& p) {
  OrderedCompanion own;
  if (!p.companion) own = companion_at_prior_noise(p.model.statistics(), p.prior, p.noise);
  const OrderedCompanion& companion = p.companion ? *p.companion : own;
  std::vector<Climb> climbs;
  climbs.push_back(climb_from(p, "companion", companion.mean));
  climbs.push_back(climb_from(p, "lattice", lattice_point(companion, p.prior.levels)));
  climbs.push_back(climb_from_prior(p));
  return climbs;
}

PosteriorFit finish(Climb climb) {
  climb.run(std::numeric_limits<int>::max());
  return climb.result();
}

// The best of the results, with the traces of all of them.
PosteriorFit best_of(std::vector<PosteriorFit> fits) {
  std::vector<TracePoint> trace;
  for (const PosteriorFit& fit : fits) trace.insert(trace.end(), fit.report.trace.begin(), fit.report.trace.end());
  const auto worse = [](const PosteriorFit& a, const PosteriorFit& b) { return a.report.elbo < b.report.elbo; };
  PosteriorFit best = std::move(*std::max_element(fits.begin(), fits.end(), worse));
  best.report.trace = std::move(trace);
  return best;
}

PosteriorFit fit_automatic(const Problem& p) {
  std::vector<PosteriorFit> fits;
  for (Climb& climb : all_climbs(p)) fits.push_back(finish(std::move(climb)));
  return best_of(std::move(fits));
}

PosteriorFit fit_best(const Problem& p) {
  std::vector<PosteriorFit> fits;
  for (Climb& climb : all_climbs(p)) fits.push_back(finish(std::move(climb)));
  fits.push_back(fit_softmax_lbfgs(p.model, p.prior, p.noise, p.options));
  return best_of(std::move(fits));
}

PosteriorFit fit_with(const Problem& p) {
  switch (p.options.optimizer) {
    case Optimizer::automatic:
      return fit_automatic(p);
    case Optimizer::best:
      return fit_best(p);
    case Optimizer::ascent:
      return finish(climb_from_prior(p));
    case Optimizer::lbfgs:
      return fit_softmax_lbfgs(p.model, p.prior, p.noise, p.options);
  }
  throw Error(ErrorKind::usage, "unknown optimizer");
}

}  // namespace

OrderedCompanion companion_at_prior_noise(const SecondMoments& statistics, const WeightPrior& prior,
                                          const NoisePrior& noise) {
  return ordered_companion(statistics, prior, noise_moments(noise, exponentials(noise.log_prior)).precision);
}

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options, const OrderedCompanion* companion) {
  if (prior.num_features() != statistics.num_features())
    throw Error(ErrorKind::usage, "a prior over " + std::to_string(prior.num_features()) +
                                      " weights does not fit statistics of " +
                                      std::to_string(statistics.num_features()) + " features");
  const LinearRegression model(statistics);
  return with_threads(options.threads, [&] { return fit_with({companion, model, prior, noise, options}); });
}

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options) {
  return fit_posterior(statistics, prior, noise, options, nullptr);
}

}  // namespace direct
