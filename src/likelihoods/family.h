// SPDX-License-Identifier: MIT
// All that the rooms ask of a likelihood. To add one: derive a family from this in a file of its own, add its line to
// registry.cpp, and test it (docs/architecture.md, "To add a likelihood").
#pragma once

#include <memory>
#include <span>
#include <string>

#include <direct/likelihood.h>

#include "laws/link/linked_laws.h"
#include "likelihoods/expectation.h"
#include "likelihoods/rows.h"

namespace direct {

// A likelihood as a parabola of eta: log p(y | eta) ~ value + slope (eta - at) - curvature (eta - at)^2 / 2. The
// weighted second moments of such rows make every row model, for a while, one of Gaussian noise.
struct WorkingRow {
  double value = 0.0, slope = 0.0;
  double curvature = 0.0;  // positive
};

// What one pass sums up of the targets, each row counted by its weight.
struct TargetTotals {
  long double sum = 0.0L;   // of the targets; of classes: the weight of the second
  long double base = 0.0L;  // of the weights, or the exposures; of classes: the weight of the first
  double largest = 0.0;
  bool is_constant = false;  // all targets are the same number
};

// Sums over all rows on which the constants of the expected log-likelihood depend.
struct TargetSums {
  double weight = 0.0;
  double statistic = 0.0;  // of family.row_statistic(y)
  double constant = 0.0;   // of family.row_constant(y)
};

struct DispersionRange {
  double smallest = 0.0, largest = 0.0;
};

class LikelihoodFamily {
 public:
  explicit LikelihoodFamily(const LikelihoodTraits& traits) : traits_(traits) {}
  virtual ~LikelihoodFamily() = default;
  const LikelihoodTraits& traits() const { return traits_; }

  // The target. What is expected in the place of a number that is no target; nullptr where it is one.
  virtual const char* expected_in_place_of(double) const { return nullptr; }
  // The offset of eta at which the mean target is that of the rows. Not called for gaussian targets, which are
  // standardised instead.
  virtual long double offset(const TargetTotals& totals) const = 0;
  // Empty where there is nothing to warn of. `name` is in quotes.
  virtual std::string warning(const TargetTotals& totals, const std::string& name) const;
  virtual std::string summary(const TargetSummary& target) const = 0;

  // The companion. The unit log-likelihood is that at a dispersion of 1, without constants. The curvature is that which
  // the search for the mode wants, the observed one or the expected one.
  virtual WorkingRow working_row(double target, double eta) const = 0;
  // Where eta itself has this variance: the expectation of slope and curvature for a Gaussian eta, or of a bound.
  virtual WorkingRow expected_row(double target, double eta, double variance) const = 0;
  // Whether working_row is a bound from below that touches at eta, as expected_row then is. Its steps never lose, in
  // any unit of eta, and its curvature may be without limit where eta is certain: rows are only expanded where it is
  // not.
  virtual bool rows_are_bounds() const { return false; }
  // The dispersion that takes the place of Gaussian noise of this variance in eta.
  virtual double dispersion_of(double variance) const { return variance; }
  // Where to linearise before anything is known: at the target itself, kept from infinity.
  virtual double saturated_eta(double /*target*/, double offset) const { return offset; }
  virtual DispersionRange dispersion_range() const { return {1e-8, 1e6}; }

  // The ELBO. Adds the sum over rows of weight E log p(y | w), at unit dispersion and without constants.
  virtual void add_expectation(LogisticBound bound, const LikelihoodRows& rows, const WeightLaw& law,
                               UnitSums& sums) const = 0;
  virtual double row_statistic(double /*target*/) const { return 0.0; }
  virtual double row_constant(double /*target*/) const { return 0.0; }
  // E log p(y | w, dispersion) of all rows = constant + unit / dispersion.
  virtual double constant(const TargetSums& sums, double /*dispersion*/) const { return sums.constant; }
  // Whether the expectation, or its bound at fixed parameters, is quadratic in w, so that coordinate ascent applies.
  virtual bool is_quadratic(LogisticBound) const { return false; }
  // Whether a start at the companion may be a bad one, so that a second search is worth its time.
  virtual bool may_mislead(LogisticBound) const { return false; }

  // Predictions.
  virtual double mean(double eta) const = 0;  // of y given eta, which it increases with
  // The law of y where eta has this one. A dispersion that the likelihood does not have is 1.
  virtual std::unique_ptr<const Law> law(EtaLaw eta, DispersionLaw dispersion) const = 0;
  // Twice what the log-likelihood of this mean is below the highest there is, in units of the dispersion.
  virtual double unit_deviance(double target, double mean) const = 0;

 private:
  LikelihoodTraits traits_;
};

struct RowLikelihood {
  Likelihood likelihood;
  LogisticBound bound = LogisticBound::quadratic;
};

void add_targets(const Likelihood& likelihood, const LikelihoodRows& rows, TargetSums& sums);
std::vector<double> likelihood_constants(const Likelihood& likelihood, const TargetSums& sums,
                                         std::span<const double> dispersions);

}  // namespace direct
