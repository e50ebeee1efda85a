// SPDX-License-Identifier: MIT
#include "fit/logits.h"

#include <algorithm>

#include "algebra/categorical.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

void normalise_columns(Matrix& logarithms) {
  for (std::size_t j = 0; j < logarithms.cols(); ++j) normalise_log(logarithms.column(j));
}

class Reader {
 public:
  explicit Reader(std::span<const double> values) : values_(values) {}
  void fill(std::span<double> destination) {
    std::copy_n(values_.begin(), destination.size(), destination.begin());
    values_ = values_.subspan(destination.size());
  }

 private:
  std::span<const double> values_;
};

class Writer {
 public:
  explicit Writer(std::span<double> values) : values_(values) {}
  void append(std::span<const double> source) {
    std::copy(source.begin(), source.end(), values_.begin());
    values_ = values_.subspan(source.size());
  }

 private:
  std::span<double> values_;
};

}  // namespace

SearchProblem search_problem(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise) {
  return {.elbo = [&](const Posterior& posterior,
                      const ElboTerms& terms) { return elbo_gradient(model, prior, noise, posterior, terms); },
          .num_rows = model.statistics().num_rows};
}

std::vector<double> as_logits(const LogitPoint& point) {
  const Posterior& q = point.posterior;
  std::vector<double> logits;
  const auto append = [&](std::span<const double> values) {
    logits.insert(logits.end(), values.begin(), values.end());
  };
  for (const Matrix& component : q.log_probabilities) append(component.values());
  append(q.log_component_weights);
  append(q.noise_log_probabilities);
  append(point.log_center.values());
  return logits;
}

void set_from_logits(std::span<const double> logits, LogitPoint& point) {
  Posterior& q = point.posterior;
  Reader reader(logits);
  for (Matrix& component : q.log_probabilities) reader.fill(component.values());
  parallel_for(q.num_components(), [&](std::size_t i) { normalise_columns(q.log_probabilities[i]); });
  reader.fill(q.log_component_weights);
  reader.fill(q.noise_log_probabilities);
  reader.fill(point.log_center.values());
  normalise_log(q.log_component_weights);
  normalise_log(q.noise_log_probabilities);
  normalise_columns(point.log_center);
}

void write_gradient(const ElboGradient& gradient, std::span<double> values) {
  Writer writer(values);
  for (const Matrix& component : gradient.weights.probabilities) writer.append(component.values());
  writer.append(gradient.weights.component_weights);
  writer.append(gradient.noise_logits);
  writer.append(gradient.center_logits.values());
}

}  // namespace direct
