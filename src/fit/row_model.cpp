// SPDX-License-Identifier: MIT
#include "fit/row_model.h"

#include <algorithm>

#include "algebra/matrix_rows.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

// The features of so many rows stay in the second-level cache. A slot of a block always takes the same rows, so that
// sums do not depend on the threads.
constexpr std::size_t slot_rows = 64;
constexpr std::size_t num_slots = RowSource::block_rows / slot_rows;

enum class Cells { counted, left_out };

// The components of an ensemble, each as a prior with one level per weight.
std::vector<WeightPrior> point_priors(const WeightPrior& prior, const Posterior& posterior, Cells cells) {
  std::vector<WeightPrior> result;
  if (!posterior.deviations) return result;
  const Matrix points = component_points(posterior, prior);
  for (std::size_t i = 0; i < points.cols(); ++i) {
    result.push_back(prior);
    result.back().levels = Matrix(1, points.rows());
    std::ranges::copy(points.column(i), result.back().levels.data());
    if (cells == Cells::left_out) result.back().learned.reset();
  }
  return result;
}

// `points` must outlive them.
std::vector<WeightLaw> laws_of(const WeightPrior& prior, const Posterior& posterior,
                               const std::vector<WeightPrior>& points) {
  std::vector<WeightLaw> laws;
  laws.reserve(posterior.num_components());
  for (const WeightPrior& point : points) laws.push_back(weight_law(point, Matrix(1, point.num_features())));
  for (const Matrix& component : posterior.log_probabilities) laws.push_back(weight_law(prior, component));
  return laws;
}

// Sums over blocks of rows, for every component of a posterior.
class Expectation {
 public:
  Expectation(const RowLikelihood& likelihood, const FeatureMap& map, const WeightPrior& prior,
              const Posterior& posterior, bool wants_gradient, Cells cells = Cells::counted)
      : likelihood_(likelihood),
        map_(map),
        points_(point_priors(prior, posterior, cells)),
        laws_(laws_of(prior, posterior, points_)),
        sums_(num_slots * laws_.size(),
              wants_gradient ? UnitSums(prior.num_levels(), prior.num_features()) : UnitSums()) {}

  void add(const PreparedRows& rows) {
    parallel_for((rows.size() + slot_rows - 1) / slot_rows, [&](std::size_t slot) {
      const std::size_t first = slot * slot_rows, count = std::min(slot_rows, rows.size() - first);
      Matrix features;
      evaluate(map_, rows_of(rows.inputs, first, count), features);
      const LikelihoodRows part{.features = features,
                                .targets = std::span(rows.targets).subspan(first, count),
                                .weights = std::span(rows.weights).subspan(first, count),
                                .offsets = std::span(rows.offsets).subspan(first, count)};
      for (std::size_t i = 0; i < laws_.size(); ++i)
        likelihood_.likelihood.family().add_expectation(likelihood_.bound, part, laws_[i],
                                                        sums_[slot * laws_.size() + i]);
    });
  }

  std::vector<UnitSums> finish() {
    std::vector<UnitSums> result(sums_.begin(), sums_.begin() + static_cast<std::ptrdiff_t>(laws_.size()));
    parallel_for(laws_.size(), [&](std::size_t i) {
      for (std::size_t slot = 1; slot < num_slots; ++slot) merge(result[i], sums_[slot * laws_.size() + i]);
    });
    return result;
  }

  const WeightLaw& law(std::size_t i) const { return laws_[i]; }

 private:
  const RowLikelihood& likelihood_;
  const FeatureMap& map_;
  std::vector<WeightPrior> points_;  // of an ensemble
  std::vector<WeightLaw> laws_;
  std::vector<UnitSums> sums_;  // of slot s and component i at s * components + i
};

// Over the ranks.
void sum_up(const RowSource& source, UnitSums& sums) {
  std::vector<double> values = {sums.value};
  source.sum(values);
  sums.value = values.front();
  if (!sums.wants_gradient()) return;
  source.sum(sums.by_mean);
  source.sum(sums.by_variance);
  values.assign(sums.by_moment.values().begin(), sums.by_moment.values().end());
  source.sum(values);
  std::ranges::copy(values, sums.by_moment.data());
}

}  // namespace

RowModel::RowModel(RowSource& source, const RowLikelihood& likelihood) : source_(source), likelihood_(likelihood) {
  const Matrix no_features;
  source.for_each([&](const PreparedRows& rows) {
    add_targets(likelihood.likelihood, {no_features, rows.targets, rows.weights, rows.offsets}, targets_);
  });
  std::vector<double> sums = {targets_.weight, targets_.statistic, targets_.constant};
  source.sum(sums);
  targets_ = {.weight = sums[0], .statistic = sums[1], .constant = sums[2]};
}

ExpectedLikelihood RowModel::expected_likelihood(const WeightPrior& prior, const NoisePrior& noise,
                                                 const Posterior& posterior, bool wants_gradient) const {
  Expectation expectation(likelihood_, source_.features(), prior, posterior, wants_gradient);
  source_.for_each([&](const PreparedRows& rows) { expectation.add(rows); });
  ExpectedLikelihood result{.constants = likelihood_constants(likelihood_.likelihood, targets_, noise.variances)};
  std::vector<UnitSums> sums = expectation.finish();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sum_up(source_, sums[i]);
    result.units.push_back(sums[i].value);
    if (wants_gradient) result.by_probability.push_back(by_probability(sums[i], expectation.law(i)));
  }
  return result;
}

ExpectedLikelihood RowModel::likelihood_at_levels(const WeightPrior& prior, const NoisePrior& noise,
                                                  const Posterior& posterior) const {
  Expectation expectation(likelihood_, source_.features(), prior, posterior, false, Cells::left_out);
  source_.for_each([&](const PreparedRows& rows) { expectation.add(rows); });
  ExpectedLikelihood result{.constants = likelihood_constants(likelihood_.likelihood, targets_, noise.variances)};
  for (UnitSums& sums : expectation.finish()) {
    sum_up(source_, sums);
    result.units.push_back(sums.value);
  }
  return result;
}

ExpectedLikelihood RowModel::estimated_likelihood(const PreparedRows& batch, const WeightPrior& prior,
                                                  const NoisePrior& noise, const Posterior& posterior) const {
  Expectation expectation(likelihood_, source_.features(), prior, posterior, true);
  expectation.add(batch);
  double weight = 0.0;
  for (const double of_row : batch.weights) weight += of_row;
  const double factor = targets_.weight / weight;
  ExpectedLikelihood result{.constants = likelihood_constants(likelihood_.likelihood, targets_, noise.variances)};
  const std::vector<UnitSums> sums = expectation.finish();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    result.units.push_back(factor * sums[i].value);
    result.by_probability.push_back(by_probability(sums[i], expectation.law(i)));
    for (double& derivative : result.by_probability.back().values()) derivative *= factor;
  }
  return result;
}

double RowModel::elbo(const WeightPrior& prior, const NoisePrior& noise, const Posterior& posterior) const {
  return direct::elbo(expected_likelihood(prior, noise, posterior, false), prior, noise, posterior);
}

SearchProblem search_problem(const RowModel& model, const WeightPrior& prior, const NoisePrior& noise) {
  return {.elbo =
              [&](const Posterior& posterior, const ElboTerms& terms) {
                return elbo_gradient(model.expected_likelihood(prior, noise, posterior, true), prior, noise, posterior,
                                     terms);
              },
          .num_rows = model.num_rows()};
}

}  // namespace direct
